// One mentor: strategy, every figure with the way to its fills, and what was held at the last day end.

import { mentorTradeKinds } from '@fairlot/contract/mentors/states'
import type { DataOf } from '@fairlot/contract'
import { Avatar, Card, KeyValues, Note, Row, Section, StatusChip } from '@fairlot/ui'
import { formatMoney, formatPrice } from '@fairlot/money'
import { minFollowersShown } from '@fairlot/rules/copy-trading'
import { mentorsRules } from '@fairlot/rules/mentors'
import { useLanguage } from '@fairlot/app-shell/language'
import { Suspense } from 'react'
import { FollowBar, FollowNote } from '#features/copy-trading'
import { useTurnoverText } from '#features/market-data'
import { Answered } from '#shell/Answered.tsx'
import { useRead } from '#shell/data.ts'
import { formatDate } from '#shell/format.ts'
import { RouteScreen } from '#shell/RouteScreen.tsx'
import { useSearch } from '#shell/search.ts'
import {
  countText,
  directionOf,
  fallText,
  type Mentor,
  type MentorFigures,
  plainPercent,
  recordPath,
  signedMoney,
  signedPercent,
  useMentorChanges,
  winRateText,
} from '../mentor.ts'
import { MentorChips } from '../MentorChips.tsx'
import { mentorsTexts } from '../texts/index.ts'
import { IndexChart } from './IndexChart.tsx'
import styles from '../Mentors.module.css'

export const MentorScreen = () => {
  useMentorChanges()
  const mentorId = useSearch().get('id') ?? ''
  const read = useRead('/mentors/read', { mentorId })
  return (
    <RouteScreen footer={read.data === undefined ? undefined : <FollowFooter mentor={read.data.mentor} />}>
      <Answered read={read}>
        {({ mentor, holdings }) => (
          <div className={styles.panel}>
            <Head mentor={mentor} />
            {mentor.figures === null ? (
              <Note>{mentorsTexts.now().list.noFigures}</Note>
            ) : (
              <Results mentor={mentor} figures={mentor.figures} />
            )}
            <Follow mentor={mentor} />
            {mentor.figures === null ? null : <Apart figures={mentor.figures} />}
            {mentor.state === 'closed' ? null : <Held holdings={holdings} />}
          </div>
        )}
      </Answered>
    </RouteScreen>
  )
}

/** Nothing for a closed mentor and for oneself. */
const FollowFooter = ({ mentor: { mentorId, name, state } }: { readonly mentor: Mentor }) => {
  const own = useRead('/mentors/own', {}, { quiet: true })
  if (state === 'closed' || own.data === undefined || own.data.mentor?.mentorId === mentorId) return null
  return (
    <Suspense>
      <FollowBar mentorId={mentorId} name={name} />
    </Suspense>
  )
}

const Head = ({ mentor }: { readonly mentor: Mentor }) => {
  const all = mentorsTexts.use()
  const texts = all.one
  const language = useLanguage()
  const { name, strategy, figures, closedAt } = mentor
  return (
    <>
      <div className={styles.top}>
        <Avatar name={name} />
        <div className={styles.who}>
          <p className={styles.name}>
            {name} <MentorChips mentor={mentor} />
          </p>
          {figures === null ? null : (
            <p className={styles.small}>{all.list.since(countText(figures.days))}</p>
          )}
        </div>
      </div>
      {mentor.isSimulated ? <Note>{texts.simulatedNote}</Note> : null}
      {closedAt === null ? null : <Note tone="warn">{texts.closedNote(formatDate(closedAt))}</Note>}
      <Section title={texts.strategy} small className={styles.group}>
        <Card pad>
          <p className={styles.strategy}>{strategy[language] || strategy.tw || strategy.en}</p>
        </Card>
      </Section>
    </>
  )
}

interface ResultsProps {
  readonly mentor: Mentor
  readonly figures: MentorFigures
}

