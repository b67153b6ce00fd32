import { useEffect, useLayoutEffect, useState, type RefObject } from 'react'
import { nearRows, type Near } from './near-rows.ts'

const same = (one: Near, other: Near) => one.first === other.first && one.end === other.end

const rootPixels = () => Number.parseFloat(getComputedStyle(document.documentElement).fontSize)

/** The rows near the screen, and the height of each in pixels. `rem` is the height in the style sheet. */
export const useNearRows = (list: RefObject<HTMLElement | null>, count: number, rem: number) => {
  const [root, setRoot] = useState(rootPixels)
  const [near, setNear] = useState<Near>({ first: 0, end: 0 })
  const height = rem * root
  useLayoutEffect(() => {
    const box = list.current?.getBoundingClientRect()
    if (box === undefined) return
    const next = nearRows(box.top, window.innerHeight, height, count)
    setNear((before) => (same(before, next) ? before : next))
  }, [list, count, height])
  useEffect(() => {
    let frame = 0
    const update = () => {
      frame = 0
      const box = list.current?.getBoundingClientRect()
      if (box === undefined) return
      const next = nearRows(box.top, window.innerHeight, height, count)
      setNear((before) => (same(before, next) ? before : next))
    }
    const ask = () => {
      if (frame === 0) frame = requestAnimationFrame(update)
    }
    const resize = () => {
      setRoot(rootPixels())
      ask()
    }
    ask()
    window.addEventListener('scroll', ask, { passive: true })
    window.addEventListener('resize', resize)
    return () => {
      cancelAnimationFrame(frame)
      window.removeEventListener('scroll', ask)
      window.removeEventListener('resize', resize)
    }
  }, [list, count, height])
  return { ...near, height }
}
