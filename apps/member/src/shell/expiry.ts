// The session ended (401): skeletons replace figures at once, a dialog says so, and 1500 ms later the login screen
// opens. After signing in, members return to where they were, with their typed input.

import { createStore, useStore } from '@fairlot/ui/store'
import { dropToken, rememberReturnTo } from './session.ts'

export const REDIRECT_MS = 1500

const expired = createStore(false)

export const useExpired = (): boolean => useStore(expired)

export const expireSession = (): void => {
  if (expired.get()) return
  rememberReturnTo(window.location.hash.slice(1))
  expired.set(true)
  dropToken()
}

export const leaveExpired = (): void => expired.set(false)
