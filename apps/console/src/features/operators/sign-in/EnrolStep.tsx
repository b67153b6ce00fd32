import { Field, TextLink } from '@fairlot/ui'
import { useState } from 'react'
import type { ConsoleDataOf } from '@fairlot/contract/console-routes'
import { ConsoleButton } from '#kit/ConsoleButton.tsx'
import { call } from '#shell/client.ts'
import { failureText } from '#shell/messages.ts'
import { signInTexts } from './texts/index.ts'
import { useFields } from './use-fields.ts'
import styles from './SignIn.module.css'

interface EnrolStepProps {
  /** With the typed code: a founding operator's first voting key needs it too. */
  readonly onDone: (begun: ConsoleDataOf<'/operators/beginEnrolment'>, code: string) => void
  readonly onBack: () => void
}

export function EnrolStep({ onDone, onBack }: EnrolStepProps) {
  const all = signInTexts.use()
  const texts = all.enrol
  const fields = useFields(['login', 'code', 'password', 'again'] as const, all.required)
  const [isBusy, setBusy] = useState(false)
  const send = async () => {
    if (isBusy || !fields.areFilled()) return
    setBusy(true)
    const answer = await call('/operators/beginEnrolment', {
      login: fields.valueOf('login').trim().toLowerCase(),
      enrolmentCode: fields.valueOf('code').trim(),
      password: fields.valueOf('password'),
      confirmPassword: fields.valueOf('again'),
    })
    setBusy(false)
    if (answer.ok) return onDone(answer.data, fields.valueOf('code').trim())
    const text = await failureText(answer)
    const code = answer.why === 'refused' ? answer.msg : ''
    if (code === 'operator.password-weak') fields.say('password', text)
    else if (code === 'operator.passwords-differ') fields.say('again', text)
    else fields.say('code', text)
  }
  return (
    <form
      className={styles.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        void send()
      }}
    >
      <div>
        <h1 className={styles.title}>{texts.title}</h1>
        <p className={styles.lead}>{texts.lead}</p>
      </div>
      <Field {...fields.bind('login')} label={all.password.login} autoComplete="username" required />
      <Field {...fields.bind('code')} label={texts.code} required />
      <Field
        {...fields.bind('password')}
        label={texts.password}
        help={texts.help}
        type="password"
        reveal={all.password.reveal}
        autoComplete="new-password"
        required
      />
      <Field
        {...fields.bind('again')}
        label={texts.again}
        type="password"
        reveal={all.password.reveal}
        autoComplete="new-password"
        required
      />
      <ConsoleButton type="submit" wide loading={isBusy} className={styles.main}>
        {texts.next}
      </ConsoleButton>
      <TextLink onPress={onBack}>{texts.back}</TextLink>
    </form>
  )
}
