import { cx, Icon, StatusChip } from '@fairlot/ui'
import { reviewKindTable } from '@fairlot/contract/operators'
import { formatMoney } from '@fairlot/money'
import { Moment } from '#kit/Moment.tsx'
import { useNow } from '#kit/use-now.ts'
import { formatWait, fullMoment, minutesBetween } from '#shell/format.ts'
import { useLanguage } from '@fairlot/app-shell/language'
import { useMe } from '#shell/session.ts'
import { shellTexts } from '#shell/texts/index.ts'
import { usePendingVote } from './pending-vote.ts'
import { useSeen } from './seen.ts'
import { queueTexts } from './texts/index.ts'
import { reviewTexts } from '../review/texts/index.ts'
import { LONG_MINUTES, type ReviewRow, type SortName } from './view.ts'
import { codeText } from './code-text.ts'
import styles from './QueueList.module.css'

export const rowButtonId = (reviewId: string): string => `review-${reviewId}`

interface QueueListProps {
  readonly rows: readonly ReviewRow[]
  readonly current: string | null
  readonly chosen: ReadonlySet<string>
  readonly onPick: (row: ReviewRow, index: number) => void
  readonly onOpen: () => void
  readonly onToggle: (reviewId: string) => void
  /** Without it the list cannot be sorted. */
  readonly sort: { readonly by: SortName | null; readonly onSort: (sort: SortName) => void } | undefined
}

export function QueueList(props: QueueListProps) {
  const { rows, current, chosen, onPick, onOpen, onToggle, sort } = props
  const texts = queueTexts.use()
  const now = useNow()
  const seen = useSeen()
  const isOver = rows.some(({ ended }) => ended !== null)
  return (
    <table className={styles.table} aria-label={texts.list.label}>
      <colgroup>
        <col className={styles.numberColumn} />
        <col />
        <col className={styles.amountColumn} />
        <col className={styles.waitColumn} />
        <col className={styles.stateColumn} />
      </colgroup>
      <thead>
        <tr>
          <th scope="col">{texts.list.number}</th>
          <th scope="col">{texts.list.member}</th>
          <th
            scope="col"
            className={styles.right}
            aria-sort={sort?.by === 'amount' ? 'descending' : undefined}
          >
            <SortButton name="amount" sort={sort}>
              {texts.list.amount}
            </SortButton>
          </th>
          <th scope="col" aria-sort={sort?.by === 'due' ? 'ascending' : undefined}>
            <SortButton name="due" sort={sort}>
              {isOver ? texts.list.tookTitle : texts.list.wait}
            </SortButton>
          </th>
          <th scope="col">{isOver ? texts.list.ended : texts.list.state}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row, index) => (
          <Line
            key={row.reviewId}
            row={row}
            now={now}
            isHere={row.reviewId === current}
            isChosen={chosen.has(row.reviewId)}
            isSeen={seen.has(row.reviewId)}
            isTabStop={row.reviewId === current || (current === null && index === 0)}
            onPick={() => onPick(row, index)}
            onOpen={onOpen}
            onToggle={() => onToggle(row.reviewId)}
          />
        ))}
      </tbody>
    </table>
  )
}

interface SortButtonProps {
  readonly name: SortName
  readonly sort: QueueListProps['sort']
  readonly children: string
}

/** A column's name; pressing it sorts by the column, and again by the usual order. */
function SortButton({ name, sort, children }: SortButtonProps) {
  const texts = queueTexts.use()
  if (sort === undefined) return children
  return (
    <button
      type="button"
      className={styles.sort}
      title={sort.by === name ? texts.sorts.usual : texts.sorts[name]}
      onClick={() => sort.onSort(name)}
    >
      {children}
      {sort.by === name ? <span aria-hidden="true">{name === 'due' ? '↑' : '↓'}</span> : null}
    </button>
  )
}

interface LineProps {
  readonly row: ReviewRow
  readonly now: Date
  readonly isHere: boolean
  readonly isChosen: boolean
  readonly isSeen: boolean
  readonly isTabStop: boolean
  readonly onPick: () => void
  readonly onOpen: () => void
  readonly onToggle: () => void
}

