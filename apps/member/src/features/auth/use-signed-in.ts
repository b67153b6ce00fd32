import type { DataOf, MessageCode } from '@fairlot/contract'
import { useNavigate } from '@fairlot/app-shell/router'
import { useAfterSignIn } from '#shell/after-sign-in.ts'
import { startSession } from '#shell/session.ts'
import { toastMessage } from '#shell/toasts.ts'
import { dropPendingSignIn } from './pending-sign-in.ts'

type SignedIn = DataOf<'/auth/finishSignIn'>

/**
 * The last step of every sign-in: store the session, confirm, and go to the page the member wanted. A new member sees
 * the welcome first.
 */
export const useSignedIn = (): ((data: SignedIn, msg: MessageCode | '', isNew?: boolean) => void) => {
  const goOn = useAfterSignIn()
  const navigate = useNavigate()
  return ({ session }, msg, isNew = false) => {
    dropPendingSignIn()
    startSession({ token: session.token, account: session.account })
    if (msg !== '') void toastMessage(msg)
    if (isNew) navigate('/user/setting?view=welcome', { replace: true })
    else goOn()
  }
}
