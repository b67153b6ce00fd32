import { type RefObject, useEffect, useRef } from 'react'

/**
 * Binds a row of snapping pages to an index. A scroll that the code started is not reported until it reaches its page;
 * otherwise a jump over two pages would stop at the page between.
 */
export function useSnap(
  ref: RefObject<HTMLElement | null>,
  index: number,
  onChange: (index: number) => void,
): void {
  const target = useRef<number | undefined>(undefined)
  const latest = useRef({ index, onChange })
  useEffect(() => {
    latest.current = { index, onChange }
  })

  useEffect(() => {
    const row = ref.current
    if (row === null) return
    const left = index * row.clientWidth
    if (Math.abs(row.scrollLeft - left) < 2) return
    target.current = index
    const reducesMotion = matchMedia('(prefers-reduced-motion: reduce)').matches
    row.scrollTo({ left, behavior: reducesMotion ? 'instant' : 'smooth' })
  }, [ref, index])

  useEffect(() => {
    const row = ref.current
    if (row === null) return
    const report = () => {
      const page = Math.round(row.scrollLeft / Math.max(row.clientWidth, 1))
      if (target.current !== undefined) {
        if (page === target.current) target.current = undefined
        return
      }
      if (page !== latest.current.index) latest.current.onChange(page)
    }
    const clearTarget = () => {
      target.current = undefined
    }
    row.addEventListener('scroll', report, { passive: true })
    row.addEventListener('pointerdown', clearTarget, { passive: true })
    // A change of width (rotated phone) must not leave the row between two pages.
    const resize = new ResizeObserver(() =>
      row.scrollTo({ left: latest.current.index * row.clientWidth, behavior: 'instant' }),
    )
    resize.observe(row)
    return () => {
      row.removeEventListener('scroll', report)
      row.removeEventListener('pointerdown', clearTarget)
      resize.disconnect()
    }
  }, [ref])
}
