// A session becomes idle only while the app is hidden: on screen, it makes a call at least this often. The call also
// detects within minutes that another device has signed this one out.

import { useEffect } from 'react'
import { call } from './client.ts'
import { useSession } from './session.ts'

/** Below the rule `session.touch.minutes`; heartbeat.test.ts checks it. */
export const HEARTBEAT_MS = 4 * 60_000

export const useHeartbeat = (): void => {
  const token = useSession()?.token
  useEffect(() => {
    if (token === undefined) return
    let last = Date.now()
    const touchSession = () => {
      if (document.visibilityState !== 'visible' || Date.now() - last < HEARTBEAT_MS) return
      last = Date.now()
      void call('/members/profile', {}, { quiet: true })
    }
    const timer = setInterval(touchSession, HEARTBEAT_MS / 8)
    document.addEventListener('visibilitychange', touchSession)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', touchSession)
    }
  }, [token])
}
