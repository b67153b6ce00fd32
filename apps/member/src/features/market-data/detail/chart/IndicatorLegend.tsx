import type { ChartSettings } from '@fairlot/contract/market-data/chart'
import { cx } from '@fairlot/ui'
import { signedText } from '../figures.ts'
import { detailTexts } from '../texts/index.ts'
import type { IndicatorValues } from './chart-view.ts'
import styles from './Chart.module.css'

/** Indicators are computed, not traded: two decimals whatever the tick. */
const text = (value: number | undefined) =>
  value === undefined ? '—' : signedText(Math.round(value * 100)).replace('+', '')

interface Item {
  readonly label: string
  readonly key: string
  readonly line: 1 | 2 | 3
}

interface Props {
  readonly settings: ChartSettings
  readonly values: IndicatorValues
}

/** `MA` with its periods, so that the legend says what is drawn. */
const numbered = (name: string, key: string, periods: readonly number[]): Item[] =>
  periods.map((period, at) => ({
    label: `${name}${period}`,
    key: `${key}${at + 1}`,
    line: (at + 1) as Item['line'],
  }))

const subItems = ({ sub, parameters }: ChartSettings): readonly Item[] => {
  if (sub === 'rsi') return numbered('RSI', 'rsi', parameters.rsi)
  if (sub === 'kd')
    return [
      { label: 'K', key: 'k', line: 1 },
      { label: 'D', key: 'd', line: 2 },
    ]
  if (sub === 'macd')
    return [
      { label: 'DIF', key: 'dif', line: 1 },
      { label: 'MACD', key: 'dea', line: 2 },
      { label: 'OSC', key: 'macd', line: 3 },
    ]
  return []
}

/** Above the candles, never over them. */
export const IndicatorLegend = ({ settings, values }: Props) => {
  const { boll } = detailTexts.use().chart
  const items: readonly Item[] =
    settings.main === 'ma'
      ? numbered('MA', 'ma', settings.parameters.ma)
      : settings.main === 'boll'
        ? [
            { label: boll.upper, key: 'up', line: 1 },
            { label: boll.middle, key: 'mid', line: 2 },
            { label: boll.lower, key: 'dn', line: 3 },
          ]
        : [{ label: 'VWAP', key: 'vwap', line: 1 }]
  return (
    <ul className={cx('num', styles.legend)}>
      <Items items={items} values={values} />
    </ul>
  )
}

/** At the top of the lower pane, where its lines leave room. */
export const SubLegend = ({ settings, values }: Props) =>
  settings.sub === 'none' ? null : (
    <ul className={cx('num', styles['sub-legend'])}>
      <Items items={subItems(settings)} values={values} />
    </ul>
  )

const Items = ({ items, values }: { readonly items: readonly Item[]; readonly values: IndicatorValues }) =>
  items.map(({ label, key, line }) => (
    <li key={key}>
      <i className={styles[`line-${line}`]} />
      {label} {text(values[key])}
    </li>
  ))
