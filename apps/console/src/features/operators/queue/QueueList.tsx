import { cx, Icon, StatusChip } from '@fairlot/ui'
import { formatMoney } from '@fairlot/money'
import { useEffect, useState } from 'react'
import { DeskButton } from '#kit/DeskButton.tsx'
import { formatWait, minutesBetween } from '#shell/format.ts'
import { useLanguage } from '#shell/language.ts'
import { useMe } from '#shell/session.ts'
import { kindIcons } from './kind-icons.ts'
import { useSeen } from './seen.ts'
import { queueTexts } from './texts/index.ts'
import { reviewWords } from '../words/texts/index.ts'
import { LONG_MINUTES, type ReviewRow } from './view.ts'
import { wordOf } from './words.ts'
import styles from './QueueList.module.css'

export const rowButtonId = (reviewId: string): string => `review-${reviewId}`

interface QueueListProps {
  readonly rows: readonly ReviewRow[]
  readonly current: string | null
  readonly chosen: ReadonlySet<string>
  readonly onPick: (row: ReviewRow, index: number) => void
  readonly onOpen: () => void
  readonly onToggle: (reviewId: string) => void
  readonly more: { readonly busy: boolean; readonly onPress: () => void } | undefined
}

/** Waiting times grow while one looks. */
const useNow = (): Date => {
  const [now, setNow] = useState(() => new Date())
  useEffect(() => {
    const timer = setInterval(() => setNow(new Date()), 30_000)
    return () => clearInterval(timer)
  }, [])
  return now
}

export function QueueList({ rows, current, chosen, onPick, onOpen, onToggle, more }: QueueListProps) {
  const texts = queueTexts.use()
  const now = useNow()
  const seen = useSeen()
  return (
    <>
      <table className={styles.table} aria-label={texts.list.label}>
        <thead>
          <tr>
            <th scope="col">{texts.list.number}</th>
            <th scope="col">{texts.list.member}</th>
            <th scope="col" className={styles.right}>
              {texts.list.amount}
            </th>
            <th scope="col">{texts.list.wait}</th>
            <th scope="col">{texts.list.flags}</th>
            <th scope="col">{texts.list.state}</th>
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
      {more === undefined ? null : (
        <div className={styles.more}>
          <DeskButton kind="outline" loading={more.busy} onPress={more.onPress}>
            {texts.list.more}
          </DeskButton>
        </div>
      )}
    </>
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
  const me = useMe()
  const words = reviewWords.use()
  const isOpen = row.state === 'waiting' || row.state === 'second'
  const minutes = minutesBetween(row.openedAt, now)
  const wait = formatWait(minutes, language)
  const isLate = isOpen && new Date(row.promisedAt) < now
  const isMine = isOpen && row.approvedBy.some(({ operatorId }) => operatorId === me?.operatorId)
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
          <Icon name={kindIcons[row.kind]} size={1} className={styles.kind} />
          <button
            id={rowButtonId(row.reviewId)}
            type="button"
            className={cx('mono', styles.open)}
            tabIndex={isTabStop ? 0 : -1}
            aria-current={isHere || undefined}
            onClick={(event) => {
              // A click from the keyboard is Enter: into the review. The mouse only picks.
              event.stopPropagation()
              onPick()
              if (event.detail === 0) onOpen()
            }}
          >
            {row.number}
          </button>
          <span className="visually-hidden">{texts.kinds[row.kind]}</span>
        </span>
      </td>
      <td>
        {row.member === null ? (row.openedBy?.name ?? texts.list.byOperator) : row.member.account}
        <small>{texts.kinds[row.kind]}</small>
      </td>
      <td className={cx(styles.right, styles.amount)}>
        {row.amount === null ? '—' : formatMoney(row.amount)}
      </td>
      <td
        className={cx(styles.wait, (isLate || (isOpen && minutes >= LONG_MINUTES)) && styles.late)}
        aria-label={isLate ? texts.list.lateFor(wait) : undefined}
      >
        {wait}
        {isLate ? <small className={styles.late}>{texts.list.late}</small> : null}
      </td>
      <td>
        {row.flags.length === 0
          ? '—'
          : row.flags.map((flag) => (
              <StatusChip key={flag} tone="warn">
                {wordOf(words, flag)}
              </StatusChip>
            ))}
      </td>
      <td className={styles.state}>
        {isMine ? (
          <span className={styles.yours}>
            <Icon name="lock" size={0.875} />
            {texts.list.youApproved}
          </span>
        ) : (
          <StatusChip tone={row.state === 'second' ? 'brand' : 'neutral'}>
            {texts.states[row.state]}
          </StatusChip>
        )}
      </td>
    </tr>
  )
}
