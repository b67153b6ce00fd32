// The result at each tick around the opening price and the current price, and the break-even.

import { Card, cx } from '@fairlot/ui'
import { formatMoney } from '@fairlot/money'
import { breakEven, type OpenDayTrade, resultsAround } from '@fairlot/rules/day-trading'
import { stepPrice, tickAt } from '@fairlot/rules/instruments'
import type { TradingTerms } from '@fairlot/rules/orders'
import { priceText } from '#features/market-data'
import { dayTradingTexts } from '../texts/index.ts'
import type { DayTrade } from '../use-day-trades.ts'
import { barsAround } from './bars.ts'
import styles from './OpenTrade.module.css'

interface Props {
  readonly row: DayTrade
  readonly trade: OpenDayTrade
  readonly terms: TradingTerms
  readonly last: number
}

const WIDTH = 343
const TOP = 24
const BOTTOM = 132
const LABELS = 148

export const TickBars = ({ row, trade, terms, last }: Props) => {
  const texts = dayTradingTexts.use().open
  const layout = layoutOf({ row, trade, terms, last })
  const { results, zero, centre, anchored, opened, even, evenX } = layout
  const tick = tickAt(row.kind, row.price)
  const perTick = formatMoney(BigInt(tick) * BigInt(row.shares))
  const isNear = Math.abs(centre(opened) - centre(last)) < 92
  return (
    <Card pad as="section">
      <div className={styles.between}>
        <h2 className={styles.even}>
          {even === undefined
            ? texts.noEven
            : even.ticks === 0
              ? texts.evenNow
              : texts.even[row.direction](Math.abs(even.ticks))}
        </h2>
        <span className={cx('num', styles.small)}>{texts.perTick(formatMoney(BigInt(tick)), perTick)}</span>
      </div>
      <svg
        viewBox={`0 0 ${WIDTH} ${isNear ? LABELS + 16 : LABELS + 2}`}
        className={styles.bars}
        role="img"
        aria-label={texts.chart(
          priceText(results[0]!.price),
          priceText(results.at(-1)!.price),
          priceText(even?.price ?? null),
        )}
      >
        <path d={`M0 ${zero}H${WIDTH}`} className={styles.zero} />
        <Bars layout={layout} last={last} />
        {even === undefined || evenX === undefined ? null : (
          <>
            <path d={`M${evenX} 18V${BOTTOM + 2}`} className={styles.evenLine} />
            <text
              x={evenX}
              y="11"
              textAnchor={anchored(even.price)}
              className={cx(styles.axis, styles.strong)}
            >
              {texts.evenAt(priceText(even.price))}
            </text>
          </>
        )}
        {opened === last ? null : (
          <text x={centre(opened)} y={LABELS} textAnchor={anchored(opened)} className={styles.axis}>
            {texts.openedAt[row.direction](priceText(row.price))}
          </text>
        )}
        <text
          x={centre(last)}
          y={isNear && opened !== last ? LABELS + 14 : LABELS}
          textAnchor={anchored(last)}
          className={cx(styles.axis, styles.strong)}
        >
          {texts.nowAt(priceText(last))}
        </text>
      </svg>
      <p className={styles.small}>{texts.bars[row.direction]}</p>
      <ul className="visually-hidden">
        {results.map(({ price, result }) => (
          <li key={price}>{texts.row(priceText(price), formatMoney(result, { plus: true }))}</li>
        ))}
      </ul>
    </Card>
  )
}

const Bars = ({ layout, last }: { readonly layout: ReturnType<typeof layoutOf>; readonly last: number }) => {
  const { results, scale, zero, step } = layout
  return results.map(({ price, result }, at) => {
    const height = Math.max(2, Math.abs(Number(result)) * scale)
    const tone = result >= 0n ? 'up' : 'down'
    return (
      <rect
        key={price}
        x={at * step + step * 0.11}
        y={result >= 0n ? zero - height : zero}
        width={step * 0.78}
        height={height}
        rx="2"
        className={cx(styles[`${tone}Bar`], price === last && styles.now)}
      />
    )
  })
}

/** Where each bar is, in the picture's units. */
const layoutOf = ({ row, trade, terms, last }: Props) => {
  // An average of several fills can lie between two ticks.
  const opened = onTick(row.kind, row.price)
  const even = breakEven(terms, trade, opened)
  const { from, down, up } = barsAround(row.kind, opened, last, even?.price ?? opened)
  const results = resultsAround(terms, trade, from, down, up)
  const highest = results.reduce((max, { result }) => (result > max ? result : max), 1n)
  const lowest = results.reduce((min, { result }) => (result < min ? result : min), -1n)
  // One scale for both sides, so that a bar twice as long is twice the amount.
  const scale = (BOTTOM - TOP) / (Number(highest) - Number(lowest))
  const zero = TOP + Number(highest) * scale
  const step = WIDTH / results.length
  const indexOf = (price: number): number => results.findIndex((one) => one.price === price)
  const centre = (price: number): number => (indexOf(price) + 0.5) * step
  const anchored = (price: number): 'start' | 'middle' | 'end' =>
    centre(price) < 44 ? 'start' : centre(price) > WIDTH - 44 ? 'end' : 'middle'
  const evenX =
    even === undefined ? undefined : centre(even.price) - (row.direction === 'long' ? step / 2 : -step / 2)
  return { results, scale, zero, step, centre, anchored, opened, even, evenX }
}

/** Drawn at the next tick when it is between two. */
const onTick = (kind: DayTrade['kind'], price: number): number =>
  price % tickAt(kind, price) === 0 ? price : stepPrice(kind, price, 1)
