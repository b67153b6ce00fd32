// The panes of the candle chart: price, volume and a second indicator, each with its axis.

import { PRICE_PANE, pixelOf, type ChartView, type IndicatorValues } from './chart-view.ts'
import { MACD, RSI, VWAP } from './own-indicators.ts'

const VOLUME_PANE = 'volume'
const SUB_PANE = 'sub'
const SHOW_MS = 30
const legendIndicators = ['MA', 'BOLL', VWAP, 'KDJ', MACD, RSI]

/** Closer together than the library's own, which leave room for the seconds, and none half outside. */
const timeTicks = (view: ChartView, width: number) => {
  const { chart, candles, style, options } = view
  const every = Math.ceil((style.micro * 7.5) / chart.getBarSpace().bar)
  const { from, to } = chart.getVisibleRange()
  const ticks: { coord: number; value: number; text: string }[] = []
  let before = 0
  for (let index = Math.ceil(from / every) * every; index < to; index += every) {
    const at = candles[index]?.[0]
    const x = pixelOf(view, { dataIndex: index })
    const edge = style.micro * 1.5
    if (at === undefined || x < edge || x > width - edge) continue
    ticks.push({ coord: x, value: at, text: options.axisTime(at, before) })
    before = at
  }
  return ticks
}

const setAxes = (view: ChartView): void => {
  const { chart, settings, options } = view
  chart.overrideYAxis({
    paneId: PRICE_PANE,
    scrollZoomEnabled: false,
    gap: { top: 0.08, bottom: 0.06 },
    createTicks: ({ range, bounding, defaultTicks }) => {
      const close = (view.candles.at(-1)?.[4] ?? 0) / 100
      const lastY = (1 - (close - range.realFrom) / range.realRange) * bounding.height
      const isNear = (coord: number) => Math.abs(coord - lastY) < view.style.micro * 1.4
      return defaultTicks.filter(({ coord }) => !isNear(coord))
    },
  })
  chart.overrideYAxis({
    paneId: VOLUME_PANE,
    scrollZoomEnabled: false,
    gap: { top: 0.12, bottom: 0 },
    // The largest value alone shows how high the bars are.
    createTicks: ({ range }) => [
      { coord: view.style.micro, value: range.to, text: options.volume(range.realTo / 1.12) },
    ],
  })
  chart.overrideXAxis({ createTicks: ({ bounding }) => timeTicks(view, bounding.width) })
  // Room for the legend above its lines.
  if (settings.sub !== 'none')
    chart.overrideYAxis({ paneId: SUB_PANE, scrollZoomEnabled: false, gap: { top: 0.3, bottom: 0.06 } })
}

const mainIndicator = ({ settings: { main, parameters } }: ChartView) =>
  main === 'ma'
    ? { name: 'MA', calcParams: [...parameters.ma] }
    : main === 'boll'
      ? { name: 'BOLL', calcParams: [...parameters.boll] }
      : { name: VWAP }

const subIndicator = ({ settings: { sub, parameters } }: ChartView) =>
  sub === 'kd'
    ? {
        name: 'KDJ',
        calcParams: [...parameters.kd],
        precision: 2,
        // This market reads K and D; J is derived from them.
        figures: [
          { key: 'k', type: 'line' },
          { key: 'd', type: 'line' },
        ],
      }
    : sub === 'macd'
      ? { name: MACD, calcParams: [...parameters.macd] }
      : sub === 'rsi'
        ? { name: RSI, calcParams: [...parameters.rsi], minValue: 0, maxValue: 100 }
        : undefined

export const drawIndicators = (view: ChartView): void => {
  const { chart, style } = view
  for (const name of [...legendIndicators, 'VOL']) chart.removeIndicator({ name })
  chart.createIndicator({ ...mainIndicator(view), paneId: PRICE_PANE, extendData: () => view }, true)
  chart.createIndicator({ name: 'VOL', paneId: VOLUME_PANE, calcParams: [] })
  const sub = subIndicator(view)
  if (sub !== undefined) chart.createIndicator({ ...sub, paneId: SUB_PANE, extendData: () => view })
  chart.setPaneOptions({ id: VOLUME_PANE, height: 3.4 * style.rem, minHeight: 20, dragEnabled: false })
  if (sub !== undefined)
    chart.setPaneOptions({ id: SUB_PANE, height: 4.5 * style.rem, minHeight: 20, dragEnabled: false })
  setAxes(view)
}

/** The library computes in a later turn of the loop, so the legend reads after it. */
export const legendValues = (view: ChartView) => {
  let timer: ReturnType<typeof setTimeout> | undefined
  const read = () => {
    const { chart, candles, chosen } = view
    const index = chosen === null ? candles.length - 1 : candles.findIndex(([time]) => time === chosen)
    const values = legendIndicators.map((name) => chart.getIndicators({ name })[0]?.result[index])
    view.options.onValues(Object.assign({}, ...values) as IndicatorValues)
  }
  const stop = () => clearTimeout(timer)
  const show = () => {
    stop()
    timer = setTimeout(read, SHOW_MS)
  }
  return { show, stop }
}
