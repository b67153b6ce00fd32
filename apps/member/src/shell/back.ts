// The back rule: with history, one step back; without, the fallback. The next-page rule: going to the current page
// reloads it.

import { appHistory } from '@fairlot/app-shell/app-history'
import { useNavigate } from '@fairlot/app-shell/router'

/** The target when there is no history. */
export const FALLBACK_PATH = '/home/index'

/** One page back; an open layer closes with its page. False on the page the app was opened on. */
export const goBackOrFalse = (): boolean => {
  const history = appHistory()
  if (history.position() === 0) return false
  history.go(-1)
  return true
}

export const useBack = (): (() => void) => {
  const navigate = useNavigate()
  return () => {
    if (!goBackOrFalse()) navigate(FALLBACK_PATH, { replace: true })
  }
}

export const useNext = (): ((path: string) => void) => {
  const navigate = useNavigate()
  return (path) => {
    if (window.location.hash === `#${path}`) window.location.reload()
    else navigate(path)
  }
}
