// The back rule: with history, one step back; without, the fallback. The next-page rule: going to the current page
// reloads it.

import { useNavigate } from 'react-router'

/** The target when there is no history. */
export const FALLBACK_PATH = '/home/index'

/** react-router numbers its history entries; entry 0 is the page the app was opened on. */
const depth = (): number => {
  const state: unknown = window.history.state
  return typeof state === 'object' && state !== null && 'idx' in state && typeof state.idx === 'number'
    ? state.idx
    : 0
}

export const goBackOrFalse = (): boolean => {
  if (depth() === 0) return false
  window.history.back()
  return true
}

export const useBack = (): (() => void) => {
  const navigate = useNavigate()
  return () => {
    if (!goBackOrFalse()) void navigate(FALLBACK_PATH, { replace: true })
  }
}

export const useNext = (): ((path: string) => void) => {
  const navigate = useNavigate()
  return (path) => {
    if (window.location.hash === `#${path}`) window.location.reload()
    else void navigate(path)
  }
}
