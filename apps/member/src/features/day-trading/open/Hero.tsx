import { cx, Money } from '@fairlot/ui'
import { formatMoney } from '@fairlot/money'
import { type OpenDayTrade, resultAt } from '@fairlot/rules/day-trading'
import type { TradingTerms } from '@fairlot/rules/orders'
import type { ReactNode } from 'react'
import { directionOf, priceText } from '#features/market-data'
import { useHideAmounts } from '#shell/appearance.ts'
import { toneOf } from '../figures.ts'
import { dayTradingTexts } from '../texts/index.ts'
import type { DayTrade } from '../use-day-trades.ts'
import styles from './OpenTrade.module.css'

interface Props {
  readonly row: DayTrade
  readonly trade: OpenDayTrade
  readonly terms: TradingTerms | undefined
  readonly last: number | null
  readonly reference: number | undefined
  readonly tags: ReactNode
}

export const Hero = ({ row, trade, terms, last, reference, tags }: Props) => {
  const texts = dayTradingTexts.use().open
  const hidden = useHideAmounts()
  const result =
    last !== null && terms !== undefined
      ? resultAt(terms, trade, last)
      : row.unrealised === null
        ? null
        : BigInt(row.unrealised)
  const direction = last === null || reference === undefined ? 'flat' : directionOf(last, reference)
  return (
    <section className={styles.hero}>
      <div className={styles.between}>
        <span className={styles.label}>{texts.net}</span>
        <span className={styles.tags}>{tags}</span>
      </div>
      <div className={styles.figure}>
        <span className={cx(result !== null && !hidden && styles[toneOf(result)])}>
          {result === null ? (
            '—'
          ) : (
            <Money text={formatMoney(result, { plus: true })} size="display" hidden={hidden} />
          )}
        </span>
        <span className={cx('num', styles.label)}>
          {priceText(row.price)} →{' '}
          <b className={cx(direction !== 'flat' && styles[direction])}>{priceText(last)}</b>
        </span>
      </div>
    </section>
  )
}
