// The back rule: with history, one step back; without, the fallback. And the next-page rule: going to the page one is
// on reloads it.

import { useNavigate } from 'react-router'

/** Where one goes when there is nowhere to go back to. */
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
