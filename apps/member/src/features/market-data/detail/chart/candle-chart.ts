// Wraps klinecharts in the few functions the screen needs. Nothing else in the app imports it: it is a separate chunk
// and can be replaced by another library.

import type { Candle, Period } from '@fairlot/contract/market-data'
import { dispose, init, type Crosshair, type KLineData } from 'klinecharts'
import { stylesOf } from './styles.ts'
import { axisWidth, type ChartLook } from './look.ts'

export type MainIndicator = 'ma' | 'boll'
export type SubIndicator = 'none' | 'kd' | 'macd'

export interface ChartOptions {
  readonly period: Period
  readonly candles: readonly Candle[]
  readonly more: boolean
  readonly look: ChartLook
  readonly day: 'up' | 'down' | 'flat'
  readonly main: MainIndicator
  readonly sub: SubIndicator
  /** A time on the axis, and the one left of it: a new day shows its date. */
  readonly axisTime: (at: number, before: number) => string
  readonly fullTime: (at: number) => string
  /** Lots on the volume axis. */
  readonly volume: (shares: number) => string
  /** Requests candles before the oldest one; `sync` delivers them. */
  readonly onOlder: () => void
  /** The candle under the crosshair, or null when there is none. */
  readonly onCrosshair: (at: number | null) => void
  /** Whether the newest candle is visible. */
  readonly onNewest: (isSeen: boolean) => void
  /** The indicators at the crosshair, or at the newest candle. */
  readonly onValues: (values: IndicatorValues) => void
}

/** Named lines of the indicators at one candle, for the legend: ma1, up, k, dif and so on. */
export type IndicatorValues = Readonly<Record<string, number | undefined>>

export interface CandleChart {
  /** Takes the whole list again and draws what is new, at most five times a second. */
  readonly sync: (candles: readonly Candle[], more: boolean) => void
  readonly setLook: (look: ChartLook, day: 'up' | 'down' | 'flat') => void
  readonly setIndicators: (main: MainIndicator, sub: SubIndicator) => void
  /** Moves the crosshair by candles; the first step puts it on the newest visible one. */
  readonly step: (candles: number) => void
  readonly clear: () => void
  readonly zoom: (scale: number) => void
  readonly toNewest: () => void
  readonly close: () => void
}

const PRICE_PANE = 'candle_pane'
const VOLUME_PANE = 'volume'
const SUB_PANE = 'sub'
/** Five draws a second are as many as a viewer can follow, and as many as a slow phone manages. */
const DRAW_MS = 200
/** Rem of one candle with its gap when the chart opens: 44 of them on a phone. */
const BAR_REM = 0.46
const SHOW_MS = 30
/** Beyond this distance the finger is scrolling the page. */
const SCROLL_PX = 8

/** Not part of the library's published type: its own crosshair event does not fire when the crosshair disappears. */
interface Inside {
  readonly getChartStore: () => { readonly getCrosshair: () => Crosshair }
}

