// The heading of an order: name, direction, state, terms. The same on cards and on the timeline.

import { cx, Link, LotBar, StatusChip } from '@fairlot/ui'
import type { ReactNode } from 'react'
import { priceText } from '#features/market-data'
import { useLanguage } from '@fairlot/app-shell/language'
import { lotSize } from '@fairlot/rules/instruments'
import { multipleText, quantityText } from '../figures.ts'
import { ordersTexts } from '../texts/index.ts'
import { useUnbooked } from './executed.ts'
import { stateOf, toneOf, type Order } from './order-state.ts'
import styles from './OrderRow.module.css'

interface Props {
  readonly order: Order
  readonly name: string
  readonly href?: string | undefined
  /** Shown at the end of the line of terms. */
  readonly aside?: ReactNode
}

export const OrderHead = ({ order, name, href, aside }: Props) => {
  const texts = ordersTexts.use()
  const orderTexts = texts.order
  const language = useLanguage()
  const quantity = (shares: number) => quantityText(shares, language)
  const unbooked = useUnbooked(order)
  const state = stateOf(order, unbooked)
  const filled = order.filled + (unbooked?.quantity ?? 0)
  const isLong = order.direction === 'long'
  const what =
    order.purpose === 'close'
      ? `${orderTexts.close}${texts.directions[order.direction]}`
      : `${texts.directions[order.direction]}${order.multiple === 100 ? '' : ` ${texts.multiple(multipleText(order.multiple))}`}`
  return (
    <>
      <div className={styles.head}>
        <span className={styles.subject}>
          {href === undefined ? (
            <b className={styles.name}>{name}</b>
          ) : (
            <Link href={href} className={cx(styles.name, styles.link)} aria-label={orderTexts.open(name)}>
              {name}
            </Link>
          )}
          <span className={cx('num', styles.code)}>{order.symbol}</span>
          <StatusChip tone={isLong ? 'up' : 'down'}>{what}</StatusChip>
          {order.dayTrade ? <StatusChip>{texts.dayTrade}</StatusChip> : null}
          {order.origin === 'member' ? null : <StatusChip>{orderTexts.origins[order.origin]}</StatusChip>}
        </span>
        <StatusChip tone={toneOf[state]}>{orderTexts.states[state]}</StatusChip>
      </div>
      <div className={cx('num', styles.terms)}>
        <span>{order.price === null ? orderTexts.market : orderTexts.limit(priceText(order.price))}</span>
        <span>{quantity(order.quantity)}</span>
        <span>{order.validity}</span>
        {aside}
      </div>
      <div className={styles.bar}>
        <LotBar
          label={orderTexts.progress(quantity(filled), quantity(order.quantity))}
          total={order.quantity / lotSize}
          filled={filled / lotSize}
        />
      </div>
      {unbooked === undefined ? null : (
        <p className={styles.filled}>
          {unbooked.left === 0 ? orderTexts.executed : orderTexts.partlyExecuted(quantity(unbooked.quantity))}
        </p>
      )}
    </>
  )
}
