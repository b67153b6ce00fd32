import { Field, TextLink, useForm } from '@fairlot/ui'
import { useState } from 'react'
import type { ConsoleDataOf } from '@fairlot/contract/console-routes'
import { ConsoleButton } from '#kit/ConsoleButton.tsx'
import { required } from '#kit/form/required.ts'
import { call } from '#shell/client.ts'
import { failureText } from '#shell/messages.ts'
import { signInTexts } from './texts/index.ts'
import styles from './SignIn.module.css'

interface EnrolStepProps {
  /** With the typed code: a founding operator's first voting key needs it too. */
  readonly onDone: (begun: ConsoleDataOf<'/operators/beginEnrolment'>, code: string) => void
  readonly onBack: () => void
}

export function EnrolStep({ onDone, onBack }: EnrolStepProps) {
  const all = signInTexts.use()
  const texts = all.enrol
  const form = useForm({
    fields: {
      login: required(all.required),
      code: required(all.required),
      password: required(all.required),
      again: required(all.required),
    },
  })
  const [isBusy, setBusy] = useState(false)
  const send = async () => {
    if (isBusy || !form.validate()) return
    setBusy(true)
    const answer = await call('/operators/beginEnrolment', {
      login: form.values.login.trim().toLowerCase(),
      enrolmentCode: form.values.code.trim(),
      password: form.values.password,
      confirmPassword: form.values.again,
    })
    setBusy(false)
    if (answer.ok) return onDone(answer.data, form.values.code.trim())
    const text = await failureText(answer)
    const code = answer.why === 'refused' ? answer.msg : ''
    if (code === 'operator.password-weak') form.setServerError('password', text)
    else if (code === 'operator.passwords-differ') form.setServerError('again', text)
    else form.setServerError('code', text)
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
      <Field {...form.bind('login')} label={all.password.login} autoComplete="username" required />
      <Field {...form.bind('code')} label={texts.code} required />
      <Field
        {...form.bind('password')}
        label={texts.password}
        help={texts.help}
        type="password"
        reveal={all.password.reveal}
        autoComplete="new-password"
        required
      />
      <Field
        {...form.bind('again')}
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