const barOf = ([at, open, high, low, close, volume]: Candle): KLineData => ({
  timestamp: at,
  open: open / 100,
  high: high / 100,
  low: low / 100,
  close: close / 100,
  volume,
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
const widthFor = (look: ChartLook, candles: readonly Candle[]): number => {
  const highest = Math.max(0, ...candles.map((candle) => candle[2]))
  return axisWidth(look.micro, (highest / 100).toFixed(2).length + (highest >= 100_000 ? 1 : 0))
}

export const openCandleChart = (container: HTMLElement, options: ChartOptions): CandleChart => {
  const chart = init(container, {
    timezone: 'Asia/Taipei',
    styles: stylesOf(options.look, options.day, widthFor(options.look, options.candles)),
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

  let { candles, more, look, day, main, sub } = options
  let told = candles
  let answerOlder: ((bars: KLineData[], more: { forward: boolean }) => void) | undefined
  let onBar: ((bar: KLineData) => void) | undefined
  let chosen: number | null = null
  let timer: ReturnType<typeof setTimeout> | undefined
  let drawnAt = 0
  const tint = document.createElement('i')
  tint.hidden = true
  container.append(tint)

  const root = container.querySelector<HTMLElement>(':scope > div')
  // The library sets tabindex 1, which would put it before everything else on the page; the screen's own wrapper has
  // the focus.
  root?.removeAttribute('tabindex')
  if (root !== null) root.style.touchAction = 'pan-y'

  const isNear = (a: number, b: number) => Math.abs(a - b) < look.micro * 1.4
  const priceY = (price: number): number => {
    const range = chart.getYAxes({ paneId: PRICE_PANE })[0]?.getRange()
    const height = chart.getSize(PRICE_PANE, 'main')?.height ?? 0
    return range === undefined ? 0 : (1 - (price - range.realFrom) / range.realRange) * height
  }
  /** Closer together than the library's own, which leave room for the seconds, and none half outside. */
  const timeTicks = ({ bounding }: { bounding: { width: number } }) => {
    const every = Math.ceil((look.micro * 7.5) / chart.getBarSpace().bar)
    const { from, to } = chart.getVisibleRange()
    const ticks: { coord: number; value: number; text: string }[] = []
    let before = 0
    for (let index = Math.ceil(from / every) * every; index < to; index += every) {
      const at = candles[index]?.[0]
      const { x = 0 } = chart.convertToPixel({ dataIndex: index }, { paneId: PRICE_PANE }) as { x?: number }
      const edge = look.micro * 1.5
      if (at === undefined || x < edge || x > bounding.width - edge) continue
      ticks.push({ coord: x, value: at, text: options.axisTime(at, before) })
      before = at
    }
    return ticks
  }
  const setAxes = () => {
    chart.overrideYAxis({
      paneId: PRICE_PANE,
      scrollZoomEnabled: false,
      gap: { top: 0.08, bottom: 0.06 },
      createTicks: ({ range, bounding, defaultTicks }) => {
        const close = (candles.at(-1)?.[4] ?? 0) / 100
        const lastY = (1 - (close - range.realFrom) / range.realRange) * bounding.height
        return defaultTicks.filter(({ coord }) => !isNear(coord, lastY))
      },
    })
    chart.overrideYAxis({
      paneId: VOLUME_PANE,
      scrollZoomEnabled: false,
      gap: { top: 0.12, bottom: 0 },
      // The largest value alone shows how high the bars are.
      createTicks: ({ range }) => [
        { coord: look.micro, value: range.to, text: options.volume(range.realTo / 1.12) },
      ],
    })
    chart.overrideXAxis({ createTicks: timeTicks })
    if (sub !== 'none') chart.overrideYAxis({ paneId: SUB_PANE, scrollZoomEnabled: false })
  }
  const dropIndicators = () => {
    for (const name of ['MA', 'BOLL', 'KDJ', 'MACD', 'VOL']) chart.removeIndicator({ name })
  }
  const drawIndicators = () => {
    dropIndicators()
    chart.createIndicator(
      main === 'ma'
        ? { name: 'MA', paneId: PRICE_PANE, calcParams: [5, 10, 20] }
        : { name: 'BOLL', paneId: PRICE_PANE, calcParams: [20, 2] },
      true,
    )
    chart.createIndicator({ name: 'VOL', paneId: VOLUME_PANE, calcParams: [] })
    if (sub === 'kd')
      chart.createIndicator({
        name: 'KDJ',
        paneId: SUB_PANE,
        precision: 2,
        // This market reads K and D; J is derived from them.
        figures: [
          { key: 'k', type: 'line' },
          { key: 'd', type: 'line' },
        ],
      })
    if (sub === 'macd') chart.createIndicator({ name: 'MACD', paneId: SUB_PANE, precision: 2 })
    const unit = look.rem
    chart.setPaneOptions({ id: VOLUME_PANE, height: 3.4 * unit, minHeight: 20, dragEnabled: false })
    if (sub !== 'none')
      chart.setPaneOptions({ id: SUB_PANE, height: 4.5 * unit, minHeight: 20, dragEnabled: false })
    setAxes()
  }

  let showing: ReturnType<typeof setTimeout> | undefined
  /** The library computes in a later turn of the loop, so the legend reads after it. */
  const showValues = () => {
    clearTimeout(showing)
    showing = setTimeout(() => {
      const index = chosen === null ? candles.length - 1 : candles.findIndex(([time]) => time === chosen)
      const values = ['MA', 'BOLL', 'KDJ', 'MACD'].map(
        (name) => chart.getIndicators({ name })[0]?.result[index],
      )
      options.onValues(Object.assign({}, ...values) as IndicatorValues)
    }, SHOW_MS)
  }

  const showCrosshair = () => {
    const place = chosen === null ? undefined : candles.find(([at]) => at === chosen)
    if (place === undefined) {
      tint.hidden = true
      chart.executeAction('onCrosshairChange', {})
      return
    }
    const { x = 0 } = chart.convertToPixel({ timestamp: place[0] }, { paneId: PRICE_PANE }) as { x?: number }
    chart.executeAction('onCrosshairChange', { x, y: priceY(place[4] / 100), paneId: PRICE_PANE })
    const { gapBar } = chart.getBarSpace()
    tint.hidden = false
    Object.assign(tint.style, { left: `${x - gapBar / 2 - 1}px`, width: `${gapBar + 2}px` })
  }
  const choose = (at: number | null) => {
    const changed = at !== chosen
    chosen = at
    if (root !== null) root.style.touchAction = at === null ? 'pan-y' : 'none'
    showCrosshair()
    if (changed) {
      options.onCrosshair(at)
      showValues()
    }
  }
  chart.subscribeAction('onCrosshairChange', (data) => {
    const { x } = data as Crosshair
    if (x === undefined) return
    const index = Math.round(
      (chart.convertFromPixel([{ x }], { paneId: PRICE_PANE }) as { dataIndex?: number }[])[0]?.dataIndex ??
        0,
    )
    const candle = candles[Math.min(candles.length - 1, Math.max(0, index))]
    if (candle !== undefined) choose(candle[0])
  })
  /** Runs after the library's own handlers: checks whether it has removed its crosshair. */
  const afterwards = () => {
    const { paneId } = (chart as unknown as Inside).getChartStore().getCrosshair()
    if (chosen !== null && paneId === undefined) choose(null)
  }
  const leave = () => choose(null)

  // A vertical finger movement scrolls the page. The library would capture it, so it never receives it.
  let touch: { x: number; y: number; isScroll: boolean | undefined } | undefined
  const touchStart = ({ touches }: TouchEvent) => {
    const [first] = touches
    touch =
      touches.length === 1 && first !== undefined
        ? { x: first.clientX, y: first.clientY, isScroll: chosen === null ? undefined : false }
        : undefined
  }
  const touchMove = (event: TouchEvent) => {
    const [first] = event.touches
    if (touch === undefined || first === undefined || event.touches.length > 1) return
    const [dx, dy] = [Math.abs(first.clientX - touch.x), Math.abs(first.clientY - touch.y)]
    if (touch.isScroll === undefined && Math.max(dx, dy) > SCROLL_PX) touch.isScroll = dy > dx
    if (touch.isScroll !== false) event.stopPropagation()
  }
  /** A wheel scrolls the page as usual; with Ctrl it zooms the chart, and sideways it moves it. */
  const wheel = (event: WheelEvent) => {
    if (!event.ctrlKey && Math.abs(event.deltaY) >= Math.abs(event.deltaX)) event.stopPropagation()
  }
  container.addEventListener('wheel', wheel, { capture: true })
  container.addEventListener('touchstart', touchStart, { passive: true })
  container.addEventListener('touchmove', touchMove, { passive: true })
  container.addEventListener('touchend', afterwards, { passive: true })
  container.addEventListener('mouseleave', leave)

  chart.subscribeAction('onVisibleRangeChange', () => {
    const { to } = chart.getVisibleRange()
    options.onNewest(to >= candles.length)
    if (chosen !== null) showCrosshair()
  })
  // The library measures itself again a frame after its box has changed; the crosshair's height is in pixels.
  const resized = new ResizeObserver(() => {
    if (chosen !== null) requestAnimationFrame(() => requestAnimationFrame(showCrosshair))
  })
  resized.observe(container)
  chart.setOffsetRightDistance(4)
  chart.setBarSpace(Math.max(4, look.rem * BAR_REM))
  chart.setMaxOffsetRightDistance(look.rem * 4)
  drawIndicators()
  chart.setSymbol({ ticker: 'chart', pricePrecision: 2, volumePrecision: 0 })
  chart.setPeriod(spans[options.period])
  chart.setDataLoader({
    getBars: ({ type, callback }) => {
      if (type === 'init') {
        told = candles
        callback(candles.map(barOf), { forward: more, backward: false })
      } else if (type === 'forward') {
        answerOlder = callback
        options.onOlder()
      } else callback([], false)
    },
    subscribeBar: ({ callback }) => {
      onBar = callback
    },
  })

  const draw = () => {
    timer = undefined
    drawnAt = performance.now()
    const first = told[0]
    const last = told.at(-1)
    const from = first === undefined ? -1 : candles.findIndex(([at]) => at === first[0])
    if (first === undefined || last === undefined || from < 0) {
      chart.resetData()
      return
    }
    if (answerOlder !== undefined && (from > 0 || !more)) {
      const answer = answerOlder
      answerOlder = undefined
      answer(candles.slice(0, from).map(barOf), { forward: more })
    } else if (from > 0) {
      chart.resetData()
      return
    }
    const news = candles.filter((candle) => candle[0] >= last[0] && !told.includes(candle))
    told = candles
    for (const candle of news) onBar?.(barOf(candle))
    if (chosen !== null) showCrosshair()
    showValues()
  }
  showValues()

  return {
    sync: (next, nextMore) => {
      candles = next
      more = nextMore
      if (timer !== undefined) return
      timer = setTimeout(draw, Math.max(0, drawnAt + DRAW_MS - performance.now()))
    },
    setLook: (nextLook, nextDay) => {
      if (look === nextLook && day === nextDay) return
      look = nextLook
      day = nextDay
      chart.setStyles(stylesOf(look, day, widthFor(look, candles)))
    },
    setIndicators: (nextMain, nextSub) => {
      if (main === nextMain && sub === nextSub) return
      main = nextMain
      sub = nextSub
      drawIndicators()
      showValues()
    },
    step: (steps) => {
      const { from, to } = chart.getVisibleRange()
      const at = candles.findIndex(([time]) => time === chosen)
      const index = chosen === null || at < 0 ? Math.min(to, candles.length) - 1 : at + steps
      const candle = candles[Math.min(candles.length - 1, Math.max(0, index))]
      if (candle === undefined) return
      if (index < from) chart.scrollByDistance((from - index) * chart.getBarSpace().bar)
      if (index >= to) chart.scrollByDistance(-(index - to + 1) * chart.getBarSpace().bar)
      choose(candle[0])
    },
    clear: () => choose(null),
    zoom: (scale) => chart.zoomAtCoordinate(scale),
    toNewest: () => chart.scrollToRealTime(),
    close: () => {
      clearTimeout(timer)
      clearTimeout(showing)
      container.removeEventListener('wheel', wheel, { capture: true })
      container.removeEventListener('touchstart', touchStart)
      container.removeEventListener('touchmove', touchMove)
      container.removeEventListener('touchend', afterwards)
      container.removeEventListener('mouseleave', leave)
      resized.disconnect()
      tint.remove()
      dispose(container)
    },
  }
}
