// Wraps klinecharts in the few functions the screen needs. Nothing else in the app imports it: it is a separate chunk
// and can be replaced by another library.

import type { Candle, Period } from '@fairlot/contract/market-data'
import { dispose, init, type Chart, type KLineData } from 'klinecharts'
import type { ChartSettings, Drawing, DrawingKind } from '@fairlot/contract/market-data/chart'
import { candleNear, type ChartOptions, type ChartView } from './chart-view.ts'
import { createCrosshair, keepPageScroll } from './crosshair.ts'
import { axisWidth, type ChartStyle } from './chart-style.ts'
import { createDrawings } from './drawings.ts'
import { drawIndicators, legendValues } from './panes.ts'
import { stylesOf } from './styles.ts'

export interface CandleChart {
  /** Takes the whole list again and draws what is new, at most five times a second. */
  readonly sync: (candles: readonly Candle[], more: boolean) => void
  readonly setStyle: (style: ChartStyle, day: 'up' | 'down' | 'flat') => void
  readonly setIndicators: (settings: ChartSettings) => void
  readonly setDrawings: (drawings: readonly Drawing[]) => void
  /** The next taps on the chart draw one; null ends that, and selects nothing. */
  readonly setTool: (kind: DrawingKind | null) => void
  /** Moves the crosshair by candles; the first step puts it on the newest visible one. */
  readonly step: (candles: number) => void
  readonly clear: () => void
  readonly zoom: (scale: number) => void
  readonly toNewest: () => void
  readonly close: () => void
}

/** Five draws a second are as many as a viewer can follow, and as many as a slow phone manages. */
const DRAW_MS = 200
/** Rem of one candle with its gap when the chart opens: 44 of them on a phone. */
const BAR_REM = 0.46

const barOf = ([at, open, high, low, close, volume, turnover]: Candle): KLineData => ({
  timestamp: at,
  open: open / 100,
  high: high / 100,
  low: low / 100,
  close: close / 100,
  volume,
  turnover: turnover / 100,
})

const spans: Readonly<Record<Period, { type: 'minute' | 'day' | 'month' | 'year'; span: number }>> = {
  '1m': { type: 'minute', span: 1 },
  '3m': { type: 'minute', span: 3 },
  '15m': { type: 'minute', span: 15 },
  '30m': { type: 'minute', span: 30 },
  day: { type: 'day', span: 1 },
  month: { type: 'month', span: 1 },
  year: { type: 'year', span: 1 },
}

/** 1,080.00 is two characters longer than 214.50. */
const widthFor = (style: ChartStyle, candles: readonly Candle[]): number => {
  const highest = Math.max(0, ...candles.map((candle) => candle[2]))
  return axisWidth(style.micro, (highest / 100).toFixed(2).length + (highest >= 100_000 ? 1 : 0))
}

const openLibrary = (container: HTMLElement, options: ChartOptions): Chart => {
  const chart = init(container, {
    timezone: 'Asia/Taipei',
    styles: stylesOf(options.style, options.day, widthFor(options.style, options.candles)),
    // The screen has its own keys; the library would listen to the whole document.
    hotkey: { enabled: false },
    thousandsSeparator: { sign: ',' },
    // A minus as wide as a plus, as everywhere else.
    decimalFold: { format: (value) => String(value).replace('-', '−') },
    formatter: {
      formatDate: ({ timestamp, type }) =>
        type === 'xAxis' ? options.axisTime(timestamp, timestamp) : options.fullTime(timestamp),
      formatBigNumber: (value) => options.volume(Number(value)),
    },
  })
  if (chart === null) throw new Error('the chart did not open')
  return chart
}

