import { CodeInput, CopyButton } from '@fairlot/ui'
import { useMemo, useState } from 'react'
import type { ConsoleDataOf } from '@fairlot/contract/console-routes'
import { ConsoleButton } from '#kit/ConsoleButton.tsx'
import { call } from '#shell/client.ts'
import { failureText } from '#shell/messages.ts'
import { shellTexts } from '#shell/texts/index.ts'
import { qrPath } from '@fairlot/app-shell/qr'
import { signInTexts } from './texts/index.ts'
import styles from './SignIn.module.css'

interface AuthenticatorStepProps {
  readonly begun: ConsoleDataOf<'/operators/beginEnrolment'>
  readonly onDone: (enrolled: ConsoleDataOf<'/operators/finishEnrolment'>) => void
  readonly onRestart: () => void
}

export function AuthenticatorStep({ begun, onDone, onRestart }: AuthenticatorStepProps) {
  const all = signInTexts.use()
  const texts = all.app
  const { copy } = shellTexts.use()
  const qr = useMemo(() => qrPath(begun.uri), [begun.uri])
  const [code, setCode] = useState('')
  const [error, setError] = useState<string>()
  const [isBusy, setBusy] = useState(false)
  const send = async (given: string) => {
    if (isBusy || given.length < 6) return
    setBusy(true)
    const answer = await call('/operators/finishEnrolment', { challengeId: begun.challengeId, code: given })
    setBusy(false)
    if (answer.ok) return onDone(answer.data)
    setCode('')
    setError(await failureText(answer))
    if (answer.why === 'refused' && answer.msg === 'operator.challenge-expired') onRestart()
  }
  return (
    <form
      className={styles.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        void send(code)
      }}
    >
      <div>
        <h1 className={styles.title}>{texts.title}</h1>
        <p className={styles.lead}>{texts.lead}</p>
      </div>
      <div className={styles.seed}>
        <svg viewBox={`-2 -2 ${qr.size + 4} ${qr.size + 4}`} role="img" aria-label={texts.qr}>
          <rect x="-2" y="-2" width={qr.size + 4} height={qr.size + 4} fill="#fff" />
          <path d={qr.path} fill="#16172b" />
        </svg>
        <div className={styles.secret}>
          <span className={styles.hint}>{texts.secret}</span>
          <span className="mono">{begun.secret.replace(/(.{4})(?=.)/g, '$1 ')}</span>
          <CopyButton text={begun.secret} texts={copy} />
        </div>
      </div>
      <div>
        <p className={styles.label}>{all.second.label}</p>
        <CodeInput
          label={all.second.label}
          value={code}
          error={error}
          onChange={(next) => {
            setCode(next)
            setError(undefined)
          }}
          onComplete={(whole) => void send(whole)}
        />
      </div>
      <ConsoleButton type="submit" wide loading={isBusy} disabled={code.length < 6} className={styles.main}>
        {texts.confirm}
      </ConsoleButton>
    </form>
  )
}
