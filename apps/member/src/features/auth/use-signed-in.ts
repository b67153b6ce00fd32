import type { DataOf, MessageCode } from '@fairlot/contract'
import { useAfterSignIn } from '#shell/after-sign-in.ts'
import { startSession } from '#shell/session.ts'
import { toastMessage } from '#shell/toasts.ts'
import { dropPendingSignIn } from './pending-sign-in.ts'

type SignedIn = DataOf<'/auth/finishSignIn'>

/** The last step of every sign-in: store the session, confirm, and go to the page the member wanted. */
export const useSignedIn = (): ((data: SignedIn, msg: MessageCode | '') => void) => {
  const goOn = useAfterSignIn()
  return ({ session }, msg) => {
    dropPendingSignIn()
    startSession({ token: session.token, account: session.account })
    if (msg !== '') void toastMessage(msg)
    goOn()
  }
}
