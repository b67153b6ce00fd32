// Dragging a row by its handle: the row follows the finger, the others make room, and releasing keeps the order. Near
// the edges the page scrolls, and the row moves along.

import { useEffect, useRef, useState, type PointerEvent } from 'react'

interface Drag {
  readonly from: number
  readonly at: number
  /** The row's offset from its place, in pixels. */
  readonly shift: number
}

const EDGE = 96
const FASTEST = 14

export const useDrag = (count: number, onMove: (from: number, to: number) => void) => {
  const [drag, setDrag] = useState<Drag>()
  const live = useRef<{ from: number; startY: number; startScroll: number; y: number; height: number }>(
    undefined,
  )
  const frame = useRef(0)
  const to = useRef(0)

  const follow = () => {
    const now = live.current
    if (now === undefined) return
    const distance = now.y - now.startY + window.scrollY - now.startScroll
    const at = Math.max(0, Math.min(count - 1, now.from + Math.round(distance / now.height)))
    to.current = at
    setDrag({ from: now.from, at, shift: distance })
  }
  const scroll = () => {
    const now = live.current
    if (now === undefined) return
    const above = EDGE - now.y
    const below = now.y - (window.innerHeight - EDGE)
    const speed = above > 0 ? -Math.min(FASTEST, above / 5) : below > 0 ? Math.min(FASTEST, below / 5) : 0
    if (speed !== 0) {
      window.scrollBy(0, speed)
      follow()
    }
    frame.current = requestAnimationFrame(scroll)
  }
  const end = (keep: boolean) => {
    const now = live.current
    if (now === undefined) return
    live.current = undefined
    cancelAnimationFrame(frame.current)
    setDrag(undefined)
    if (keep && to.current !== now.from) onMove(now.from, to.current)
  }
  useEffect(() => () => cancelAnimationFrame(frame.current), [])

  return {
    drag,
    /** The offset of the row at this index, in rows. */
    roomFor: (index: number): number => {
      if (drag === undefined || index === drag.from) return 0
      if (index > drag.from && index <= drag.at) return -1
      return index < drag.from && index >= drag.at ? 1 : 0
    },
    handle: (index: number) => ({
      onPointerDown: (event: PointerEvent<HTMLElement>) => {
        const row = event.currentTarget.closest('li')
        if (row === null || event.button !== 0) return
        event.currentTarget.setPointerCapture(event.pointerId)
        live.current = {
          from: index,
          startY: event.clientY,
          startScroll: window.scrollY,
          y: event.clientY,
          height: row.offsetHeight,
        }
        to.current = index
        follow()
        frame.current = requestAnimationFrame(scroll)
      },
      onPointerMove: (event: PointerEvent) => {
        if (live.current === undefined) return
        live.current.y = event.clientY
        follow()
      },
      onPointerUp: () => end(true),
      onPointerCancel: () => end(false),
    }),
  }
}
