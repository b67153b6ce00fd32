import { useOnce, type Form } from '@fairlot/ui'
import { useNavigate } from '@fairlot/app-shell/router'
import { call } from '#shell/client.ts'
import { dropBlockedSignIn, keepBlockedSignIn } from './blocked-sign-in.ts'
import { keepPendingSignIn, type PendingSignIn } from './pending-sign-in.ts'
import { showRefusal } from './show-refusal.ts'
import type { Agreement } from './use-agreement.ts'
import { useSignedIn } from './use-signed-in.ts'

interface PasswordSignIn<Name extends string> {
  readonly form: Form<Name | 'password'>
  readonly agreement: Agreement
  readonly account: () => string
  readonly from: PendingSignIn['from']
}

/** Account and password, once per tap: signed in, second factor next, blocked, or refused beside the field. */
export const usePasswordSignIn = <Name extends string>(options: PasswordSignIn<Name>) => {
  const { form, agreement, account, from } = options
  const navigate = useNavigate()
  const signedIn = useSignedIn()
  return useOnce(async () => {
    // Both are checked, so that everything missing shows at once.
    const agreed = agreement.check()
    if (!form.validate() || !agreed) return
    const agreementVersion = await agreement.version()
    if (agreementVersion === undefined) return
    dropBlockedSignIn()
    const { password } = form.values
    const answer = await call('/auth/signIn', { account: account(), password, agreementVersion })
    if (!answer.ok) {
      if (answer.why === 'refused' && answer.msg === 'auth.agreement-changed') agreement.renew()
      else if (!keepBlockedSignIn(answer)) await showRefusal(form, answer, 'password')
      return
    }
    if (answer.data.step === 'signed-in') {
      signedIn(answer.data, answer.msg)
      return
    }
    const { challengeId, methods } = answer.data
    keepPendingSignIn({ challengeId, methods, agreementVersion, from })
    navigate('/login/logon2')
  })
}
