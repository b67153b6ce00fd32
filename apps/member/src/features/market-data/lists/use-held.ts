import { useEffect, useState, type RefObject } from 'react'

/** Whether a finger or a pressed button is on the list: its order must not change then. */
export const useHeld = (list: RefObject<HTMLElement | null>): boolean => {
  const [held, setHeld] = useState(false)
  useEffect(() => {
    const element = list.current
    if (element === null) return
    // A scroll cancels the pointer while the finger is still down, so touches are counted as well.
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