/** Every row leads to the record it is computed from. */
const Results = ({ mentor, figures }: ResultsProps) => {
  const all = mentorsTexts.use()
  const texts = all.figures
  const href = recordPath(mentor.mentorId)
  const rows = [
    { key: 'profit', title: texts.profit, value: signedMoney(figures.profit) },
    {
      key: 'money',
      title: texts.money,
      value: figures.moneyBp === null ? '—' : signedPercent(figures.moneyBp),
    },
    { key: 'day', title: texts.day, value: signedPercent(figures.dayBp) },
    { key: 'drawdown', title: texts.drawdown, value: fallText(figures.drawdownBp) },
    {
      key: 'winRate',
      title: texts.winRate,
      value: figures.winRateBp === null ? texts.fewTrades : winRateText(figures.winRateBp),
    },
    { key: 'trades', title: texts.trades, value: countText(figures.trades.cash.closed) },
    { key: 'exposure', title: texts.exposure, value: plainPercent(figures.exposureBp) },
    { key: 'days', title: texts.days, value: countText(figures.days) },
    { key: 'capital', title: texts.capital, value: formatMoney(figures.capital) },
  ]
  return (
    <Section
      title={all.one.summary}
      small
      className={styles.group}
      aside={<span className={styles.aside}>{all.one.asOf(formatDate(figures.date))}</span>}
    >
      <p className={styles.small}>
        {texts.time} · {all.one.title}
      </p>
      <p className={`${styles.hero} ${styles[directionOf(figures.timeBp)] ?? ''}`} data-figure="time">
        <span className="num">{signedPercent(figures.timeBp)}</span>
      </p>
      <IndexChart mentor={mentor} />
      <Card rows>
        {rows.map(({ key, title, value }) => (
          <Row
            key={key}
            href={href}
            title={title}
            value={
              <span className={`num ${styles.figure}`} data-figure={key}>
                {value}
              </span>
            }
          />
        ))}
      </Card>
    </Section>
  )
}

const Follow = ({ mentor: { mentorId, state, follow, level } }: { readonly mentor: Mentor }) => {
  const all = mentorsTexts.use()
  const texts = all.figures
  const scaleText = useTurnoverText()
  return (
    <Section title={all.one.follow} small className={styles.group}>
      <Card pad>
        <KeyValues
          items={[
            { key: 'level', label: texts.level, value: level === null ? all.below : all.levels[level] },
            { key: 'scale', label: texts.scale, value: scaleText(Number(follow.scale)) },
            { key: 'cumulative', label: texts.cumulative, value: scaleText(Number(follow.cumulative)) },
            {
              key: 'median',
              label: texts.median,
              value:
                follow.medianBp === null
                  ? texts.fewFollowers(minFollowersShown)
                  : signedPercent(follow.medianBp),
            },
            {
              key: 'minFollow',
              label: texts.minFollow,
              value: follow.minFollow === null ? texts.notFollowable : formatMoney(follow.minFollow),
            },
            { key: 'minOpening', label: texts.minOpening, value: formatMoney(follow.minOpening) },
            { key: 'fee', label: texts.perfFee, value: plainPercent(mentorsRules.perfFee.default) },
          ]}
        />
      </Card>
      <Suspense>{state === 'closed' ? null : <FollowNote mentorId={mentorId} />}</Suspense>
    </Section>
  )
}

const Apart = ({ figures }: { readonly figures: MentorFigures }) => {
  const texts = mentorsTexts.use().one
  return (
    <Section title={texts.apart} small className={styles.group}>
      <Card rows>
        {mentorTradeKinds.map((kind) => {
          const { closed, won, realised } = figures.trades[kind]
          return (
            <Row
              key={kind}
              title={texts.kinds[kind]}
              caption={texts.closedOf(countText(closed), countText(won))}
              value={<span className={`num ${styles.figure}`}>{signedMoney(realised)}</span>}
            />
          )
        })}
      </Card>
      <p className={styles.small}>{texts.apartNote}</p>
    </Section>
  )
}

const Held = ({ holdings }: Pick<DataOf<'/mentors/read'>, 'holdings'>) => {
  const texts = mentorsTexts.use().one
  const language = useLanguage()
  return (
    <Section title={texts.held} small className={styles.group}>
      {holdings.length === 0 ? (
        <p className={styles.small}>{texts.noneHeld}</p>
      ) : (
        <Card rows>
          {holdings.map(({ tradeId, name, direction, openedOn, openedValue, shares }) => (
            <Row
              key={tradeId}
              title={
                <>
                  {name[language]}{' '}
                  <StatusChip tone={direction === 'long' ? 'up' : 'down'}>
                    {texts.directions[direction]}
                  </StatusChip>
                </>
              }
              caption={texts.opened(openedOn)}
              value={
                <span className={`num ${styles.figure}`}>
                  {formatPrice(BigInt(openedValue) / BigInt(shares))}
                </span>
              }
            />
          ))}
        </Card>
      )}
    </Section>
  )
}
