// The indicators that the rules compute, as klinecharts takes them.

import { macdOf, sessionVwap, wilderRsi } from '@fairlot/rules/market-data'
import { registerIndicator, type KLineData } from 'klinecharts'
import type { ChartView } from './chart-view.ts'

/** A function, because the library copies plain objects with everything in them. */
type ViewOf = () => ChartView

export const RSI = 'fairlot-rsi'
export const VWAP = 'fairlot-vwap'
export const MACD = 'fairlot-macd'

const line = (key: string) => ({ key, type: 'line' as const })
const closesOf = (bars: readonly KLineData[]) => bars.map(({ close }) => close)

registerIndicator<unknown, number, ViewOf>({
  name: RSI,
  precision: 2,
  figures: [line('rsi1'), line('rsi2')],
  calc: (bars, { calcParams: [one = 2, two = 2] }) => {
    const closes = closesOf(bars)
    const [short, long] = [wilderRsi(closes, one), wilderRsi(closes, two)]
    return closes.map((_, at) => ({ rsi1: short[at], rsi2: long[at] }))
  },
})

registerIndicator<unknown, number, ViewOf>({
  name: VWAP,
  series: 'price',
  precision: 2,
  figures: [line('vwap')],
  calc: (bars, { extendData: viewOf }) => {
    const view = viewOf()
    const traded = bars.map(({ timestamp, volume = 0, turnover = 0 }) => ({
      at: timestamp,
      volume,
      turnover,
    }))
    return sessionVwap(traded, view.options.period, !view.more).map((vwap) => ({ vwap }))
  },
})

registerIndicator<unknown, number, ViewOf>({
  name: MACD,
  precision: 2,
  figures: [
    {
      key: 'macd',
      type: 'bar',
      baseValue: 0,
      styles: ({ data: { current }, indicator, defaultStyles }) => {
        const bar = indicator.styles?.bars?.[0] ?? defaultStyles?.bars[0]
        const value = (current as { macd?: number } | null)?.macd ?? 0
        const color = value > 0 ? bar?.upColor : value < 0 ? bar?.downColor : bar?.noChangeColor
        return { style: 'fill', ...(color === undefined ? {} : { color, borderColor: color }) }
      },
    },
    line('dif'),
    line('dea'),
  ],
  calc: (bars, { calcParams: [fast = 2, slow = 3, signal = 2] }) =>
    macdOf(closesOf(bars), fast, slow, signal),
})
