// The crosshair of the candle chart: always on a candle, set by finger, mouse or key.

import type { Crosshair } from 'klinecharts'
import { candleNear, PRICE_PANE, pixelOf, type ChartView } from './chart-view.ts'

/** Beyond this distance the finger is scrolling the page. */
const SCROLL_PX = 8

/** Not part of the library's published type: its own crosshair event does not fire when the crosshair disappears. */
interface Inside {
  readonly getChartStore: () => { readonly getCrosshair: () => Crosshair }
}

interface ChartCrosshair {
  readonly choose: (at: number | null) => void
  readonly show: () => void
  /** Whether a vertical finger movement scrolls the page. */
  readonly setTouch: () => void
}

const priceY = ({ chart }: ChartView, price: number): number => {
  const range = chart.getYAxes({ paneId: PRICE_PANE })[0]?.getRange()
  const height = chart.getSize(PRICE_PANE, 'main')?.height ?? 0
  return range === undefined ? 0 : (1 - (price - range.realFrom) / range.realRange) * height
}

/** Lives until `signal` aborts. */
export const createCrosshair = (
  view: ChartView,
  container: HTMLElement,
  signal: AbortSignal,
  onChosen: () => void,
): ChartCrosshair => {
  const { chart, options } = view
  const tint = document.createElement('i')
  tint.hidden = true
  container.append(tint)
  signal.addEventListener('abort', () => tint.remove())

  const root = container.querySelector<HTMLElement>(':scope > div')
  // The library sets tabindex 1, which would put it before everything else on the page; the screen's own wrapper has
  // the focus.
  root?.removeAttribute('tabindex')
  const setTouch = () => {
    if (root !== null) root.style.touchAction = view.chosen === null && !view.isDrawing ? 'pan-y' : 'none'
  }
  setTouch()

  const show = () => {
    const { candles, chosen } = view
    const place = chosen === null ? undefined : candles.find(([at]) => at === chosen)
    if (place === undefined) {
      tint.hidden = true
      // Without data: an empty crosshair would be drawn on the last candle.
      chart.executeAction('onCrosshairChange', undefined as unknown as Crosshair)
      return
    }
    const x = pixelOf(view, { timestamp: place[0] })
    chart.executeAction('onCrosshairChange', { x, y: priceY(view, place[4] / 100), paneId: PRICE_PANE })
    const { gapBar } = chart.getBarSpace()
    tint.hidden = false
    Object.assign(tint.style, { left: `${x - gapBar / 2 - 1}px`, width: `${gapBar + 2}px` })
  }
  const choose = (at: number | null) => {
    const changed = at !== view.chosen
    view.chosen = at
    setTouch()
    show()
    if (changed) {
      options.onCrosshair(at)
      onChosen()
    }
  }
  chart.subscribeAction('onCrosshairChange', (data) => {
    const { x } = data as Crosshair
    if (x === undefined || view.isDrawing) return
    const [point] = chart.convertFromPixel([{ x }], { paneId: PRICE_PANE }) as { dataIndex?: number }[]
    const candle = candleNear(view, Math.round(point?.dataIndex ?? 0))
    if (candle !== undefined) choose(candle[0])
  })
  /** Runs after the library's own handlers: checks whether it has removed its crosshair. */
  const afterwards = () => {
    const { paneId } = (chart as unknown as Inside).getChartStore().getCrosshair()
    if (view.chosen !== null && paneId === undefined) choose(null)
  }
  container.addEventListener('touchend', afterwards, { passive: true, signal })
  container.addEventListener('mouseleave', () => choose(null), { signal })
  return { choose, show, setTouch }
}

/**
 * A vertical finger movement scrolls the page, unless a candle is chosen or a line is drawn. The library would capture it, so it never
 * receives it. A wheel scrolls the page as usual; with Ctrl it zooms the chart, and sideways it moves it.
 */
export const keepPageScroll = (view: ChartView, container: HTMLElement, signal: AbortSignal): void => {
  let touch: { x: number; y: number; isScroll: boolean | undefined } | undefined
  const touchStart = ({ touches }: TouchEvent) => {
    const [first] = touches
    touch =
      touches.length === 1 && first !== undefined
        ? {
            x: first.clientX,
            y: first.clientY,
            isScroll: view.chosen === null && !view.isDrawing ? undefined : false,
          }
        : undefined
  }
  const touchMove = (event: TouchEvent) => {
    const [first] = event.touches
    if (touch === undefined || first === undefined || event.touches.length > 1) return
    const [dx, dy] = [Math.abs(first.clientX - touch.x), Math.abs(first.clientY - touch.y)]
    if (touch.isScroll === undefined && Math.max(dx, dy) > SCROLL_PX) touch.isScroll = dy > dx
    if (touch.isScroll !== false) event.stopPropagation()
  }
  const wheel = (event: WheelEvent) => {
    if (!event.ctrlKey && Math.abs(event.deltaY) >= Math.abs(event.deltaX)) event.stopPropagation()
  }
  container.addEventListener('wheel', wheel, { capture: true, signal })
  container.addEventListener('touchstart', touchStart, { passive: true, signal })
  container.addEventListener('touchmove', touchMove, { passive: true, signal })
}
