// The member's sessions, and a way to end each. Refused tries of the last days are shown beside them.

import { dayMs } from '@fairlot/rules/calendar'
import { ActionBar, Button, Card, Dialog, Icon, Note, Section, SkeletonRows, TextLink } from '@fairlot/ui'
import type { DataOf } from '@fairlot/contract'
import { useState } from 'react'
import { Answered } from '#shell/Answered.tsx'
import { call } from '#shell/client.ts'
import { refresh, useRead } from '#shell/data.ts'
import { useMoment } from '#shell/format.ts'
import { RouteScreen } from '#shell/RouteScreen.tsx'
import { shellTexts } from '#shell/texts/index.ts'
import { toastHelper, toastMessage } from '#shell/toasts.ts'
import { isPhone } from './device-kind.ts'
import { securityTexts } from './texts/index.ts'
import styles from './DevicesView.module.css'

type Device = DataOf<'/auth/listSessions'>['sessions'][number]

export const DevicesView = () => {
  const texts = securityTexts.use().devices
  const { loading } = shellTexts.use()
  const read = useRead('/auth/listSessions', {})
  const [asking, setAsking] = useState<Device | 'others' | null>(null)
  const others = read.data?.sessions.filter(({ current }) => !current) ?? []
  return (
    <RouteScreen
      footer={
        others.length === 0 ? undefined : (
          <ActionBar>
            <Button kind="danger" wide onPress={() => setAsking('others')}>
              {texts.signOutAll(others.length)}
            </Button>
          </ActionBar>
        )
      }
    >
      <Answered read={read} skeleton={<SkeletonRows label={loading} count={3} />}>
        {({ sessions }) => <Devices sessions={sessions} onAsk={setAsking} />}
      </Answered>
      <Blocked />
      <Note className={styles.note}>{texts.note}</Note>
      {asking === null ? null : <Confirm what={asking} onClose={() => setAsking(null)} />}
    </RouteScreen>
  )
}

interface DevicesProps {
  readonly sessions: readonly Device[]
  readonly onAsk: (device: Device) => void
}

const Devices = ({ sessions, onAsk }: DevicesProps) => {
  const texts = securityTexts.use().devices
  const here = sessions.filter(({ current }) => current)
  const others = sessions.filter(({ current }) => !current)
  return (
    <>
      <Section title={texts.here} small>
        <Card rows>
          {here.map((device) => (
            <DeviceRow key={device.sessionId} device={device} />
          ))}
        </Card>
      </Section>
      <Section title={texts.others} small>
        <Card rows>
          {others.length === 0 ? <p className={styles.none}>{texts.noOthers}</p> : null}
          {others.map((device) => (
            <DeviceRow key={device.sessionId} device={device} onSignOut={() => onAsk(device)} />
          ))}
        </Card>
      </Section>
    </>
  )
}

const DeviceRow = ({ device, onSignOut }: { device: Device; onSignOut?: () => void }) => {
  const texts = securityTexts.use().devices
  const moment = useMoment()
  return (
    <div className={styles.device}>
      <span className={device.current ? styles.brandTile : styles.tile}>
        <Icon name={isPhone(device.label) ? 'phone' : 'monitor'} />
      </span>
      <span className={styles.texts}>
        <span className={styles.name}>{device.label}</span>
        <span className={styles.small}>{device.network}</span>
        <span className={styles.small}>
          {device.current
            ? `${texts.signedIn(moment(device.signedInAt))} · ${texts.inUse}`
            : texts.lastSeen(moment(device.lastSeenAt))}
        </span>
      </span>
      {onSignOut === undefined ? null : (
        <Button kind="quiet" small onPress={onSignOut}>
          {texts.signOut}
          <span className="visually-hidden">{device.label}</span>
        </Button>
      )}
    </div>
  )
}

/** The newest refused try of the last week: a person who knows the password deserves a warning. */
const WEEK_MS = 7 * dayMs

const Blocked = () => {
  const all = securityTexts.use()
  const texts = all.devices
  const moment = useMoment()
  const [now] = useState(Date.now)
  const read = useRead('/auth/listSignIns', {}, { quiet: true })
  const try_ = read.data?.signIns.find(
    ({ outcome, at }) => outcome !== 'signed-in' && now - Date.parse(at) < WEEK_MS,
  )
  if (try_ === undefined) return null
  return (
    <Section title={texts.blocked} small>
      <Card rows>
        <div className={styles.device}>
          <span className={styles.warnTile}>
            <Icon name="warning" />
          </span>
          <span className={styles.texts}>
            <span className={styles.name}>{all.signIns.outcomes[try_.outcome]}</span>
            <span className={styles.small}>
              {try_.label} · {try_.network} · {moment(try_.at)}
            </span>
            <span className={styles.small}>{texts.blockedText}</span>
            <TextLink href="/user/loginPassword">{texts.changePassword}</TextLink>
          </span>
        </div>
      </Card>
    </Section>
  )
}

const Confirm = ({ what, onClose }: { what: Device | 'others'; onClose: () => void }) => {
  const all = securityTexts.use()
  const texts = all.devices
  const [busy, setBusy] = useState(false)
  const signOut = async () => {
    setBusy(true)
    const answer =
      what === 'others'
        ? await call('/auth/revokeOtherSessions', {})
        : await call('/auth/revokeSession', { sessionId: what.sessionId })
    setBusy(false)
    if (answer.ok) {
      if (answer.data === null) void toastMessage('done.device-signed-out')
      else toastHelper(texts.revoked(answer.data.revoked))
    }
    await refresh('/auth/listSessions', '/auth/securityOverview')
    onClose()
  }
  return (
    <Dialog
      open
      onClose={onClose}
      role="alertdialog"
      icon="logout"
      tone="crit"
      title={what === 'others' ? texts.askAll : texts.askOne}
      actions={
        <>
          <Button kind="danger-fill" wide loading={busy} onPress={() => void signOut()}>
            {texts.signOut}
          </Button>
          <Button kind="text" wide onPress={onClose}>
            {all.cancel}
          </Button>
        </>
      }
    >
      {what === 'others' ? null : <b>{what.label}</b>}
      <p>{what === 'others' ? texts.askAllText : texts.askText}</p>
    </Dialog>
  )
}
