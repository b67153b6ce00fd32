import { StatusChip } from '@fairlot/ui'
import type { ReactNode } from 'react'
import { moneyText } from '#kit/money-text.ts'
import { useNow } from '#kit/use-now.ts'
import { useRead } from '#shell/data.ts'
import { formatWait, minutesBetween } from '#shell/format.ts'
import { useLanguage } from '@fairlot/app-shell/language'
import { useMe } from '#shell/session.ts'
import { queueTexts } from '../queue/texts/index.ts'
import type { QueueFilter, ReviewRow } from '../queue/view.ts'
import { homeTexts } from './texts/index.ts'
import styles from './Home.module.css'

const SHOWN = 5
const EVERY_MS = 15_000

const useFirst = (filter: QueueFilter): readonly ReviewRow[] =>
  (useRead('/operators/queue', { filter }, { every: EVERY_MS, keep: true }).data?.reviews ?? []).slice(
    0,
    SHOWN,
  )

interface CardProps {
  readonly title: string
  readonly count: number
  readonly tone: 'warn' | 'brand' | 'crit'
  readonly link?: { readonly href: string; readonly text: string } | undefined
  readonly children: ReactNode
}

export const Card = ({ title, count, tone, link, children }: CardProps) => (
  <section className={styles.card}>
    <h2 className={styles.title}>
      <span className={styles[tone]} aria-hidden="true" />
      {title} <span className="num">{count}</span>
      {link === undefined ? null : <a href={`#${link.href}`}>{link.text}</a>}
    </h2>
    {children}
  </section>
)

export function LateCard({ count }: { readonly count: number }) {
  const texts = homeTexts.use().late
  const language = useLanguage()
  const now = useNow()
  const rows = useFirst({ state: 'open', late: true, sort: 'due' })
  return (
    <Card title={texts.title} count={count} tone="warn" link={{ href: '/queue?show=late', text: texts.all }}>
      <Rows rows={rows} none={texts.none} show="late">
        {(row) => (
          <StatusChip tone="warn">
            {texts.by(formatWait(minutesBetween(row.promisedAt, now), language))}
          </StatusChip>
        )}
      </Rows>
    </Card>
  )
}

interface MineCardProps {
  readonly count: number
  readonly assigned: number
}

export function MineCard({ count, assigned }: MineCardProps) {
  const texts = homeTexts.use().mine
  const { states } = queueTexts.use()
  const me = useMe()
  const rows = useFirst({ state: 'open', mine: true })
  return (
    <Card title={texts.title} count={count} tone="brand" link={{ href: '/queue', text: texts.all }}>
      <Rows rows={rows} none={texts.none} show={null}>
        {(row) => (
          <StatusChip tone={row.state === 'second' ? 'brand' : 'neutral'}>
            {row.assignedTo !== null && row.assignedTo.operatorId === me?.operatorId
              ? texts.byMe
              : states[row.state]}
          </StatusChip>
        )}
      </Rows>
      {assigned === 0 ? null : (
        <p className={styles.foot}>
          <a href="#/queue?show=taken">{texts.taken(assigned)}</a>
        </p>
      )}
      {count > rows.length ? <p className={styles.foot}>{texts.more(count - rows.length)}</p> : null}
    </Card>
  )
}

interface RowsProps {
  readonly rows: readonly ReviewRow[]
  readonly none: string
  /** The part of the queue that the review opens in. */
  readonly show: string | null
  readonly children: (row: ReviewRow) => ReactNode
}

function Rows({ rows, none, show, children }: RowsProps) {
  const { kinds } = queueTexts.use()
  if (rows.length === 0) return <p className={styles.none}>{none}</p>
  return (
    <ul className={styles.rows}>
      {rows.map((row) => {
        const amount = row.change?.to ?? row.amount
        return (
          <li key={row.reviewId}>
            <a href={`#/queue?${show === null ? '' : `show=${show}&`}review=${row.reviewId}`}>
              <span>
                {kinds[row.kind]}{' '}
                {amount === null ? null : <b className="num">{moneyText(amount, row.currency)}</b>}
              </span>
              <small>
                <span className="mono">{row.number}</span> {row.member?.name ?? row.member?.account}{' '}
                <span className="num">{row.member?.number ?? row.openedBy?.name}</span>
              </small>
            </a>
            {children(row)}
          </li>
        )
      })}
    </ul>
  )
}
