import { CodeInput, Field, Note, TextLink, useForm } from '@fairlot/ui'
import { type ComponentProps, useEffect, useState } from 'react'
import { ConsoleButton } from '#kit/ConsoleButton.tsx'
import { required } from '#kit/form/required.ts'
import { call } from '#shell/client.ts'
import { failureText } from '#shell/messages.ts'
import type { Me } from '#shell/session.ts'
import { askPasskey } from '../passkey.ts'
import { signInTexts } from './texts/index.ts'
import styles from './SignIn.module.css'

const LENGTH = 6
const PERIOD_S = 30

const secondsLeft = () => PERIOD_S - (Math.floor(Date.now() / 1000) % PERIOD_S)

interface SecondStepProps {
  readonly login: string
  readonly challengeId: string
  /** The operator has a passkey: it is offered first, because a phishing site cannot use it. */
  readonly hasPasskey: boolean
  readonly onDone: (me: Me) => void
  readonly onRestart: () => void
}

export function SecondStep({ login, challengeId, hasPasskey, onDone, onRestart }: SecondStepProps) {
  const all = signInTexts.use()
  const texts = all.second
  const [method, setMethod] = useState<'authenticator' | 'recovery-code'>('authenticator')
  const [code, setCode] = useState('')
  const [error, setError] = useState<string>()
  const [isBusy, setBusy] = useState(false)
  const form = useForm({ fields: { recovery: required(all.required) } })
  const send = async (given: string) => {
    if (isBusy) return
    setBusy(true)
    const answer = await call('/operators/finishSignIn', { challengeId, method, code: given })
    setBusy(false)
    if (answer.ok) return onDone(answer.data)
    const text = await failureText(answer)
    if (method === 'recovery-code') form.setServerError('recovery', text)
    else {
      setCode('')
      setError(text)
    }
  }
  const isApp = method === 'authenticator'
  return (
    <form
      className={styles.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (isApp ? code.length === LENGTH : form.validate())
          void send(isApp ? code : form.values.recovery.trim())
      }}
    >
      <div>
        <h1 className={styles.title}>{texts.title(login)}</h1>
        <p className={styles.lead}>{texts.lead}</p>
      </div>
      {hasPasskey ? (
        <Passkey challengeId={challengeId} isBusy={isBusy} onBusy={setBusy} onDone={onDone} />
      ) : null}
      {isApp ? (
        <AppCode
          value={code}
          error={error}
          autoFocus={!hasPasskey}
          onChange={(next) => {
            setCode(next)
            setError(undefined)
          }}
          onComplete={(whole) => void send(whole)}
        />
      ) : (
        <Field {...form.bind('recovery')} label={texts.recovery} help={texts.recoveryHelp} required />
      )}
      <ConsoleButton
        type="submit"
        wide
        loading={isBusy}
        disabled={isApp && code.length < LENGTH}
        kind={hasPasskey ? 'outline' : 'primary'}
        className={styles.main}
      >
        {isApp && code.length < LENGTH ? texts.missing(LENGTH - code.length) : texts.confirm}
      </ConsoleButton>
      <div className={styles.between}>
        <TextLink onPress={() => setMethod(isApp ? 'recovery-code' : 'authenticator')}>
          {isApp ? texts.useRecovery : texts.useApp}
        </TextLink>
        <span className={styles.hint}>{texts.noSms}</span>
      </div>
      <Note icon="clock">{texts.session}</Note>
      <TextLink onPress={onRestart}>{texts.back}</TextLink>
    </form>
  )
}

interface PasskeyProps extends Pick<SecondStepProps, 'challengeId' | 'onDone'> {
  readonly isBusy: boolean
  readonly onBusy: (isBusy: boolean) => void
}

function Passkey({ challengeId, isBusy, onBusy, onDone }: PasskeyProps) {
  const texts = signInTexts.use().second
  const [error, setError] = useState<string>()
  const sign = async () => {
    if (isBusy) return
    onBusy(true)
    setError(undefined)
    const begun = await call('/operators/beginPasskeySignIn', { challengeId })
    const response = begun.ok ? await askPasskey(begun.data.options) : null
    const answer =
      !begun.ok || response === null
        ? begun
        : await call('/operators/finishPasskeySignIn', { ceremonyId: begun.data.ceremonyId, response })
    onBusy(false)
    if (!answer.ok) return setError(await failureText(answer))
    if ('operatorId' in answer.data) return onDone(answer.data)
    setError(texts.passkeyClosed)
  }
  return (
    <div className={styles.passkey}>
      <ConsoleButton wide icon="passkey" loading={isBusy} onPress={() => void sign()}>
        {texts.usePasskey}
      </ConsoleButton>
      {error === undefined ? null : (
        <Note tone="crit" role="alert">
          {error}
        </Note>
      )}
      <p className={styles.hint}>{texts.orCode}</p>
    </div>
  )
}

/** The authenticator's code, and how long the present one is valid. */
function AppCode(props: Omit<ComponentProps<typeof CodeInput>, 'label'>) {
  const texts = signInTexts.use().second
  const [left, setLeft] = useState(secondsLeft)
  useEffect(() => {
    const timer = setInterval(() => setLeft(secondsLeft()), 1000)
    return () => clearInterval(timer)
  }, [])
  return (
    <div>
      <p className={styles.label}>{texts.label}</p>
      <CodeInput label={texts.label} {...props} />
      <div className={styles.under}>
        <span aria-hidden="true">{texts.left(left)}</span>
        <span>{texts.rule}</span>
      </div>
    </div>
  )
}
