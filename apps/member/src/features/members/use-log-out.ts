import { useState } from 'react'
import { useNavigate } from 'react-router'
import { call } from '#shell/client.ts'
import { currentSession, endSession } from '#shell/session.ts'
import { toastMessage } from '#shell/toasts.ts'

/** Ends the session on the server, and on the phone whatever the server says: a thief offline gains nothing. */
export const useLogOut = () => {
  const navigate = useNavigate()
  const [busy, setBusy] = useState(false)
  const logOut = async () => {
    setBusy(true)
    const token = currentSession()?.token
    const answer = await call('/auth/signOut', {})
    // The answer may itself have ended the session (401), or another tab changed it: then there is nothing left to do.
    if (currentSession()?.token !== token) return
    endSession()
    await navigate('/login/start', { replace: true })
    if (answer.ok) void toastMessage('done.sign-out')
  }
  return { logOut, busy }
}
