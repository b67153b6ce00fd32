import { useLayoutEffect, useRef, useState } from 'react'

/** The size of a drawing in CSS pixels, and of the smallest text in it. */
export const useSize = () => {
  const ref = useRef<SVGSVGElement>(null)
  const [size, setSize] = useState({ width: 0, height: 0 })
  useLayoutEffect(() => {
    const element = ref.current
    if (element === null) return
    const measure = () => setSize({ width: element.clientWidth, height: element.clientHeight })
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  const rem = Number.parseFloat(getComputedStyle(document.documentElement).fontSize)
  return { ref, ...size, rem, micro: Math.max(11, rem * 0.6875) }
}
