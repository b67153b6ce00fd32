import { cx } from '@fairlot/ui'
import { signedText } from '../figures.ts'
import { detailTexts } from '../texts/index.ts'
import type { IndicatorValues } from './chart-view.ts'
import type { Indicators } from './indicators.ts'
import styles from './Chart.module.css'

/** Indicators are computed, not traded: two decimals whatever the tick. */
const text = (value: number | undefined) =>
  value === undefined ? '—' : signedText(Math.round(value * 100)).replace('+', '')

interface Item {
  readonly label: string
  readonly key: string
  readonly line: 1 | 2 | 3
}

const subItems = {
  none: [],
  kd: [
    { label: 'K', key: 'k', line: 1 },
    { label: 'D', key: 'd', line: 2 },
  ],
  macd: [
    { label: 'DIF', key: 'dif', line: 1 },
    { label: 'MACD', key: 'dea', line: 2 },
    { label: 'OSC', key: 'macd', line: 3 },
  ],
} as const satisfies Record<Indicators['sub'], readonly Item[]>

/** Above the candles, never over them. */
export const IndicatorLegend = ({
  chosen,
  values,
}: {
  readonly chosen: Indicators
  readonly values: IndicatorValues
}) => {
  const { boll } = detailTexts.use().chart
  const main: readonly Item[] =
    chosen.main === 'ma'
      ? [
          { label: 'MA5', key: 'ma1', line: 1 },
          { label: 'MA10', key: 'ma2', line: 2 },
          { label: 'MA20', key: 'ma3', line: 3 },
        ]
      : [
          { label: boll.upper, key: 'up', line: 1 },
          { label: boll.middle, key: 'mid', line: 2 },
          { label: boll.lower, key: 'dn', line: 3 },
        ]
  return (
    <ul className={cx('num', styles.legend)}>
      {[...main, ...subItems[chosen.sub]].map(({ label, key, line }) => (
        <li key={key}>
          <i className={styles[`line-${line}`]} />
          {label} {text(values[key])}
        </li>
      ))}
    </ul>
  )
}
