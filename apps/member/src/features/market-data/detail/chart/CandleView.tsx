// The candle chart on the page, with touch actions available to the keyboard.

import type { Period } from '@fairlot/contract/market-data'
import type { ChartSettings, Drawing, DrawingKind } from '@fairlot/contract/market-data/chart'
import { Button, type Direction, Skeleton } from '@fairlot/ui'
import { useEffect, type KeyboardEvent } from 'react'
import { shellTexts } from '#shell/texts/index.ts'
import { PricesSwitch } from '../PricesSwitch.tsx'
import { detailTexts } from '../texts/index.ts'
import { simulatedText } from '../times.ts'
import { useCandles, type Candles } from '../use-candles.ts'
import type { CandleChart } from './candle-chart.ts'
import { DrawingBar } from './DrawingBar.tsx'
import { GestureHint } from './GestureHint.tsx'
import { IndicatorLegend, SubLegend } from './IndicatorLegend.tsx'
import { setDrawings, useDrawings, useSettings } from './kept-chart.ts'
import type { Picked } from './Legend.tsx'
import { useCandleChart } from './use-candle-chart.ts'
import styles from './Chart.module.css'

interface Props {
  readonly symbol: string
  readonly period: Period
  readonly day: Direction
  readonly picked: Picked | null
  readonly onPick: (picked: Picked | null) => void
  /** What the next taps draw. */
  readonly tool: DrawingKind | null
  readonly onTool: (tool: DrawingKind | null) => void
}

/** What the fingers do, for the keyboard. */
const keyActions: Readonly<Record<string, (chart: CandleChart, count: number) => void>> = {
  ArrowLeft: (chart) => chart.step(-1),
  ArrowRight: (chart) => chart.step(1),
  PageUp: (chart) => chart.step(-10),
  PageDown: (chart) => chart.step(10),
  Home: (chart, count) => chart.step(-count),
  End: (chart, count) => chart.step(count),
  Escape: (chart) => chart.clear(),
  '+': (chart) => chart.zoom(1.2),
  '-': (chart) => chart.zoom(0.8),
}

const withDrawing = (drawings: readonly Drawing[], drawing: Drawing): readonly Drawing[] =>
  drawings.some(({ id }) => id === drawing.id)
    ? drawings.map((each) => (each.id === drawing.id ? drawing : each))
    : [...drawings, drawing]

export const CandleView = ({ symbol, period, day, picked, onPick, tool, onTool }: Props) => {
  const texts = detailTexts.use()
  const shell = shellTexts.use()
  const settings = useSettings()
  const drawings = useDrawings(symbol)
  const data = useCandles(symbol, period)
  const { candles, isReady, failed, simulatedBefore } = data
  const onDrawing = (drawing: Drawing) => {
    setDrawings(symbol, withDrawing(drawings, drawing))
    onTool(null)
  }
  const drawn = useCandleChart({ symbol, period, day, settings, drawings, data, onDrawing })
  const { chart, pickedAt, isBroken, selected } = drawn

  // The candle under the crosshair can itself be moving.
  useEffect(() => {
    const at = pickedAt === null ? -1 : candles.findIndex(([time]) => time === pickedAt)
    const candle = candles[at]
    onPick(candle === undefined ? null : { kind: period, candle, before: candles[at - 1]?.[4] ?? candle[1] })
  }, [pickedAt, candles, period, onPick])
  useEffect(() => {
    if (tool !== null) chart.current?.setTool(tool)
  }, [tool, chart])

  const oldest = candles[0]?.[0]
  return (
    <div className={styles.chart} data-kind={period}>
      <IndicatorLegend settings={settings} values={drawn.values} />
      <PricesSwitch has={data.hasExDates} />
      {failed !== undefined || isBroken ? (
        <div className={styles.state} role="alert">
          <p>{texts.chart.failed}</p>
          <Button
            kind="quiet"
            small
            icon="reload"
            onPress={() => (isBroken ? void drawn.load() : data.retry())}
          >
            {shell.retry}
          </Button>
        </div>
      ) : isReady && candles.length === 0 ? (
        <div className={styles.state}>
          <p>{texts.chart.empty}</p>
        </div>
      ) : (
        <Plot period={period} settings={settings} data={data} drawn={drawn}>
          <DrawingBar
            tool={tool}
            selected={drawings.find(({ id }) => id === selected)}
            onRest={() => {
              chart.current?.setTool(null)
              onTool(null)
            }}
            onDelete={({ id }) => {
              chart.current?.setTool(null)
              setDrawings(
                symbol,
                drawings.filter((each) => each.id !== id),
              )
            }}
          />
        </Plot>
      )}
      <p className={styles.hint}>
        {picked !== null
          ? texts.chart.hint
          : simulatedBefore !== null && oldest !== undefined && oldest < simulatedBefore
            ? texts.chart.simulated(simulatedText(period, simulatedBefore))
            : null}
      </p>
    </div>
  )
}

interface PlotProps {
  readonly period: Period
  readonly settings: ChartSettings
  readonly data: Candles
  readonly drawn: ReturnType<typeof useCandleChart>
  readonly children: React.ReactNode
}

const Plot = ({ period, settings, data: { candles, isReady }, drawn, children }: PlotProps) => {
  const texts = detailTexts.use()
  const keys = (event: KeyboardEvent) => {
    const act = keyActions[event.key]
    if (act === undefined) return
    event.preventDefault()
    if (drawn.chart.current !== undefined) act(drawn.chart.current, candles.length)
  }
  return (
    <div className={styles.plot} data-sub={settings.sub}>
      {/* A chart has no role of its own: as an application it gets the arrow keys from a screen reader. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions */}
      <div
        className={styles.application}
        role="application"
        tabIndex={0}
        aria-label={texts.chart.label(texts.spokenPeriods[period])}
        aria-busy={!isReady || undefined}
        onKeyDown={keys}
        onBlur={() => drawn.chart.current?.clear()}
      >
        <div ref={drawn.box} className={styles.canvas} aria-hidden="true" />
        {isReady ? null : (
          <div className={styles.bones}>
            <Skeleton height="100%" round="0.5rem" />
          </div>
        )}
      </div>
      <SubLegend settings={settings} values={drawn.values} />
      {isReady ? <GestureHint /> : null}
      {drawn.isNewestSeen || !isReady ? null : (
        <span className={styles.newest}>
          <Button kind="quiet" small onPress={() => drawn.chart.current?.toNewest()}>
            {texts.chart.newest}
          </Button>
        </span>
      )}
      {children}
    </div>
  )
}
