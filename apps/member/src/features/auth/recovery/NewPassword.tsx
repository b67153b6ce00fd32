import { Button, Note, useForm, useOnce } from '@fairlot/ui'
import { useNavigate } from '@fairlot/app-shell/router'
import { catalogueTexts, messageText } from '#shell/catalogue.ts'
import { call } from '#shell/client.ts'
import { toastMessage } from '#shell/toasts.ts'
import styles from '../Auth.module.css'
import { AuthScreen } from '../AuthScreen.tsx'
import { confirmField, newPasswordField } from '../checks.ts'
import { HiddenAccount } from '../HiddenAccount.tsx'
import { NewPasswordFields } from '../NewPasswordFields.tsx'
import { setAside } from '../set-aside.ts'
import { showRefusal } from '../show-refusal.ts'
import { authTexts } from '../texts/index.ts'
import type { Proof } from './recovery-steps.ts'
import { Steps } from './Steps.tsx'

interface Props {
  readonly account: string
  readonly recoveryId: string
  readonly proof: Proof
  readonly onRefused: (text: string) => void
  readonly onExpired: () => void
}

export const NewPassword = ({ account, recoveryId, proof, onRefused, onExpired }: Props) => {
  const t = authTexts.use().recovery
  const messages = catalogueTexts.use()
  const navigate = useNavigate()
  const form = useForm({
    fields: {
      newPassword: newPasswordField(messages, () => account),
      confirmPassword: confirmField(messages, 'newPassword'),
    },
  })
  const { newPassword, confirmPassword } = form.values
  const submit = useOnce(async () => {
    if (!form.validate()) return
    const answer = await call('/auth/finishRecovery', { recoveryId, newPassword, confirmPassword, proof })
    if (answer.ok) {
      if (answer.msg !== '') void toastMessage(answer.msg)
      setAside('login', { account })
      navigate('/login/login', { replace: true })
      return
    }
    if (answer.why !== 'refused') return
    if (answer.msg === 'auth.recovery-refused') onRefused(await messageText(answer.msg, answer.params))
    else if (answer.msg === 'auth.challenge-expired') onExpired()
    else await showRefusal(form, answer, 'newPassword')
  })
  return (
    <AuthScreen languageChoice={false}>
      <Steps current={2} />
      <h1 className="title-2">{t.newPassword.title}</h1>
      <p className={styles.lead}>{t.newPassword.lead}</p>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          submit.run()
        }}
      >
        <HiddenAccount account={account} />
        <NewPasswordFields
          password={form.bind('newPassword')}
          confirm={form.bind('confirmPassword')}
          labels={{ password: t.newPassword.label, confirm: t.newPassword.confirm }}
        />
        <Note tone="brand" icon="shield-check" className={styles.effect}>
          {t.newPassword.proof[proof.way]}
        </Note>
        <Note tone="warn" icon="clock" className={styles.effect}>
          {t.effect}
        </Note>
        <div className={styles.after}>
          <Button type="submit" wide loading={submit.busy}>
            {t.newPassword.submit}
          </Button>
        </div>
      </form>
    </AuthScreen>
  )
}
