// Shortcuts of a page. One letter each, inactive during typing, with a modifier or with an open dialog.

import { useEffect, useRef } from 'react'

export type Shortcuts = Readonly<Record<string, (event: KeyboardEvent) => void>>

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable || ['INPUT', 'TEXTAREA', 'SELECT'].includes(target.tagName))

const moves: ReadonlySet<string> = new Set(['j', 'k', 'ArrowDown', 'ArrowUp'])

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
      // Enter on a button or a link activates that control.
      if (key === 'Enter' && event.target instanceof HTMLElement && event.target.closest('button, a')) return
      const act = latest.current[key]
      if (act === undefined) return
      event.preventDefault()
      // A held key only moves through a list.
      if (event.repeat && !moves.has(key)) return
      act(event)
    }
    window.addEventListener('keydown', pressed)
    return () => window.removeEventListener('keydown', pressed)
  }, [])
}
