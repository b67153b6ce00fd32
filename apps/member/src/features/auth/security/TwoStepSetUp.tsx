// Scan, enter the code, save the recovery codes. Nothing takes effect before the code was right.

import type { DataOf } from '@fairlot/contract'
import { ActionBar, Button, Card, CodeInput, CopyButton, LinkButton, Note, ProgressSteps } from '@fairlot/ui'
import { useState } from 'react'
import { messageText } from '#shell/catalogue.ts'
import { call } from '#shell/client.ts'
import { RouteScreen } from '#shell/RouteScreen.tsx'
import { shellTexts } from '#shell/texts/index.ts'
import { toastMessage } from '#shell/toasts.ts'
import { KeepCodes } from './KeepCodes.tsx'
import { qrPath } from '@fairlot/app-shell/qr'
import { securityTexts } from './texts/index.ts'
import form from './form.module.css'
import styles from './TwoStepSetUp.module.css'

interface Props {
  readonly secret: DataOf<'/auth/beginAuthenticator'>
  readonly onDone: () => void
}

export const TwoStepSetUp = ({ secret, onDone }: Props) => {
  const [step, setStep] = useState<'scan' | 'code'>('scan')
  const [codes, setCodes] = useState<readonly string[] | null>(null)
  if (codes !== null) return <KeepCodes codes={codes} onDone={onDone} progress={<Progress current={2} />} />
  return step === 'scan' ? (
    <Scan secret={secret} onNext={() => setStep('code')} />
  ) : (
    <EnterCode onBack={() => setStep('scan')} onCodes={setCodes} />
  )
}

const Progress = ({ current }: { current: number }) => {
  const texts = securityTexts.use().twoStep
  return (
    <ProgressSteps
      label={texts.stepLabel(current + 1, texts.steps.length)}
      steps={texts.steps}
      current={current}
    />
  )
}

const Scan = ({ secret, onNext }: { secret: Props['secret']; onNext: () => void }) => {
  const texts = securityTexts.use().twoStep
  const { copy } = shellTexts.use()
  const { size, path } = qrPath(secret.uri)
  return (
    <RouteScreen
      footer={
        <ActionBar>
          <Button wide onPress={onNext}>
            {texts.next}
          </Button>
        </ActionBar>
      }
    >
      <Progress current={0} />
      <h2 className={form.heading}>{texts.scan}</h2>
      <ol className={styles.steps}>
        <li>{texts.scan1}</li>
        <li>{texts.scan2}</li>
      </ol>
      <Card className={styles.card}>
        <svg
          className={styles.qr}
          viewBox={`-3 -3 ${size + 6} ${size + 6}`}
          role="img"
          aria-label={texts.qr}
          shapeRendering="crispEdges"
        >
          <rect x="-3" y="-3" width={size + 6} height={size + 6} fill="#fff" />
          <path d={path} fill="#16172b" />
        </svg>
        <p className={styles.same}>{texts.same}</p>
        <div className={styles.secret}>
          <span aria-label={texts.secret}>{secret.secret.replaceAll(/(.{4})(?=.)/g, '$1 ')}</span>
          <CopyButton kind="icon" text={secret.secret} texts={copy} />
        </div>
        <LinkButton kind="text" href={secret.uri}>
          {texts.open}
        </LinkButton>
      </Card>
      <Note icon="clock" className={styles.note}>
        {texts.once}
      </Note>
    </RouteScreen>
  )
}

interface EnterCodeProps {
  readonly onBack: () => void
  readonly onCodes: (codes: readonly string[]) => void
}

const EnterCode = ({ onBack, onCodes }: EnterCodeProps) => {
  const texts = securityTexts.use()
  const [code, setCode] = useState('')
  const [error, setError] = useState<string>()
  const [busy, setBusy] = useState(false)
  const confirm = async (value: string) => {
    if (busy) return
    setBusy(true)
    const answer = await call('/auth/confirmAuthenticator', { code: value })
    setBusy(false)
    if (answer.ok) {
      void toastMessage('done.second-factor-on')
      onCodes(answer.data.recoveryCodes)
    } else if (answer.why === 'refused') {
      setError(
        answer.msg === 'auth.wrong-code' ? texts.twoStep.wrong : await messageText(answer.msg, answer.params),
      )
    }
  }
  return (
    <RouteScreen ground="surface" onBack={onBack}>
      <Progress current={1} />
      <div className={form.stack}>
        <div>
          <h2 className={form.heading}>{texts.twoStep.enter}</h2>
          <p className={form.lead}>{texts.twoStep.enterText}</p>
        </div>
        <CodeInput
          label={texts.code}
          value={code}
          error={error}
          autoFocus
          onChange={(value) => {
            setCode(value)
            setError(undefined)
          }}
          onComplete={(value) => void confirm(value)}
        />
        {error === undefined ? null : (
          <Button
            kind="quiet"
            wide
            onPress={() => {
              setCode('')
              setError(undefined)
            }}
          >
            {texts.twoStep.clear}
          </Button>
        )}
        <Button kind="text" wide loading={busy} onPress={onBack}>
          {texts.twoStep.rescan}
        </Button>
      </div>
    </RouteScreen>
  )
}
