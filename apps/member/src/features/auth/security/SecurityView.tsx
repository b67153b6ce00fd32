// What protects this account, and what is missing.

import { Card, Icon, Note, Row, Section, StatusChip } from '@fairlot/ui'
import type { DataOf } from '@fairlot/contract'
import { Answered } from '#shell/Answered.tsx'
import { useRead } from '#shell/data.ts'
import { formatDate, useMoment } from '#shell/format.ts'
import { nativePort } from '#shell/native/port.ts'
import { HelpRow } from '#shell/HelpRow.tsx'
import { RouteScreen } from '#shell/RouteScreen.tsx'
import { missingProtections, protections } from './missing-protections.ts'
import { securityTexts } from './texts/index.ts'
import { UnlockRow } from './UnlockRow.tsx'
import styles from './SecurityView.module.css'

type Overview = DataOf<'/auth/securityOverview'>

export const SecurityView = () => {
  const read = useRead('/auth/securityOverview', {})
  return (
    <RouteScreen>
      <Answered read={read}>{(overview) => <Protections overview={overview} />}</Answered>
      <HelpRow page="protect-account" />
    </RouteScreen>
  )
}

const Protections = ({ overview }: { overview: Overview }) => {
  const texts = securityTexts.use().overview
  const unlock = nativePort()?.unlock ?? null
  const onOff = (on: boolean) => (
    <StatusChip tone={on ? 'brand' : 'warn'}>{on ? texts.on : texts.off}</StatusChip>
  )
  return (
    <>
      <Score overview={overview} />
      <Section title={texts.signIn} small>
        <Card rows>
          <Row
            icon="key"
            title={texts.loginPassword}
            caption={texts.changedAt(formatDate(overview.passwordChangedAt))}
            href="/user/loginPassword"
          />
          <Row
            icon="phone"
            title={texts.twoStep}
            caption={
              overview.authenticator ? texts.codesLeft(overview.recoveryCodesLeft) : texts.twoStepCaption
            }
            value={onOff(overview.authenticator)}
            href="/user/setting?view=two-step"
          />
          <Row
            icon="passkey"
            title={texts.passkeys}
            caption={texts.passkeysCaption}
            value={overview.passkeys === 0 ? texts.notSet : texts.keys(overview.passkeys)}
            href="/user/setting?view=passkeys"
          />
          {unlock === null ? null : <UnlockRow unlock={unlock} />}
        </Card>
      </Section>
      <Section title={texts.money} small>
        <Card rows>
          <Row
            icon="lock"
            title={texts.fundPassword}
            caption={texts.fundPasswordCaption}
            value={overview.fundPasswordSet ? texts.set : texts.notSet}
            href="/user/setPassword"
          />
          <Row
            icon="shield-check"
            title={texts.deviceKey}
            caption={texts.deviceKeyCaption}
            value={onOff(overview.deviceKey)}
            href="/user/setting?view=device-key"
          />
        </Card>
      </Section>
      <Section title={texts.devicesGroup} small>
        <Card rows>
          <Row
            icon="monitor"
            title={texts.devices}
            caption={texts.devicesCaption}
            value={texts.count(overview.sessions)}
            href="/user/setting?view=devices"
          />
          <Row
            icon="history"
            title={texts.signIns}
            caption={texts.signInsCaption}
            href="/user/setting?view=sign-ins"
          />
        </Card>
      </Section>
      <CoolDownNote until={overview.withdrawalCoolDownUntil} />
    </>
  )
}

const CoolDownNote = ({ until }: { readonly until: string | null }) => {
  const texts = securityTexts.use().overview
  const moment = useMoment()
  return (
    <Note
      className={styles.note}
      tone={until === null ? 'info' : 'warn'}
      icon={until === null ? 'info' : 'clock'}
    >
      {until === null ? texts.coolDown : texts.coolingDown(moment(until))}
    </Note>
  )
}

const Score = ({ overview }: { overview: Overview }) => {
  const texts = securityTexts.use().overview
  const missing = missingProtections(overview)
  const [first] = missing
  const done = protections.length - missing.length
  return (
    <Card pad as="section" className={styles.score}>
      <span className={styles.tile}>
        <Icon name="shield-check" />
      </span>
      <div className={styles.texts}>
        <div className={styles.top}>
          <b>{first === undefined ? texts.safe : texts.missing(missing.length)}</b>
          <span className={styles.count}>{texts.score(done, protections.length)}</span>
        </div>
        <p className={styles.hint}>{first === undefined ? texts.safeText : texts.hints[first]}</p>
        <div className={styles.bars} aria-hidden="true">
          {protections.map((name, at) => (
            <i key={name} className={at < done ? styles.done : undefined} />
          ))}
        </div>
      </div>
    </Card>
  )
}
