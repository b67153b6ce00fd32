// Ended items: a position with its result, or an order that was cancelled or refused.

import { Card, Icon, Link, StatusChip } from '@fairlot/ui'
import { formatMoney } from '@fairlot/money'
import { orderPath } from '#features/orders'
import { priceText, useMarketSession } from '#features/market-data'
import { useHideAmounts } from '#shell/appearance.ts'
import { useLanguage } from '@fairlot/app-shell/language'
import { lotsText, putIn, type OrderRow, type PositionRow } from '../figures.ts'
import { Result } from '../Result.tsx'
import { Subject } from '../Subject.tsx'
import { positionsTexts } from '../texts/index.ts'
import { dayText, daysBetween, tradingDayOf } from './months.ts'
import { Percent } from './PositionCard.tsx'
import styles from './Cards.module.css'

export const ClosedCard = ({ row }: { readonly row: PositionRow }) => {
  const texts = positionsTexts.use().ended
  const language = useLanguage()
  const hidden = useHideAmounts()
  const realised = BigInt(row.realised)
  const calendar = useMarketSession()?.data.calendar ?? 'practice'
  const from = row.openedOn
  const to = row.closedAt === null ? from : tradingDayOf(calendar, row.closedAt)
  const reason = row.reason ?? 'member'
  const interest = BigInt(row.interestPaid)
  return (
    <Card className={styles.card}>
      <Link href={`/position/positionDetail?id=${row.positionId}`} className={styles.main}>
        <span className={styles.left}>
          <Subject {...row} names={row} />
          <span className={styles.line}>
            {lotsText(row.openedShares, language)}
            <i className={styles.bar} />
            {priceText(row.price)}
            <Icon name="chevron" size={0.75} weight={2} />
            <b>{priceText(row.closePrice)}</b>
          </span>
        </span>
        <span className={styles.right}>
          <Result amount={realised} size="row" />
          <Percent part={realised} whole={putIn(row)} />
        </span>
      </Link>
      <div className={`${styles.foot} ${styles.low}`}>
        <span className={styles.small}>
          {texts.days(dayText(from), dayText(to), daysBetween(from, to))}
          {interest === 0n || hidden ? '' : ` · ${texts.interestOf(formatMoney(interest))}`}
        </span>
        <StatusChip tone={reason === 'liquidated' || reason === 'auto-cover' ? 'warn' : 'neutral'}>
          {texts.reasons[reason]}
        </StatusChip>
      </div>
    </Card>
  )
}

interface EndedOrderProps {
  readonly row: OrderRow
  readonly names: { readonly nameTw: string; readonly nameEn: string } | undefined
}

/** The venue names a rule's id as the reason; these codes mean that the member asked for it. */
const byMember = new Set(['member', 'asked', 'cancelled'])

export const EndedOrderCard = ({ row, names }: EndedOrderProps) => {
  const texts = positionsTexts.use()
  const language = useLanguage()
  const { ended, order } = texts
  return (
    <Card className={styles.card}>
      <Link href={orderPath(row.orderId)} className={styles.main}>
        <span className={styles.left}>
          <Subject {...row} names={names} />
          <span className={styles.line}>
            {lotsText(row.quantity, language)}
            <i className={styles.bar} />
            {row.price === null ? order.market : order.limit(priceText(row.price))}
            <i className={styles.bar} />
            {row.filled === 0 ? ended.noFill : ended.someFill(lotsText(row.filled, language))}
          </span>
        </span>
        <StatusChip>{row.state === 'refused' ? ended.refused : ended.cancelled}</StatusChip>
      </Link>
      <div className={`${styles.foot} ${styles.low}`}>
        <span className={styles.small}>
          {dayText(row.date)} ·{' '}
          {row.cancelAsked || byMember.has(row.reason ?? '') ? ended.byMember : ended.bySystem} ·{' '}
          {ended.released}
        </span>
      </div>
    </Card>
  )
}
