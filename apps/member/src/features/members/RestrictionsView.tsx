// Each restriction with its reason, who set it, what still works, and the appeal.

import { ActionBar, Button, Card, Empty, Icon, Note, Section, StatusChip, Timeline } from '@fairlot/ui'
import type { DataOf } from '@fairlot/contract'
import { barOf, blockedBy } from '@fairlot/rules/members'
import { useState } from 'react'
import { useNoticeNews } from '#features/notices'
import { Answered } from '#shell/Answered.tsx'
import { useRead } from '#shell/data.ts'
import { useDay, useMoment } from '#shell/format.ts'
import { RouteScreen } from '#shell/RouteScreen.tsx'
import { shellTexts } from '#shell/texts/index.ts'
import { AppealSheet } from './AppealSheet.tsx'
import { membersTexts } from './texts/index.ts'
import styles from './RestrictionsView.module.css'

type Restriction = DataOf<'/members/profile'>['restrictions'][number]

/** The member's actions, each with its capability. */
const deeds = [
  ['view', 'read-own'],
  ['secure', 'secure-own'],
  ['trade', 'trade'],
  ['close', 'close'],
  ['bring-money', 'bring-money'],
  ['move-money', 'move-money'],
] as const

export const RestrictionsView = () => {
  const texts = membersTexts.use()
  const { nothing } = shellTexts.use()
  const profile = useRead('/members/profile', {})
  useNoticeNews()
  const [appealing, setAppealing] = useState<Restriction | null>(null)
  const open = profile.data?.restrictions.find(({ appealedAt }) => appealedAt === null)
  return (
    <RouteScreen
      footer={
        open === undefined ? undefined : (
          <ActionBar>
            <Button kind="outline" wide onPress={() => setAppealing(open)}>
              {texts.restricted.appeal}
            </Button>
          </ActionBar>
        )
      }
    >
      <Answered read={profile}>
        {({ restrictions }) =>
          restrictions.length === 0 ? (
            <Empty nothing={nothing} text={texts.restricted.none} icon="shield-check" />
          ) : (
            <>
              {restrictions.map((restriction) => (
                <Reason key={restriction.restrictionId} restriction={restriction} />
              ))}
              <StillWorks restrictions={restrictions} />
              <Next restrictions={restrictions} />
              <Note className={styles.money}>{texts.restricted.money}</Note>
            </>
          )
        }
      </Answered>
      {appealing === null ? null : <AppealSheet restriction={appealing} onClose={() => setAppealing(null)} />}
    </RouteScreen>
  )
}

const Reason = ({ restriction }: { restriction: Restriction }) => {
  const texts = membersTexts.use()
  const day = useDay()
  const moment = useMoment()
  const kind = texts.restrictions[restriction.kind]
  return (
    <section className={styles.reason}>
      <StatusChip tone="warn" icon="lock">
        {kind}
      </StatusChip>
      <h2 className={styles.heading}>{texts.restricted.heading(kind, day(restriction.reviewOn))}</h2>
      <p className={styles.text}>{texts.reasons[restriction.reason]}</p>
      {restriction.rule === null ? null : (
        <p className={styles.by}>{texts.restricted.legalBasis(restriction.rule)}</p>
      )}
      <p className={styles.by}>
        {texts.restricted.since(moment(restriction.since))}
        {restriction.setBy.length === 0 ? null : (
          <>
            {' · '}
            {texts.restricted.setBy(restriction.setBy)}
          </>
        )}
      </p>
    </section>
  )
}

const StillWorks = ({ restrictions }: { restrictions: readonly Restriction[] }) => {
  const texts = membersTexts.use()
  const bars = restrictions.map(barOf)
  const stopped = deeds.filter(([, capability]) => blockedBy(capability, bars) !== undefined)
  const free = deeds.filter((deed) => !stopped.includes(deed))
  return (
    <Card pad className={styles.works}>
      <div>
        <h3>{texts.restricted.can}</h3>
        <ul>
          {free.map(([name]) => (
            <li key={name}>
              <Icon name="check" size={1} weight={2.2} className={styles.yes} />
              {texts.capabilities[name]}
            </li>
          ))}
        </ul>
      </div>
      <div>
        <h3>{texts.restricted.cannot}</h3>
        <ul>
          {stopped.map(([name]) => (
            <li key={name}>
              <Icon name="lock" size={1} className={styles.no} />
              {texts.capabilities[name]}
            </li>
          ))}
        </ul>
      </div>
    </Card>
  )
}

const Next = ({ restrictions }: { restrictions: readonly Restriction[] }) => {
  const texts = membersTexts.use().restricted
  const day = useDay()
  const moment = useMoment()
  const appealed = restrictions.find(({ appealedAt }) => appealedAt !== null)
  const review = restrictions.map(({ reviewOn }) => reviewOn).toSorted()[0] ?? ''
  return (
    <Section title={texts.next} small>
      <Card pad>
        <Timeline
          steps={[
            appealed?.appealedAt == null
              ? {
                  key: 'appeal',
                  state: 'now',
                  title: texts.appeal,
                  time: texts.anytime,
                  caption: texts.appealText,
                }
              : {
                  key: 'appeal',
                  state: 'done',
                  title: texts.appealed,
                  time: moment(appealed.appealedAt),
                  caption: texts.appealedText,
                },
            {
              key: 'review',
              state: appealed === undefined ? 'todo' : 'now',
              title: texts.review,
              time: day(review),
              caption: texts.reviewText,
            },
          ]}
        />
      </Card>
    </Section>
  )
}
