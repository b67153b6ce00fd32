// My figures against the thresholds, my application, and my profile when I am a mentor.

import type { DataOf } from '@fairlot/contract'
import { ActionBar, Button, Card, KeyValues, LinkButton, Note, Row, Section, StatusChip } from '@fairlot/ui'
import { useState } from 'react'
import { CancelDialog } from '#features/funds'
import { Answered } from '#shell/Answered.tsx'
import { call, newIdempotencyKey } from '#shell/client.ts'
import { useRead } from '#shell/data.ts'
import { useMoment } from '#shell/format.ts'
import { RouteScreen } from '#shell/RouteScreen.tsx'
import { mentorPath, mentorsMoved, useMentorChanges } from '../mentor.ts'
import { MentorChips } from '../MentorChips.tsx'
import { mentorsTexts } from '../texts/index.ts'
import { Thresholds } from './Thresholds.tsx'
import styles from '../Mentors.module.css'

type Own = DataOf<'/mentors/own'>

const applyPath = '/gdindex/gdindex?view=apply'

export const OwnView = () => {
  useMentorChanges()
  const read = useRead('/mentors/own', {})
  const own = read.data
  const canApply = own !== undefined && own.level !== null && own.application?.state !== 'pending'
  return (
    <RouteScreen footer={canApply ? <ApplyBar own={own} /> : undefined}>
      <Answered read={read}>
        {(answer) => (
          <div className={styles.panel}>
            <Standing own={answer} />
            {answer.mentor === null ? null : <Profile mentor={answer.mentor} />}
            {answer.application === null ? null : <Application application={answer.application} />}
            <Thresholds own={answer} />
            <After />
          </div>
        )}
      </Answered>
    </RouteScreen>
  )
}

const Standing = ({ own: { figures, level } }: { readonly own: Own }) => {
  const all = mentorsTexts.use()
  const texts = all.own
  return (
    <div>
      <p className={styles.small}>{texts.byFills}</p>
      <p className={styles.standing}>{level === null ? texts.belowTitle : texts.meets(all.levels[level])}</p>
      <p className={styles.small}>{figures === null ? texts.noFigures : texts.rule}</p>
    </div>
  )
}

const ApplyBar = ({ own: { isVerified, mentor, application } }: { readonly own: Own }) => {
  const texts = mentorsTexts.use().own
  const label =
    mentor?.state === 'active'
      ? texts.edit
      : application === null && mentor === null
        ? texts.apply
        : texts.reapply
  return (
    <ActionBar>
      {isVerified ? (
        <LinkButton wide href={applyPath}>
          {label}
        </LinkButton>
      ) : (
        <LinkButton wide href="/user/bandCard">
          {texts.verify}
        </LinkButton>
      )}
    </ActionBar>
  )
}

const Profile = ({ mentor }: { readonly mentor: NonNullable<Own['mentor']> }) => {
  const texts = mentorsTexts.use().own
  const [asking, setAsking] = useState(false)
  const close = async (): Promise<boolean> => {
    const answer = await call('/mentors/close', {}, { idempotencyKey: newIdempotencyKey() })
    await mentorsMoved()
    return answer.ok
  }
  return (
    <Section title={texts.profile} small className={styles.group}>
      <Card rows>
        <Row
          title={mentor.name}
          caption={texts.see}
          value={<MentorChips mentor={mentor} />}
          href={mentorPath(mentor.mentorId)}
        />
        {mentor.state === 'active' ? (
          <Row title={texts.close} tone="crit" onPress={() => setAsking(true)} />
        ) : null}
      </Card>
      <CancelDialog open={asking} onClose={() => setAsking(false)} texts={texts.closing} onCancel={close}>
        {texts.closeText}
      </CancelDialog>
    </Section>
  )
}

const tones = { pending: 'warn', passed: 'brand', rejected: 'crit' } as const

const Application = ({ application }: { readonly application: NonNullable<Own['application']> }) => {
  const texts = mentorsTexts.use().own
  const moment = useMoment()
  const [asking, setAsking] = useState(false)
  const { applicationId, state, reason, note, sentAt, promisedAt } = application
  const cancel = async (): Promise<boolean> => {
    const answer = await call('/mentors/cancel', { applicationId }, { idempotencyKey: newIdempotencyKey() })
    await mentorsMoved()
    return answer.ok
  }
  return (
    <Section title={texts.application} small className={styles.group}>
      <Card pad className={styles.card}>
        <p className={styles.line}>
          <strong>{application.name}</strong>
          <StatusChip tone={tones[state]}>{texts.states[state]}</StatusChip>
        </p>
        <KeyValues
          dense
          items={[
            { key: 'sent', label: texts.sent, value: moment(sentAt) },
            ...(state === 'pending'
              ? [{ key: 'promised', label: texts.promised, value: moment(promisedAt) }]
              : []),
            ...(reason === null
              ? []
              : [{ key: 'reason', label: texts.reason, value: texts.reasons[reason] }]),
          ]}
        />
        {note === null ? null : <p className={styles.small}>{note}</p>}
        {state === 'pending' ? (
          <>
            <p className={styles.small}>{texts.two}</p>
            <Button kind="quiet" small onPress={() => setAsking(true)}>
              {texts.cancel}
            </Button>
          </>
        ) : null}
      </Card>
      <CancelDialog open={asking} onClose={() => setAsking(false)} texts={texts.cancelling} onCancel={cancel}>
        {texts.cancelText}
      </CancelDialog>
    </Section>
  )
}

const After = () => {
  const texts = mentorsTexts.use().own
  return (
    <>
      <Section title={texts.after} small className={styles.group}>
        <Card rows>
          {(['open', 'level', 'fee', 'names'] as const).map((name) => (
            <Row key={name} title={texts.steps[name].title} caption={texts.steps[name].text} />
          ))}
        </Card>
      </Section>
      <Note tone="warn">{texts.promise}</Note>
    </>
  )
}
