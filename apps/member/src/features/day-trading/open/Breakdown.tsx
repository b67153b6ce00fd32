import { Card, cx, KeyValues } from '@fairlot/ui'
import { formatMoney, MINUS } from '@fairlot/money'
import { coverCosts, type OpenDayTrade, resultAt } from '@fairlot/rules/day-trading'
import { taxRate, type TradingTerms, valueAt } from '@fairlot/rules/orders'
import { openPart } from '@fairlot/rules/positions'
import { signedPriceText } from '#features/market-data'
import { rateText } from '#features/orders'
import { useHideAmounts } from '#shell/appearance.ts'
import { toneOf } from '../figures.ts'
import { dayTradingTexts } from '../texts/index.ts'
import type { DayTrade } from '../use-day-trades.ts'
import styles from './OpenTrade.module.css'

interface Props {
  readonly row: DayTrade
  readonly trade: OpenDayTrade
  readonly terms: TradingTerms
  readonly last: number
}

/** From the price difference to the net result, line by line. */
export const Breakdown = ({ row, trade, terms, last }: Props) => {
  const texts = dayTradingTexts.use().open
  const hidden = useHideAmounts()
  const { fee, tax } = coverCosts(terms, trade, last)
  const value = valueAt(last, row.shares)
  const gross = row.direction === 'long' ? value - trade.openedValue : trade.openedValue - value
  const result = resultAt(terms, trade, last)
  const paidTax = openPart(BigInt(row.openTax), row)
  const openFee = trade.openCosts - paidTax
  const signed = (amount: bigint): string => (hidden ? '••••' : formatMoney(amount, { plus: true }))
  const cost = (amount: bigint): string =>
    hidden ? '••••' : amount === 0n ? '0.00' : `${MINUS}${formatMoney(amount)}`
  const change = row.direction === 'long' ? last - row.price : row.price - last
  const shares = formatMoney(BigInt(row.shares) * 100n).slice(0, -3)
  const names = texts.fees[row.direction]
  const aside = (text: string) => <span className={styles.asideText}>{text}</span>
  return (
    <Card pad as="section">
      <KeyValues
        items={[
          {
            key: 'spread',
            label: (
              <>
                {texts.spread} {aside(texts.spreadHow(signedPriceText(change), shares))}
              </>
            ),
            value: <span className={cx(!hidden && styles[toneOf(gross)])}>{signed(gross)}</span>,
          },
          { key: 'open', label: names.open, value: cost(openFee) },
          { key: 'close', label: names.close, value: cost(fee) },
          {
            key: 'tax',
            label: (
              <>
                {texts.tax}{' '}
                {aside(
                  row.kind === 'etf' ? texts.taxEtf : texts.taxHow(rateText(taxRate(terms, row.kind, true))),
                )}
              </>
            ),
            value: cost(row.direction === 'long' ? tax : paidTax),
          },
          {
            key: 'result',
            label: texts.result,
            value: <b className={cx(!hidden && styles[toneOf(result)])}>{signed(result)}</b>,
            sum: true,
          },
        ]}
      />
    </Card>
  )
}
