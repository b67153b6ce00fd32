// Each restriction with its reason, who set it, what still works, and the appeal: for a signed-in member, and for one
// whose sign-in is blocked.

import {
  ActionBar,
  Button,
  Card,
  Empty,
  Icon,
  IconButton,
  Note,
  Section,
  StatusChip,
  Timeline,
} from '@fairlot/ui'
import type { DataOf } from '@fairlot/contract'
import { barOf, blockedAtSignIn, blockedBy } from '@fairlot/rules/members'
import type { UseQueryResult } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { useNoticeNews } from '#features/notices'
import { BlockedSheet, SupportSheet } from '#features/support'
import { Answered } from '#shell/Answered.tsx'
import { type ReadError, useRead } from '#shell/data.ts'
import { useDay, useMoment } from '#shell/format.ts'
import { HelpRow } from '#shell/HelpRow.tsx'
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
  const profile = useRead('/members/profile', {})
  useNoticeNews()
  return <Restrictions read={profile} />
}

interface Props {
  readonly read: UseQueryResult<{ readonly restrictions: readonly Restriction[] }, ReadError>
  /** Of a member who cannot sign in. */
  readonly ticket?: string
}

export const Restrictions = ({ read, ticket }: Props) => {
  const texts = membersTexts.use()
  const { nothing } = shellTexts.use()
  const [appealing, setAppealing] = useState<Restriction | null>(null)
  const [contact, setContact] = useState(false)
  const free = read.data?.restrictions.filter(({ appealedAt }) => appealedAt === null) ?? []
  // What blocks the sign-in first.
  const open = free.find((restriction) => blockedAtSignIn([barOf(restriction)]) !== undefined) ?? free[0]
  return (
    <RouteScreen
      trailing={
        <IconButton
          name="headset"
          size={1.5}
          label={texts.customerService}
          onPress={() => setContact(true)}
        />
      }
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
      <Answered read={read}>
        {({ restrictions }) =>
          restrictions.length === 0 ? (
            <Empty nothing={nothing} text={texts.restricted.none} icon="shield-check" />
          ) : (
            <>
              {restrictions.map((restriction) => (
                <Reason key={restriction.restrictionId} restriction={restriction} />
              ))}
              <StillWorks restrictions={restrictions} />
              <Next restrictions={restrictions} isBlocked={ticket !== undefined} />
              <Note className={styles.money}>{texts.restricted.money}</Note>
            </>
          )
        }
      </Answered>
      {appealing === null ? null : (
        <AppealSheet restriction={appealing} ticket={ticket} onClose={() => setAppealing(null)} />
      )}
      <HelpRow page="restrictions" />
      {ticket === undefined ? (
        <SupportSheet
          open={contact}
          onClose={() => setContact(false)}
          about={open && { kind: 'refusal', id: `restriction.${open.kind}` }}
        />
      ) : contact ? (
        <Suspense>
          <BlockedSheet ticket={ticket} onClose={() => setContact(false)} />
        </Suspense>
      ) : null}
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
          {/* An appeal is always possible; it is named where nothing else is. */}
          {(free.length === 0
            ? [texts.restricted.appeal]
            : free.map(([name]) => texts.capabilities[name])
          ).map((text) => (
            <li key={text}>
              <Icon name="check" size={1} weight={2.2} className={styles.yes} />
              {text}
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

interface NextProps {
  readonly restrictions: readonly Restriction[]
  readonly isBlocked: boolean
}

const Next = ({ restrictions, isBlocked }: NextProps) => {
  const texts = membersTexts.use().restricted
  const day = useDay()
  const moment = useMoment()
  const appealed = restrictions.find(({ appealedAt }) => appealedAt !== null)
  const rejected = restrictions.find(({ rejectedAt }) => rejectedAt !== null)
  const review = restrictions.map(({ reviewOn }) => reviewOn).toSorted()[0] ?? ''
  return (
    <Section title={texts.next} small>
      <Card pad>
        <Timeline
          steps={[
            ...(rejected?.rejectedAt == null
              ? []
              : [
                  {
                    key: 'rejected',
                    state: 'bad' as const,
                    title: rejected.rejectionNote ? texts.rejected : texts.expired,
                    time: moment(rejected.rejectedAt),
                    caption: rejected.rejectionNote || texts.expiredText,
                  },
                ]),
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
                  caption: isBlocked ? texts.appealedBlocked : texts.appealedText,
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
