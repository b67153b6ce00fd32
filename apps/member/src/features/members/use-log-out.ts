import { useState } from 'react'
import { useNavigate } from '@fairlot/app-shell/router'
import { call } from '#shell/client.ts'
import { currentSession, endSession, startLogOut } from '#shell/session.ts'
import { toastMessage } from '#shell/toasts.ts'

/**
 * Ends the session on the server, and on the phone whatever the server answers, so that being offline does not keep a
 * thief signed in.
 */
export const useLogOut = () => {
  const navigate = useNavigate()
  const [busy, setBusy] = useState(false)
  const logOut = async () => {
    setBusy(true)
    const token = currentSession()?.token
    if (token === undefined) return
    startLogOut(token)
    const answer = await call('/auth/signOut', {})
    // Another tab can have signed in meanwhile: that session stays.
    if (currentSession()?.token !== token) return
    endSession()
    navigate('/login/start', { replace: true })
    if (answer.ok || ('status' in answer && answer.status === 401)) void toastMessage('done.sign-out')
  }
  return { logOut, busy }
}
