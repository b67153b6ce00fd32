import { type RefObject, useEffect, useRef } from 'react'

/** Arrow keys go from the field to the first result, from result to result, and back to the field. */
export const useResultKeys = (): RefObject<HTMLDivElement | null> => {
  const frame = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const within = frame.current
    const move = (event: KeyboardEvent) => {
      if (within === null || (event.key !== 'ArrowDown' && event.key !== 'ArrowUp')) return
      const stops = [...within.querySelectorAll<HTMLElement>('input[type=search], li a[href]')]
      const at = stops.findIndex((stop) => stop === document.activeElement)
      const next = stops[at + (event.key === 'ArrowDown' ? 1 : -1)]
      if (at < 0 || next === undefined) return
      event.preventDefault()
      next.focus()
    }
    within?.addEventListener('keydown', move)
    return () => within?.removeEventListener('keydown', move)
  }, [])
  return frame
}
