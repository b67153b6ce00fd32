// The candle under the crosshair, shown in place of the limit band: nothing moves, and the finger covers nothing.

import type { Candle, Period } from '@fairlot/contract/market-data'
import { isMinutePeriod } from '@fairlot/rules/market-data'
import { cx, type Direction } from '@fairlot/ui'
import { changeTexts, directionOf, lotsText, priceText } from '../figures.ts'
import { detailTexts } from '../texts/index.ts'
import { candleTimeText, dayText, minuteText } from '../times.ts'
import styles from './Legend.module.css'

export type ChartKind = 'line' | Period

/** One candle, and the close before it, which is the base of its change. */
export interface Picked {
  readonly kind: ChartKind
  readonly candle: Candle
  readonly before: number
}

const timeOf = ({ kind, candle }: Picked) =>
  kind === 'line' ? minuteText(candle[0]) : candleTimeText(kind, candle[0])

/** The axis shows the full date under the crosshair; here only the part that distinguishes candles fits. */
const shortTimeOf = ({ kind, candle: [at] }: Picked) =>
  kind === 'line'
    ? minuteText(at)
    : kind === 'day'
      ? dayText(at)
      : isMinutePeriod(kind)
        ? minuteText(at)
        : candleTimeText(kind, at)

export const Legend = ({ picked }: { readonly picked: Picked }) => {
  const { candle: candleTexts } = detailTexts.use().chart
  const [, open, high, low, close, volume] = picked.candle
  const change = changeTexts(close, picked.before)
  const priced = (price: number): [string, Direction] => [priceText(price), directionOf(price, picked.before)]
  const items: readonly (readonly [label: string, text: string, direction?: Direction | undefined])[] = [
    [candleTexts.time, shortTimeOf(picked)],
    [candleTexts.open, ...priced(open)],
    [candleTexts.high, ...priced(high)],
    [candleTexts.change, change?.signed ?? '—', change?.direction],
    [candleTexts.volume, lotsText(volume)],
    [candleTexts.close, ...priced(close)],
    [candleTexts.low, ...priced(low)],
    [candleTexts.percent, change?.percent ?? '—', change?.direction],
  ]
  return (
    <dl className={cx('num', styles.legend)}>
      {items.map(([label, text, direction]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd className={direction && styles[direction]}>{text}</dd>
        </div>
      ))}
    </dl>
  )
}

/** The same as a sentence, for the live region. */
export const SpokenCandle = ({ picked }: { readonly picked: Picked }) => {
  const { chart, spokenChange, directions } = detailTexts.use()
  const [, open, high, low, close, volume] = picked.candle
  const change = changeTexts(close, picked.before)
  return chart.spoken(
    timeOf(picked),
    priceText(open),
    priceText(high),
    priceText(low),
    priceText(close),
    lotsText(volume),
    change === undefined ? '' : spokenChange(directions[change.direction], change.size, change.percent),
  )
}