/** Gives the library the candles of the view. The answer draws what is new; it is false if the chart starts again. */
const loadCandles = (view: ChartView): (() => boolean) => {
  const { chart, options } = view
  let drawn = view.candles
  let answerOlder: ((bars: KLineData[], more: { forward: boolean }) => void) | undefined
  let onBar: ((bar: KLineData) => void) | undefined
  chart.setDataLoader({
    getBars: ({ type, callback }) => {
      if (type === 'init') {
        drawn = view.candles
        callback(drawn.map(barOf), { forward: view.more, backward: false })
      } else if (type === 'forward') {
        answerOlder = callback
        options.onOlder()
      } else callback([], false)
    },
    subscribeBar: ({ callback }) => {
      onBar = callback
    },
  })
  return () => {
    const { candles, more } = view
    const first = drawn[0]
    const last = drawn.at(-1)
    const from = first === undefined ? -1 : candles.findIndex(([at]) => at === first[0])
    if (first === undefined || last === undefined || from < 0) {
      chart.resetData()
      return false
    }
    if (answerOlder !== undefined && (from > 0 || !more)) {
      const answer = answerOlder
      answerOlder = undefined
      answer(candles.slice(0, from).map(barOf), { forward: more })
    } else if (from > 0) {
      chart.resetData()
      return false
    }
    const news = candles.filter((candle) => candle[0] >= last[0] && !drawn.includes(candle))
    drawn = candles
    for (const candle of news) onBar?.(barOf(candle))
    return true
  }
}

/** The candle this many steps from the chosen one, scrolled into view. */
const candleAfter = (view: ChartView, steps: number): Candle | undefined => {
  const { chart, candles, chosen } = view
  const { from, to } = chart.getVisibleRange()
  const at = candles.findIndex(([time]) => time === chosen)
  const index = chosen === null || at < 0 ? Math.min(to, candles.length) - 1 : at + steps
  const candle = candleNear(view, index)
  if (candle === undefined) return undefined
  if (index < from) chart.scrollByDistance((from - index) * chart.getBarSpace().bar)
  if (index >= to) chart.scrollByDistance(-(index - to + 1) * chart.getBarSpace().bar)
  return candle
}

export const openCandleChart = (container: HTMLElement, options: ChartOptions): CandleChart => {
  const chart = openLibrary(container, options)
  const { candles, more, style, day, settings, drawings } = options
  const drawn = { candles, more, style, day, settings, drawings }
  const view: ChartView = { chart, options, ...drawn, chosen: null, isDrawing: false }
  const closing = new AbortController()
  let timer: ReturnType<typeof setTimeout> | undefined
  let drawnAt = 0
  const values = legendValues(view)
  const crosshair = createCrosshair(view, container, closing.signal, values.show)
  keepPageScroll(view, container, closing.signal)
  const lines = createDrawings(view, crosshair.setTouch)

  chart.subscribeAction('onVisibleRangeChange', () => {
    options.onNewest(chart.getVisibleRange().to >= view.candles.length)
    if (view.chosen !== null) crosshair.show()
  })
  // The library measures itself again a frame after its box has changed; the crosshair's height is in pixels.
  const resized = new ResizeObserver(() => {
    if (view.chosen !== null) requestAnimationFrame(() => requestAnimationFrame(crosshair.show))
  })
  resized.observe(container)
  chart.setOffsetRightDistance(4)
  chart.setBarSpace(Math.max(4, style.rem * BAR_REM))
  chart.setMaxOffsetRightDistance(style.rem * 4)
  drawIndicators(view)
  chart.setSymbol({ ticker: 'chart', pricePrecision: 2, volumePrecision: 0 })
  chart.setPeriod(spans[options.period])
  const drawNews = loadCandles(view)
  const draw = () => {
    timer = undefined
    drawnAt = performance.now()
    if (!drawNews()) return
    if (view.chosen !== null) crosshair.show()
    values.show()
  }
  values.show()
  lines.show(drawings)

  return {
    sync: (candles, more) => {
      view.candles = candles
      view.more = more
      timer ??= setTimeout(draw, Math.max(0, drawnAt + DRAW_MS - performance.now()))
    },
    setStyle: (style, day) => {
      if (view.style === style && view.day === day) return
      view.style = style
      view.day = day
      chart.setStyles(stylesOf(style, day, widthFor(style, view.candles)))
      lines.restyle()
    },
    setIndicators: (settings) => {
      if (view.settings === settings) return
      view.settings = settings
      drawIndicators(view)
      values.show()
    },
    setDrawings: lines.show,
    setTool: (kind) => (kind === null ? lines.rest() : lines.begin(kind)),
    step: (steps) => {
      const candle = candleAfter(view, steps)
      if (candle !== undefined) crosshair.choose(candle[0])
    },
    clear: () => crosshair.choose(null),
    zoom: (scale) => chart.zoomAtCoordinate(scale),
    toNewest: () => chart.scrollToRealTime(),
    close: () => {
      clearTimeout(timer)
      values.stop()
      closing.abort()
      resized.disconnect()
      dispose(container)
    },
  }
}
