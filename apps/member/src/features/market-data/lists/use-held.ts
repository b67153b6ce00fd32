import { useEffect, useState, type RefObject } from 'react'

/** Whether a finger or a pressed button rests on the list: it must not change its order under it. */
export const useHeld = (list: RefObject<HTMLElement | null>): boolean => {
  const [held, setHeld] = useState(false)
  useEffect(() => {
    const element = list.current
    if (element === null) return
    // A scroll takes the pointer away while the finger is still down, so touches are counted beside it.
    const touch = (event: TouchEvent) => setHeld(event.touches.length > 0)
    const press = (event: PointerEvent) => {
      if (event.pointerType === 'mouse') setHeld(true)
    }
    const release = () => setHeld(false)
    const passive = { passive: true }
    element.addEventListener('touchstart', touch, passive)
    element.addEventListener('touchend', touch, passive)
    element.addEventListener('touchcancel', touch, passive)
    element.addEventListener('pointerdown', press)
    window.addEventListener('mouseup', release)
    window.addEventListener('dragend', release)
    return () => {
      element.removeEventListener('touchstart', touch)
      element.removeEventListener('touchend', touch)
      element.removeEventListener('touchcancel', touch)
      element.removeEventListener('pointerdown', press)
      window.removeEventListener('mouseup', release)
      window.removeEventListener('dragend', release)
      setHeld(false)
    }
  }, [list])
  return held
}
