// What the parts of the candle chart share: the library's chart and what it draws now.

import type { Candle, Period } from '@fairlot/contract/market-data'
import type { ChartSettings, Drawing } from '@fairlot/contract/market-data/chart'
import type { Chart } from 'klinecharts'
import type { ChartStyle } from './chart-style.ts'

interface Drawn {
  candles: readonly Candle[]
  more: boolean
  style: ChartStyle
  day: 'up' | 'down' | 'flat'
  settings: ChartSettings
  drawings: readonly Drawing[]
}

export interface ChartOptions extends Readonly<Drawn> {
  readonly period: Period
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
  /** A drawing was finished or moved. */
  readonly onDrawing: (drawing: Drawing) => void
  /** The id of the drawing that was tapped, or null. */
  readonly onSelected: (id: string | null) => void
}

/** Named lines of the indicators at one candle, for the legend: ma1, up, k, dif and so on. */
export type IndicatorValues = Readonly<Record<string, number | undefined>>

/** Changed in place: the library's callbacks read it when they draw. */
export interface ChartView extends Drawn {
  readonly chart: Chart
  readonly options: ChartOptions
  /** When the candle under the crosshair begins. */
  chosen: number | null
  /** While a line is drawn or selected a finger moves it, and neither the page nor the crosshair. */
  isDrawing: boolean
}

export const PRICE_PANE = 'candle_pane'

export const candleNear = ({ candles }: ChartView, index: number): Candle | undefined =>
  candles[Math.min(candles.length - 1, Math.max(0, index))]

export const pixelOf = ({ chart }: ChartView, point: { timestamp: number } | { dataIndex: number }): number =>
  (chart.convertToPixel(point, { paneId: PRICE_PANE }) as { x?: number }).x ?? 0
