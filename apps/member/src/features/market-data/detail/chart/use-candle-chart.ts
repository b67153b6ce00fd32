// Loads the candle library when it is first needed and keeps its chart in sync with the candles.

import type { Period } from '@fairlot/contract/market-data'
import type { ChartSettings, Drawing } from '@fairlot/contract/market-data/chart'
import { displayCompact } from '@fairlot/money'
import type { Direction } from '@fairlot/ui'
import { useLanguage } from '@fairlot/app-shell/language'
import { useCallback, useEffect, useRef, useState } from 'react'
import { LOT } from '../figures.ts'
import { axisTimeText, candleTimeText } from '../times.ts'
import type { Candles } from '../use-candles.ts'
import type { CandleChart } from './candle-chart.ts'
import type { IndicatorValues } from './chart-view.ts'
import { readChartStyle, watchChartStyle } from './chart-style.ts'

interface Shown {
  readonly symbol: string
  readonly period: Period
  readonly day: Direction
  readonly settings: ChartSettings
  readonly drawings: readonly Drawing[]
  readonly data: Candles
  readonly onDrawing: (drawing: Drawing) => void
}

export const useCandleChart = (shown: Shown) => {
  const { symbol, period, day, settings, drawings, data, onDrawing } = shown
  const { candles, more, isReady, loadOlder } = data
  const language = useLanguage()
  const [values, setValues] = useState<IndicatorValues>({})
  const [isNewestSeen, setNewestSeen] = useState(true)
  const [isBroken, setBroken] = useState(false)
  const [pickedAt, setPickedAt] = useState<number | null>(null)
  const [selected, setSelected] = useState<string | null>(null)
  const box = useRef<HTMLDivElement>(null)
  const chart = useRef<CandleChart>(undefined)
  const now = useRef({ candles, more, settings, drawings, day, loadOlder, onDrawing })
  useEffect(() => {
    now.current = { candles, more, settings, drawings, day, loadOlder, onDrawing }
  })

  const load = useCallback(async () => {
    setBroken(false)
    try {
      return await import('./candle-chart.ts')
    } catch {
      setBroken(true)
      return undefined
    }
  }, [])

  const canDraw = isReady && candles.length > 0
  useEffect(() => {
    const container = box.current
    if (!canDraw || container === null) return
    let isGone = false
    let stopWatching: (() => void) | undefined
    const start = async () => {
      const library = await load()
      if (isGone || library === undefined) return
      const opened = library.openCandleChart(container, {
        ...now.current,
        period,
        style: readChartStyle(),
        axisTime: (at, before) => axisTimeText(period, at, before),
        fullTime: (at) => candleTimeText(period, at),
        volume: (shares) => displayCompact(BigInt(Math.round(shares / LOT)) * 100n, language),
        onOlder: () => now.current.loadOlder(),
        onCrosshair: setPickedAt,
        onNewest: setNewestSeen,
        onValues: setValues,
        onDrawing: (drawing) => now.current.onDrawing(drawing),
        onSelected: setSelected,
      })
      chart.current = opened
      stopWatching = watchChartStyle(() => opened.setStyle(readChartStyle(), now.current.day))
      opened.sync(now.current.candles, now.current.more)
    }
    void start()
    return () => {
      isGone = true
      stopWatching?.()
      chart.current?.close()
      chart.current = undefined
      setPickedAt(null)
      setSelected(null)
    }
  }, [canDraw, load, period, symbol, language])

  useEffect(() => chart.current?.sync(candles, more), [candles, more])
  useEffect(() => chart.current?.setIndicators(settings), [settings])
  useEffect(() => chart.current?.setDrawings(drawings), [drawings])
  useEffect(() => {
    chart.current?.setStyle(readChartStyle(), day)
  }, [day])

  return { box, chart, values, pickedAt, selected, isNewestSeen, isBroken, load }
}
