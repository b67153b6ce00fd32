// The stock and an index as two lines of percent, both from zero at the first candle shown.

import type { Period } from '@fairlot/contract/market-data'
import { compare, type Compared, indexRules } from '@fairlot/rules/market-data'
import { Button, cx, Segments } from '@fairlot/ui'
import { useLanguage } from '@fairlot/app-shell/language'
import { useEffect, useMemo, useState, type PointerEvent } from 'react'
import { useRead } from '#shell/data.ts'
import { shellTexts } from '#shell/texts/index.ts'
import { pointsText } from '../../lists/figures.ts'
import { detailTexts } from '../texts/index.ts'
import { moreTexts } from '../texts/more/index.ts'
import { axisTimeText, candleTimeText } from '../times.ts'
import { useCandles } from '../use-candles.ts'
import { axisWidth } from './chart-style.ts'
import { compareGeometry } from './compare-geometry.ts'
import type { Picked } from './Legend.tsx'
import { PlotFrame } from './PlotFrame.tsx'
import { useSize } from './use-size.ts'
import styles from './Chart.module.css'

interface Props {
  readonly symbol: string
  readonly name: string
  readonly period: Period
  readonly code: string
  readonly onPick: (picked: Picked | null) => void
}

const COUNTS = ['60', '120', '240'] as const
const READ_EVERY_MS = 30_000

/** The last `count` candles beside the index. */
const useComparison = (symbol: string, period: Period, code: string, count: number) => {
  const data = useCandles(symbol, period)
  const index = useRead(
    '/market/listIndexValues',
    { code, period, count: Number(COUNTS.at(-1)) },
    { every: READ_EVERY_MS, quiet: true },
  )
  const { candles } = data
  const values = index.data?.values
  const points = useMemo(
    () =>
      compare(
        candles.slice(-count).map(([at, , , , close]) => [at, close] as const),
        values ?? [],
      ),
    [candles, count, values],
  )
  return {
    candles,
    points,
    isReady: data.isReady && values !== undefined,
    hasFailed: data.failed !== undefined || (index.isError && values === undefined),
    retry: () => {
      data.retry()
      void index.refetch()
    },
  }
}

export const CompareView = ({ symbol, name, period, code, onPick }: Props) => {
  const texts = detailTexts.use()
  const { compare: compareTexts } = moreTexts.use()
  const shell = shellTexts.use()
  const language = useLanguage()
  const [count, setCount] = useState<(typeof COUNTS)[number]>('60')
  const [place, setPlace] = useState<number | null>(null)
  const { candles, points, isReady, hasFailed, retry } = useComparison(symbol, period, code, Number(count))
  const shown = place === null ? points.at(-1) : points[place]
  const pickedAt = place === null ? undefined : points[place]?.at
  useEffect(() => {
    const at = candles.findIndex(([time]) => time === pickedAt)
    const candle = candles[at]
    onPick(candle === undefined ? null : { kind: period, candle, before: candles[at - 1]?.[4] ?? candle[1] })
  }, [pickedAt, candles, period, onPick])

  const rule = indexRules.find((each) => each.code === code)
  const indexName = (language === 'tw' ? rule?.nameTw : rule?.nameEn) ?? code
  const first = points[0]
  return (
    <div className={styles.chart} data-kind="compare">
      <ul className={cx('num', styles.legend)}>
        <li>
          <i className={styles['line-2']} />
          {name} {shown === undefined ? '—' : pointsText(shown.own)}
        </li>
        <li>
          <i className={styles['line-1']} />
          {indexName} {shown === undefined ? '—' : pointsText(shown.other)}
        </li>
      </ul>
      {hasFailed ? (
        <div className={styles.state} role="alert">
          <p>{texts.chart.failed}</p>
          <Button kind="quiet" small icon="reload" onPress={retry}>
            {shell.retry}
          </Button>
        </div>
      ) : isReady && points.length < 2 ? (
        <div className={styles.state}>
          <p>{compareTexts.empty(indexName)}</p>
        </div>
      ) : (
        <PlotFrame
          label={`${compareTexts.label(name, indexName)} ${texts.chart.label(texts.spokenPeriods[period])}`}
          isReady={isReady}
          count={points.length}
          place={place}
          onPlace={setPlace}
        >
          <Lines period={period} points={points} place={place} onPlace={setPlace} />
        </PlotFrame>
      )}
      <div className={styles.below}>
        <p>{first === undefined ? null : compareTexts.since(candleTimeText(period, first.at))}</p>
        <Segments
          compact
          label={compareTexts.count}
          value={count}
          onChange={(next) => {
            setPlace(null)
            setCount(next)
          }}
          items={COUNTS.map((value) => ({ value, label: compareTexts.bars(value) }))}
        />
      </div>
    </div>
  )
}

interface LinesProps {
  readonly period: Period
  readonly points: readonly Compared[]
  readonly place: number | null
  readonly onPlace: (place: number | null) => void
}

const Lines = ({ period, points, place, onPlace }: LinesProps) => {
  const { ref, width, height, micro } = useSize()
  const shape = compareGeometry(points, { width, height, axis: axisWidth(micro, 8), foot: micro + 10 })
  const { x, y, plotWidth, plotHeight } = shape
  const last = points.length - 1
  const pick = (event: PointerEvent<SVGSVGElement>) => {
    const px = event.clientX - event.currentTarget.getBoundingClientRect().left
    onPlace(Math.min(last, Math.max(0, Math.round((px / (plotWidth - 4)) * last))))
  }
  const every = Math.max(1, Math.ceil((micro * 7.5) / (plotWidth / Math.max(1, points.length))))
  return (
    <svg
      ref={ref}
      className={styles.line}
      aria-hidden="true"
      viewBox={`0 0 ${Math.max(1, width)} ${Math.max(1, height)}`}
      onPointerDown={pick}
      onPointerMove={(event) => {
        if (event.pointerType === 'mouse' || event.pressure > 0) pick(event)
      }}
      onPointerLeave={() => onPlace(null)}
    >
      {shape.ticks.map((tick) => (
        <g key={tick}>
          <path
            d={`M0 ${y(tick).toFixed(1)}H${plotWidth}`}
            stroke={tick === 0 ? 'var(--line-3)' : 'var(--grid)'}
            strokeDasharray={tick === 0 ? '4 3' : undefined}
          />
          <text x={width - 5} y={y(tick) + micro * 0.36} textAnchor="end">
            {pointsText(tick)}
          </text>
        </g>
      ))}
      {points.map(({ at }, index) =>
        index % every === Math.floor(every / 2) && x(index) < plotWidth - micro * 2 ? (
          <text key={at} x={x(index)} y={height - 5} textAnchor="middle">
            {axisTimeText(period, at, points[index - every]?.at ?? 0)}
          </text>
        ) : null,
      )}
      <path d={`M0 ${plotHeight}H${plotWidth}`} stroke="var(--line-2)" />
      <path d={shape.other} fill="none" stroke="var(--ma-5)" strokeWidth="1.6" strokeLinejoin="round" />
      <path d={shape.own} fill="none" stroke="var(--ma-10)" strokeWidth="1.6" strokeLinejoin="round" />
      {place === null ? null : (
        <path d={`M${x(place).toFixed(1)} 0V${plotHeight}`} stroke="var(--text)" strokeDasharray="3 3" />
      )}
    </svg>
  )
}
