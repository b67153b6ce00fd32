// The chart with its tabs and tools: the day as a line, or candles of a period.

import { periods } from './periods.ts'
import { IconButton, TabStrip } from '@fairlot/ui'
import { lazy, Suspense, useId, useState } from 'react'
import { useNavigate } from '@fairlot/app-shell/router'
import type { DrawingKind } from '@fairlot/contract/market-data/chart'
import type { LiveDetail } from '../live/index.ts'
import { setCompared, useCompared, useKeptChart } from './chart/kept-chart.ts'
import type { ChartKind, Picked } from './chart/Legend.tsx'
import type { Standing } from './standing.ts'
import { detailTexts } from './texts/index.ts'
import styles from './ChartPanel.module.css'

/** Loaded together with its chart library: a phone that opens the day's line first downloads neither. */
const CandleView = lazy(() => {
  // Both in parallel. If the library does not load, the view says so and tries again.
  import('./chart/candle-chart.ts').catch(() => undefined)
  return import('./chart/CandleView.tsx').then((file) => ({ default: file.CandleView }))
})
const LineView = lazy(() => import('./chart/LineView.tsx').then((file) => ({ default: file.LineView })))
const CompareView = lazy(() =>
  import('./chart/CompareView.tsx').then((file) => ({ default: file.CompareView })),
)
const ChartSheet = lazy(() => import('./chart/ChartSheet.tsx').then((file) => ({ default: file.ChartSheet })))

interface Props {
  readonly name: string
  readonly quote: LiveDetail
  readonly standing: Standing
  readonly kind: ChartKind
  readonly onKind: (kind: ChartKind) => void
  readonly picked: Picked | null
  readonly onPick: (picked: Picked | null) => void
  /** Opens the wide chart; absent on the wide chart itself, whose tabs are below. */
  readonly onWide?: () => void
}

export const ChartPanel = (props: Props) => {
  const { name, quote, standing, kind, onKind, picked, onPick, onWide } = props
  const texts = detailTexts.use()
  const panel = useId()
  const [isChoosing, setChoosing] = useState(false)
  const [tool, setTool] = useState<DrawingKind | null>(null)
  const compared = useCompared()
  const { symbol, reference, last } = quote
  useKeptChart(symbol)
  const isWide = onWide === undefined
  const tabs = (
    <TabStrip
      even
      label={texts.periods.label}
      value={kind}
      onChange={(next) => {
        onPick(null)
        setTool(null)
        onKind(next)
      }}
      panel={panel}
      items={periods.map((value) => ({
        value,
        label: texts.periods[value],
        spoken: value === 'line' ? texts.periods.course : texts.periods.candles,
      }))}
    />
  )
  const common = { symbol, day: standing.direction, picked, onPick }
  return (
    <div className={isWide ? styles.wide : styles.panel}>
      {isWide ? null : tabs}
      <div id={panel} role="tabpanel" aria-labelledby={`${panel}-${kind}`} className={styles.body}>
        <Tools symbol={symbol} kind={kind} onWide={onWide} onChoose={() => setChoosing(true)} />
        <Suspense fallback={<div className={styles.waiting} aria-busy="true" />}>
          {kind === 'line' ? (
            <LineView {...common} name={name} reference={reference} last={last} />
          ) : compared === null ? (
            <CandleView {...common} key={kind} period={kind} tool={tool} onTool={setTool} />
          ) : (
            <CompareView symbol={symbol} name={name} period={kind} code={compared} onPick={onPick} />
          )}
        </Suspense>
      </div>
      {isWide ? tabs : null}
      {isChoosing && kind !== 'line' ? (
        <Suspense>
          <ChartSheet
            open
            onClose={() => setChoosing(false)}
            symbol={symbol}
            period={kind}
            price={last ?? reference}
            onTool={(next) => {
              setCompared(null)
              setTool(next)
            }}
          />
        </Suspense>
      ) : null}
    </div>
  )
}

interface ToolsProps {
  readonly symbol: string
  readonly kind: ChartKind
  readonly onWide: (() => void) | undefined
  readonly onChoose: () => void
}

const Tools = ({ symbol, kind, onWide, onChoose }: ToolsProps) => {
  const texts = detailTexts.use()
  const navigate = useNavigate()
  const period = kind === 'line' ? '1m' : kind
  const table = `/market/marketDetail?${new URLSearchParams({ view: 'table', symbol, period })}`
  return (
    <div className={styles.tools}>
      {kind === 'line' ? null : (
        <IconButton name="sliders" label={texts.chart.indicators} size={1.25} onPress={onChoose} />
      )}
      {onWide === undefined ? (
        <span className={styles.kind}>{texts.kOf[kind]}</span>
      ) : (
        <>
          <IconButton name="table" label={texts.chart.table} size={1.25} onPress={() => navigate(table)} />
          <IconButton name="expand" label={texts.chart.wide} size={1.25} onPress={onWide} />
        </>
      )}
    </div>
  )
}
