// The record behind a mentor's figures: how each is computed, the same again on this phone, day ends and closed trades.

import { Button, Card, Evidence, Note, Row, Section } from '@fairlot/ui'
import { formatMoney } from '@fairlot/money'
import { indexOf } from '@fairlot/rules/mentors'
import { useLanguage } from '@fairlot/app-shell/language'
import { useState } from 'react'
import { useKeepFinding } from '#features/audit'
import { Answered } from '#shell/Answered.tsx'
import { useRead } from '#shell/data.ts'
import { formatDate } from '#shell/format.ts'
import { RouteScreen } from '#shell/RouteScreen.tsx'
import { useSearch } from '#shell/search.ts'
import { countText, type Mentor, signedMoney, tradePath } from '../mentor.ts'
import { mentorsTexts } from '../texts/index.ts'
import { RecordFigures } from './RecordFigures.tsx'
import { dayOf, type MentorRecord, type RecordCheck, useRecord } from './use-record.ts'
import styles from '../Mentors.module.css'

export const RecordView = () => {
  const mentorId = useSearch().get('id') ?? ''
  const read = useRead('/mentors/read', { mentorId })
  return (
    <RouteScreen>
      <Answered read={read}>
        {({ mentor }) => <Record key={`${mentor.mentorId} ${mentor.figures?.date}`} mentor={mentor} />}
      </Answered>
    </RouteScreen>
  )
}

const Record = ({ mentor }: { readonly mentor: Mentor }) => {
  const { check, run } = useRecord(mentor)
  useKeepFinding(
    'mentors',
    mentor.mentorId,
    check.state === 'done' ? check.differing.length === 0 : undefined,
  )
  return (
    <div className={styles.panel}>
      <h2 className={styles.name}>{mentor.name}</h2>
      <Check check={check} onRun={run} />
      {check.state === 'done' ? <RecordFigures record={check.record} /> : null}
      <How />
      {check.state === 'done' ? (
        <>
          <Trades mentorId={mentor.mentorId} record={check.record} />
          <Days record={check.record} />
        </>
      ) : null}
    </div>
  )
}

const Check = ({ check, onRun }: { readonly check: RecordCheck; readonly onRun: () => void }) => {
  const texts = mentorsTexts.use().record
  const isWrong = check.state === 'failed' || (check.state === 'done' && check.differing.length > 0)
  const counts =
    check.state === 'done'
      ? ([countText(check.record.days.length), countText(check.record.trades.length)] as const)
      : null
  return (
    <Evidence title={texts.check} tone={isWrong ? 'crit' : 'ok'}>
      <div role="status">
        {check.state === 'failed' ? <Note tone="warn">{texts.failed}</Note> : null}
        {check.state === 'done' && counts !== null ? (
          <p>{isWrong ? texts.wrong(check.differing.join(', ')) : texts.right(...counts)}</p>
        ) : null}
      </div>
      <Button kind="quiet" small loading={check.state === 'running'} onPress={onRun}>
        {texts.again}
      </Button>
    </Evidence>
  )
}

const how = ['time', 'money', 'drawdown', 'winRate', 'exposure', 'days'] as const

const How = () => {
  const all = mentorsTexts.use()
  return (
    <Section title={all.record.title} small className={styles.group}>
      <Card rows>
        {how.map((name) => (
          <Row key={name} title={all.figures[name]} caption={all.record.how[name]} />
        ))}
      </Card>
    </Section>
  )
}

const shownAtFirst = 20

interface TradesProps {
  readonly mentorId: string
  readonly record: MentorRecord
}

const Trades = ({ mentorId, record: { trades } }: TradesProps) => {
  const all = mentorsTexts.use()
  const texts = all.record
  const language = useLanguage()
  const [shown, setShown] = useState(shownAtFirst)
  return (
    <Section title={texts.trades} small className={styles.group}>
      {trades.length === 0 ? (
        <p className={styles.small}>{texts.noTrades}</p>
      ) : (
        <Card rows>
          {trades.slice(0, shown).map(({ tradeId, name, kind, closedAt, realised }) => (
            <Row
              key={tradeId}
              href={tradePath(mentorId, tradeId)}
              title={name[language]}
              caption={`${all.one.kinds[kind]} · ${formatDate(closedAt)}`}
              value={<span className={`num ${styles.figure}`}>{signedMoney(realised)}</span>}
            />
          ))}
        </Card>
      )}
      {trades.length > shown ? (
        <Button kind="quiet" wide onPress={() => setShown(shown + 100)}>
          {texts.more}
        </Button>
      ) : null}
    </Section>
  )
}

const Days = ({ record: { days } }: { readonly record: MentorRecord }) => {
  const texts = mentorsTexts.use().record
  const [shown, setShown] = useState(shownAtFirst)
  const points = indexOf(days.map(dayOf))
  const rows = days.map((day, at) => ({ ...day, profit: points[at]!.profit })).toReversed()
  const columns = texts.dayColumns
  return (
    <Section title={texts.days} small className={styles.group}>
      <Card pad>
        <div className={styles.scroll}>
          <table className={styles.table}>
            <caption className="visually-hidden">{texts.daysCaption}</caption>
            <thead>
              <tr>
                <th scope="col">{columns.date}</th>
                <th scope="col">{columns.total}</th>
                <th scope="col">{columns.paidIn}</th>
                <th scope="col">{columns.profit}</th>
                <th scope="col">{columns.fills}</th>
              </tr>
            </thead>
            <tbody>
              {rows.slice(0, shown).map(({ date, total, paidIn, profit, fills }) => (
                <tr key={date}>
                  <th scope="row">{date.slice(2).replaceAll('-', '/')}</th>
                  <td>{formatMoney(total)}</td>
                  <td>{formatMoney(paidIn)}</td>
                  <td>{signedMoney(profit)}</td>
                  <td>{countText(fills)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      </Card>
      {rows.length > shown ? (
        <Button kind="quiet" wide onPress={() => setShown(shown + 100)}>
          {texts.more}
        </Button>
      ) : null}
    </Section>
  )
}
