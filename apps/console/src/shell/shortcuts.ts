// Keys of a page. One letter each, and none while somebody types, holds a modifier or has a dialog open.

import { useEffect, useRef } from 'react'

export type Shortcuts = Readonly<Record<string, (event: KeyboardEvent) => void>>

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable || ['INPUT', 'TEXTAREA', 'SELECT'].includes(target.tagName))

export const useShortcuts = (shortcuts: Shortcuts): void => {
  const latest = useRef(shortcuts)
  useEffect(() => {
    latest.current = shortcuts
  })
  useEffect(() => {
    const pressed = (event: KeyboardEvent) => {
      if (event.metaKey || event.ctrlKey || event.altKey || event.isComposing) return
      if (isTyping(event.target) || document.querySelector('dialog:modal') !== null) return
      const key = event.key.length === 1 ? event.key.toLowerCase() : event.key
      // Enter on a button or a link is that control's own.
      if (key === 'Enter' && event.target instanceof HTMLElement && event.target.closest('button, a')) return
      const act = latest.current[key]
      if (act === undefined) return
      event.preventDefault()
      act(event)
    }
    window.addEventListener('keydown', pressed)
    return () => window.removeEventListener('keydown', pressed)
  }, [])
}