function Line({ row, now, isHere, isChosen, isSeen, isTabStop, onPick, onOpen, onToggle }: LineProps) {
  const texts = queueTexts.use()
  const language = useLanguage()
  const codeTexts = reviewTexts.use()
  const { comma } = shellTexts.use()
  const isOpen = row.ended === null
  const minutes = row.ended?.tookMinutes ?? minutesBetween(row.openedAt, now)
  const wait = formatWait(minutes, language)
  const isLate = isOpen && new Date(row.promisedAt) < now
  const flags = row.flags.map((flag) => codeText(codeTexts, flag)).join(comma)
  const amount = row.change?.to ?? row.amount
  return (
    <tr className={cx(isHere && styles.here, isSeen && styles.seen)} onClick={onPick} onDoubleClick={onOpen}>
      <td>
        <span className={styles.number}>
          <input
            type="checkbox"
            tabIndex={-1}
            aria-label={texts.list.choose(row.number)}
            checked={isChosen}
            onClick={(event) => event.stopPropagation()}
            onChange={onToggle}
          />
          <Icon name={reviewKindTable[row.kind].icon} size={1} className={styles.kind} />
          <button
            id={rowButtonId(row.reviewId)}
            type="button"
            className={cx('mono', styles.open)}
            tabIndex={isTabStop ? 0 : -1}
            aria-current={isHere || undefined}
            onClick={(event) => {
              // A click from the keyboard is Enter and goes into the review. The mouse only selects.
              event.stopPropagation()
              onPick()
              if (event.detail === 0) onOpen()
            }}
          >
            {row.number}
          </button>
        </span>
        <small className={styles.under}>
          {row.isUrgent ? <span className={styles.urgent}>{texts.list.urgent} </span> : null}
          {flags === '' ? texts.kinds[row.kind] : <span className={styles.late}>{flags}</span>}
          {flags === '' ? null : <span className="visually-hidden"> {texts.kinds[row.kind]}</span>}
        </small>
      </td>
      <td>
        {row.member === null ? (
          (row.openedBy?.name ?? texts.list.byOperator)
        ) : (
          <>
            {row.member.name ?? row.member.account}
            <small className="num">{row.member.number}</small>
          </>
        )}
      </td>
      <td className={cx(styles.right, styles.amount, row.change !== null && styles.changed)}>
        {amount === null ? '—' : formatMoney(amount)}
        {row.change === null ? null : <s className={styles.was}>{formatMoney(row.change.from)}</s>}
      </td>
      <td
        className={cx(styles.wait, (isLate || (isOpen && minutes >= LONG_MINUTES)) && styles.late)}
        aria-label={isLate ? texts.list.lateFor(wait) : undefined}
        title={`${fullMoment(row.openedAt)} → ${fullMoment(row.promisedAt)}`}
      >
        {wait}
        {isLate ? <small className={styles.late}>{texts.list.late}</small> : null}
        {row.ended === null ? null : (
          <small>
            <Moment at={row.ended.at} />
          </small>
        )}
      </td>
      <td className={styles.state}>
        <State row={row} />
        <Taken row={row} />
      </td>
    </tr>
  )
}

/** The operator who works on it. */
function Taken({ row: { assignedTo, ended } }: { readonly row: ReviewRow }) {
  const texts = queueTexts.use().assignment
  const me = useMe()
  if (assignedTo === null || ended !== null) return null
  return (
    <small className={styles.taken}>
      {assignedTo.operatorId === me?.operatorId ? texts.byMe : texts.by(assignedTo.name)}
    </small>
  )
}

/** Whose turn it is, or how it ended. */
function State({ row }: { readonly row: ReviewRow }) {
  const texts = queueTexts.use()
  const codeTexts = reviewTexts.use()
  const { comma } = shellTexts.use()
  const me = useMe()
  const pending = usePendingVote()
  if (pending?.at === 'waiting' && pending.body.reviewId === row.reviewId)
    return <StatusChip tone="warn">{texts.list.sending}</StatusChip>
  if (row.ended !== null) {
    const { how, by } = row.ended
    return (
      <>
        <StatusChip tone={how === 'approved' ? 'brand' : how === 'rejected' ? 'crit' : 'neutral'}>
          {texts.ends[how] ?? codeText(codeTexts, how)}
        </StatusChip>
        {by.length === 0 ? null : <small>{by.join(comma)}</small>}
      </>
    )
  }
  if (row.approvedBy.some(({ operatorId }) => operatorId === me?.operatorId))
    return (
      <span className={styles.yours}>
        <Icon name="lock" size={0.875} />
        {texts.list.youApproved}
      </span>
    )
  return (
    <StatusChip tone={row.isUrgent ? 'crit' : row.state === 'second' ? 'brand' : 'neutral'}>
      {texts.states[row.state]}
    </StatusChip>
  )
}
