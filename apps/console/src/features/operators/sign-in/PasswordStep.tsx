import { Field, TextLink, useForm } from '@fairlot/ui'
import { useState } from 'react'
import type { ConsoleDataOf } from '@fairlot/contract/console-routes'
import { ConsoleButton } from '#kit/ConsoleButton.tsx'
import { required } from '#kit/form/required.ts'
import { call } from '#shell/client.ts'
import { failureText } from '#shell/messages.ts'
import { signInTexts } from './texts/index.ts'
import styles from './SignIn.module.css'

interface PasswordStepProps {
  readonly onDone: (login: string, begun: ConsoleDataOf<'/operators/signIn'>) => void
  readonly onFirstTime: () => void
}

export function PasswordStep({ onDone, onFirstTime }: PasswordStepProps) {
  const all = signInTexts.use()
  const texts = all.password
  const form = useForm({
    fields: { login: required(all.required), password: required(all.required) },
  })
  const [isBusy, setBusy] = useState(false)
  const send = async () => {
    if (isBusy || !form.validate()) return
    setBusy(true)
    const login = form.values.login.trim().toLowerCase()
    const answer = await call('/operators/signIn', { login, password: form.values.password })
    setBusy(false)
    if (answer.ok) onDone(login, answer.data)
    else form.setServerError('password', await failureText(answer))
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
      <Field {...form.bind('login')} label={texts.login} autoComplete="username" required />
      <Field
        {...form.bind('password')}
        label={texts.password}
        aside={<span className={styles.hint}>{texts.rule}</span>}
        type="password"
        reveal={texts.reveal}
        autoComplete="current-password"
        required
      />
      <ConsoleButton type="submit" wide loading={isBusy} className={styles.main}>
        {texts.next}
      </ConsoleButton>
      <TextLink onPress={onFirstTime}>{texts.first}</TextLink>
    </form>
  )
}
