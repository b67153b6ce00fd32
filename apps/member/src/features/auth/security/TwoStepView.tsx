// Two-step verification: set it up in three steps, or manage the active one.

import type { DataOf } from '@fairlot/contract'
import { Button, Card, Note, Row, StatusChip } from '@fairlot/ui'
import { useState } from 'react'
import { Answered } from '#shell/Answered.tsx'
import { call } from '#shell/client.ts'
import { refresh, useRead } from '#shell/data.ts'
import { RouteScreen } from '#shell/RouteScreen.tsx'
import { PasswordDialog } from './PasswordDialog.tsx'
import { securityTexts } from './texts/index.ts'
import { TurnOffTwoStep } from './TurnOffTwoStep.tsx'
import { TwoStepSetUp } from './TwoStepSetUp.tsx'
import styles from './TwoStepView.module.css'

type Secret = DataOf<'/auth/beginAuthenticator'>

export const TwoStepView = () => {
  const overview = useRead('/auth/securityOverview', {})
  const [secret, setSecret] = useState<Secret | null>(null)
  if (secret !== null)
    return (
      <TwoStepSetUp
        secret={secret}
        onDone={() => {
          setSecret(null)
          void refresh('/auth/securityOverview')
        }}
      />
    )
  return (
    <RouteScreen>
      <Answered read={overview}>
        {({ authenticator, recoveryCodesLeft }) =>
          authenticator ? <On codesLeft={recoveryCodesLeft} /> : <Off onSecret={setSecret} />
        }
      </Answered>
    </RouteScreen>
  )
}

const Off = ({ onSecret }: { onSecret: (secret: Secret) => void }) => {
  const texts = securityTexts.use()
  const [asking, setAsking] = useState(false)
  return (
    <>
      <Card pad as="section">
        <h2 className={styles.title}>{texts.twoStep.introTitle}</h2>
        <p className={styles.lead}>{texts.twoStep.introText}</p>
        <Button wide onPress={() => setAsking(true)}>
          {texts.twoStep.introStart}
        </Button>
      </Card>
      <Note icon="info" className={styles.note}>
        {texts.overview.hints.authenticator}
      </Note>
      {asking ? (
        <PasswordDialog
          title={texts.confirmPassword.title}
          action={texts.confirmPassword.action}
          onClose={() => setAsking(false)}
          onConfirm={async (password) => {
            const answer = await call('/auth/beginAuthenticator', { password })
            if (!answer.ok) return answer
            onSecret(answer.data)
            return undefined
          }}
        />
      ) : null}
    </>
  )
}

const On = ({ codesLeft }: { codesLeft: number }) => {
  const texts = securityTexts.use()
  const [turningOff, setTurningOff] = useState(false)
  return (
    <>
      <Card pad as="section">
        <h2 className={styles.title}>
          {texts.twoStep.introTitle}
          <StatusChip tone="brand" icon="check">
            {texts.twoStep.on}
          </StatusChip>
        </h2>
        <p className={styles.lead}>{texts.twoStep.onText}</p>
      </Card>
      <div className={styles.group}>
        <Card rows>
          <Row
            icon="receipt"
            title={texts.twoStep.codes}
            caption={texts.twoStep.codesCaption}
            value={texts.recovery.left(codesLeft)}
            href="/user/setting?view=recovery-codes"
          />
          <Row icon="blocked" tone="crit" title={texts.twoStep.turnOff} onPress={() => setTurningOff(true)} />
        </Card>
      </div>
      {turningOff ? <TurnOffTwoStep onClose={() => setTurningOff(false)} /> : null}
    </>
  )
}
