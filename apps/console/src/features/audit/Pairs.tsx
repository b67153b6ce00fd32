import { cx, Empty, Segments, StatusChip } from '@fairlot/ui'
import { useState } from 'react'
import type { ConsoleDataOf } from '@fairlot/contract/console-routes'
import { queueTexts } from '#features/operators'
import { Answered } from '#shell/Answered.tsx'
import { useRead } from '#shell/data.ts'
import { shellTexts } from '#shell/texts/index.ts'
import { auditTexts } from './texts/index.ts'
import styles from './Pairs.module.css'

const spans = ['30', '90', '365'] as const
type Data = ConsoleDataOf<'/audit/approverPairs'>

/** From this number on a pair is marked: fewer reviews say nothing about a habit. */
const FEW = 5
const MAX = 0.8

/** Who approves whose reviews. Two operators who only confirm each other do not check independently. */
export function Pairs() {
  const texts = auditTexts.use().pairs
  const [span, setSpan] = useState<(typeof spans)[number]>('30')
  const read = useRead('/audit/approverPairs', { days: Number(span) }, { keep: true })
  return (
    <div className={styles.page}>
      <div className={styles.head}>
        <div>
          <h2>{texts.title}</h2>
          <p>{texts.lead}</p>
        </div>
        <Segments
          label={texts.days}
          value={span}
          onChange={setSpan}
          items={spans.map((value) => ({ value, label: texts.spans[value] }))}
        />
      </div>
      <Answered read={read}>
        {(data) =>
          data.people.length === 0 ? (
            <Empty nothing={texts.none} text={texts.noneText} icon="follow" />
          ) : (
            <>
              <p className={cx('num', styles.total)}>{texts.approved(data.approved)}</p>
              <PairTable data={data} />
              <PeopleTable data={data} />
            </>
          )
        }
      </Answered>
    </div>
  )
}

const percent = (share: number): string => `${Math.round(share * 100)} %`

function PairTable({ data }: { readonly data: Data }) {
  const texts = auditTexts.use().pairs
  const { kinds } = queueTexts.use()
  const { comma } = shellTexts.use()
  const { data: listed } = useRead('/operators/listOperators', {})
  /** Whether one operator proposed the other. */
  const areKin = (first: string, second: string): boolean =>
    listed?.operators.some(
      ({ operatorId, lineage }) =>
        (operatorId === first && lineage?.proposedBy.operatorId === second) ||
        (operatorId === second && lineage?.proposedBy.operatorId === first),
    ) ?? false
  const nameOf = (id: string) => data.people.find(({ operatorId }) => operatorId === id)?.name ?? id
  if (data.pairs.length === 0) return null
  const max = Math.max(...data.pairs.map(({ count }) => count))
  return (
    <table className={styles.table} aria-label={texts.title}>
      <thead>
        <tr>
          <th scope="col">{texts.first}</th>
          <th scope="col">{texts.second}</th>
          <th scope="col" className={styles.wide}>
            {texts.count}
          </th>
          <th scope="col">{texts.share}</th>
          <th scope="col">{texts.kinds}</th>
        </tr>
      </thead>
      <tbody>
        {data.pairs.map(({ first, second, count, share, kinds: of }) => (
          <tr key={`${first} ${second}`}>
            <td>{nameOf(first)}</td>
            <td>
              {nameOf(second)}{' '}
              {areKin(first, second) ? <StatusChip tone="warn">{texts.kin}</StatusChip> : null}
            </td>
            <td className="num">
              <span className={styles.bar}>
                <svg viewBox="0 0 100 6" preserveAspectRatio="none" aria-hidden="true">
                  <rect width="100" height="6" rx="3" className={styles.back} />
                  <rect width={(count / max) * 100} height="6" rx="3" className={styles.fill} />
                </svg>
                {count}
              </span>
            </td>
            <td className="num">
              {percent(share)}{' '}
              {count >= FEW && share >= MAX ? <StatusChip tone="warn">{texts.often}</StatusChip> : null}
            </td>
            <td>{of.map((each) => `${kinds[each.kind]} ${each.count}`).join(comma)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function PeopleTable({ data }: { readonly data: Data }) {
  const texts = auditTexts.use().pairs
  return (
    <table className={styles.table} aria-label={texts.people}>
      <thead>
        <tr>
          <th scope="col">{texts.name}</th>
          <th scope="col">{texts.asFirst}</th>
          <th scope="col">{texts.asSecond}</th>
          <th scope="col">{texts.rejected}</th>
          <th scope="col">{texts.median}</th>
          <th scope="col">{texts.hasty}</th>
        </tr>
      </thead>
      <tbody>
        {data.people.map((person) => (
          <tr key={person.operatorId}>
            <th scope="row">{person.name}</th>
            <td className="num">{person.first}</td>
            <td className="num">{person.second}</td>
            <td className="num">{person.rejected}</td>
            <td className="num">
              {person.medianSeconds === null
                ? '—'
                : texts.seconds(person.medianSeconds.toFixed(person.medianSeconds < 10 ? 1 : 0))}
            </td>
            <td className={cx('num', person.hasty > 0 && styles.warn)}>{person.hasty}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
