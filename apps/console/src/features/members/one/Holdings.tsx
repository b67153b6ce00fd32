// The member's positions, orders, deposits and withdrawals.

import { formatMoney } from '@fairlot/money'
import { percentBp } from '@fairlot/rules/figures'
import { cx, StatusChip } from '@fairlot/ui'
import type { ReactNode } from 'react'
import { Moment } from '#kit/Moment.tsx'
import { moneyText } from '#kit/money-text.ts'
import { useLanguage } from '@fairlot/app-shell/language'
import { membersTexts } from '../texts/index.ts'
import { Card } from './Card.tsx'
import type { Member } from './member.ts'
import styles from './MemberView.module.css'

type Props = { readonly member: Member }

const grouped = (count: number): string => count.toLocaleString('en-US')
const sign = (amount: string): string | undefined =>
  amount === '0' ? undefined : amount.startsWith('-') ? styles.down : styles.up

interface Column {
  readonly label: string
  readonly right?: boolean
  readonly wide?: boolean
}

interface TableCardProps {
  readonly title: string
  readonly aside?: string | undefined
  readonly none: string
  readonly columns: readonly Column[]
  readonly rows: readonly ReactNode[]
}

export const TableCard = ({ title, aside, none, columns, rows }: TableCardProps) => (
  <Card flush title={title} aside={aside}>
    {rows.length === 0 ? (
      <p className={styles.none}>{none}</p>
    ) : (
      <table className={styles.table} aria-label={title}>
        <thead>
          <tr>
            {columns.map(({ label, right, wide }) => (
              <th
                key={label}
                scope="col"
                className={cx(right && styles.right, wide && styles.wide) || undefined}
              >
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>{rows}</tbody>
      </table>
    )}
  </Card>
)

export function PositionsCard({ member: { positions } }: Props) {
  const texts = membersTexts.use().positions
  return (
    <TableCard
      title={texts.title(positions.length)}
      aside={positions.length === 0 ? undefined : texts.note}
      none={texts.none}
      columns={[
        { label: texts.stock },
        { label: texts.direction },
        { label: texts.lots, right: true },
        { label: texts.cost, right: true },
        { label: texts.last, right: true },
        { label: texts.margin, right: true, wide: true },
        { label: texts.net, right: true },
        { label: texts.rate, right: true, wide: true },
      ]}
      rows={positions.map((one) => (
        <PositionRow key={one.positionId} position={one} />
      ))}
    />
  )
}

function PositionRow({ position: one }: { readonly position: Member['positions'][number] }) {
  const texts = membersTexts.use().positions
  const language = useLanguage()
  const isLong = one.direction === 'long'
  const times = one.multiple === 100 ? '' : String(one.multiple / 100)
  const rateBp = one.unrealised === null ? null : percentBp(BigInt(one.unrealised), BigInt(one.margin))
  return (
    <tr>
      <th scope="row">
        {language === 'tw' ? one.nameTw : one.nameEn}{' '}
        <span className={cx('num', styles.quiet)}>{one.symbol}</span>
      </th>
      <td>
        <StatusChip tone={isLong ? 'up' : 'down'}>{isLong ? texts.long(times) : texts.short}</StatusChip>
        {one.dayTrade ? <small>{texts.dayTrade}</small> : null}
      </td>
      <td className={cx('num', styles.right)}>{grouped(one.shares)}</td>
      <td className={cx('num', styles.right)}>{formatMoney(BigInt(one.price))}</td>
      <td className={cx('num', styles.right)}>{one.last === null ? '—' : formatMoney(BigInt(one.last))}</td>
      <td className={cx('num', styles.right, styles.wide)}>{formatMoney(one.margin)}</td>
      <td className={cx('num', styles.right, one.unrealised !== null && sign(one.unrealised))}>
        {one.unrealised === null ? '—' : formatMoney(one.unrealised, { plus: true })}
      </td>
      <td className={cx('num', styles.right, styles.wide, one.unrealised !== null && sign(one.unrealised))}>
        {rateBp === null ? '—' : `${(rateBp / 100).toFixed(2)}%`}
      </td>
    </tr>
  )
}

export function FundOrdersCard({ member: { fundOrders, fundOrderCount } }: Props) {
  const texts = membersTexts.use().funds
  return (
    <TableCard
      title={texts.title}
      aside={fundOrderCount === 0 ? undefined : texts.all(fundOrderCount)}
      none={texts.none}
      columns={[
        { label: texts.number },
        { label: texts.kind },
        { label: texts.amount, right: true },
        { label: texts.state },
        { label: texts.first, wide: true },
        { label: texts.second, wide: true },
        { label: texts.time },
      ]}
      rows={fundOrders.map((one) => (
        <tr key={one.id}>
          <th scope="row" className="mono">
            {one.review === null ? (
              '—'
            ) : (
              <a
                className={styles.link}
                href={`#/queue?kind=${one.kind}${one.state === 'pending' ? '' : '&show=done'}&review=${one.review.reviewId}`}
              >
                {one.review.number}
              </a>
            )}
          </th>
          <td>{texts.kinds[one.kind]}</td>
          <td className={cx('num', styles.right)}>
            {one.kind === 'withdrawal' ? '−' : '+'}
            {moneyText(one.amount, one.currency)}
          </td>
          <td>
            <StatusChip
              tone={one.state === 'pending' ? 'warn' : one.state === 'rejected' ? 'crit' : 'neutral'}
            >
              {(one.stage === null ? undefined : texts.stages[one.stage]) ??
                texts.states[one.state] ??
                one.state}
            </StatusChip>
          </td>
          <td className={styles.wide}>{one.deciders[0] ?? '—'}</td>
          <td className={styles.wide}>{one.deciders[1] ?? '—'}</td>
          <td className={cx('num', styles.quiet)}>
            <Moment at={one.sentAt} />
          </td>
        </tr>
      ))}
    />
  )
}

export function OrdersCard({ member: { orders } }: Props) {
  const texts = membersTexts.use().orders
  return (
    <TableCard
      title={texts.title}
      none={texts.none}
      columns={[
        { label: texts.stock },
        { label: texts.side },
        { label: texts.price, right: true },
        { label: texts.quantity, right: true },
        { label: texts.filled, right: true },
        { label: texts.state },
        { label: texts.time },
      ]}
      rows={orders.map((one) => (
        <tr key={one.orderId}>
          <th scope="row" className="num">
            {one.symbol}
          </th>
          <td>
            {texts.sides[one.side] ?? one.side} {texts.purposes[one.purpose] ?? one.purpose}
          </td>
          <td className={cx('num', styles.right)}>
            {one.price === null ? texts.market : formatMoney(BigInt(one.price))}
          </td>
          <td className={cx('num', styles.right)}>{grouped(one.quantity)}</td>
          <td className={cx('num', styles.right)}>{grouped(one.quantity - one.left)}</td>
          <td>
            <StatusChip tone={one.state === 'entrusted' ? 'brand' : 'neutral'}>
              {texts.states[one.state] ?? one.state}
            </StatusChip>
          </td>
          <td className={cx('num', styles.quiet)}>
            <Moment at={one.placedAt} />
          </td>
        </tr>
      ))}
    />
  )
}
