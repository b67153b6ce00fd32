// The candle chart on the page: loads the library when it is first needed, keeps it in sync with the candles, and makes
// touch actions available to the keyboard.

import type { Period } from '@fairlot/contract/market-data'
import { Button, type Direction, Skeleton } from '@fairlot/ui'
import { useCallback, useEffect, useRef, useState, type KeyboardEvent } from 'react'
import { displayCompact } from '@fairlot/money'
import { useLanguage } from '@fairlot/app-shell/language'
import { shellTexts } from '#shell/texts/index.ts'
import { LOT } from '../figures.ts'
import { detailTexts } from '../texts/index.ts'
import { axisTimeText, candleTimeText, dateText } from '../times.ts'
import { useCandles } from '../use-candles.ts'
import type { CandleChart, IndicatorValues } from './candle-chart.ts'
import { IndicatorLegend } from './IndicatorLegend.tsx'
import { useIndicators } from './indicators.ts'
import type { Picked } from './Legend.tsx'
import { readLook, watchLook } from './look.ts'
import styles from './Chart.module.css'

interface Props {
  readonly symbol: string
  readonly period: Period
  readonly day: Direction
  readonly picked: Picked | null
  readonly onPick: (picked: Picked | null) => void
}

export const CandleView = ({ symbol, period, day, picked, onPick }: Props) => {
  const texts = detailTexts.use()
  const shell = shellTexts.use()
  const language = useLanguage()
  const chosen = useIndicators()
  const data = useCandles(symbol, period)
  const { candles, more, isReady, failed, loadOlder, simulatedBefore } = data
  const [values, setValues] = useState<IndicatorValues>({})
  const [isNewestSeen, setNewestSeen] = useState(true)
  const [isBroken, setBroken] = useState(false)
  const [pickedAt, setPickedAt] = useState<number | null>(null)
  const box = useRef<HTMLDivElement>(null)
  const chart = useRef<CandleChart>(undefined)
  const now = useRef({ candles, more, chosen, day, loadOlder })
  useEffect(() => {
    now.current = { candles, more, chosen, day, loadOlder }
  })

  const isEmpty = isReady && candles.length === 0
  const canDraw = isReady && !isEmpty
  const open = useCallback(async () => {
    setBroken(false)
    try {
      return await import('./candle-chart.ts')
    } catch {
      setBroken(true)
      return undefined
    }
  }, [])

  useEffect(() => {
    const container = box.current
    if (!canDraw || container === null) return
    let isGone = false
    let stopLook: (() => void) | undefined
    const start = async () => {
      const library = await open()
      if (isGone || library === undefined) return
      const { chosen: indicators, ...rest } = now.current
      let look = readLook()
      const opened = library.openCandleChart(container, {
        ...rest,
        ...indicators,
        period,
        look,
        axisTime: (at, before) => axisTimeText(period, at, before),
        fullTime: (at) => candleTimeText(period, at),
        volume: (shares) => displayCompact(BigInt(Math.round(shares / LOT)) * 100n, language),
        onOlder: () => now.current.loadOlder(),
        onCrosshair: setPickedAt,
        onNewest: setNewestSeen,
        onValues: setValues,
      })
      chart.current = opened
      stopLook = watchLook(() => {
        look = readLook()
        opened.setLook(look, now.current.day)
      })
      opened.sync(now.current.candles, now.current.more)
    }
    void start()
    return () => {
      isGone = true
      stopLook?.()
      chart.current?.close()
      chart.current = undefined
      setPickedAt(null)
    }
  }, [canDraw, open, period, symbol, language])

  useEffect(() => chart.current?.sync(candles, more), [candles, more])
  useEffect(() => chart.current?.setIndicators(chosen.main, chosen.sub), [chosen])
  useEffect(() => {
    chart.current?.setLook(readLook(), day)
  }, [day])

  // The candle under the crosshair can itself be moving.
  useEffect(() => {
    const at = pickedAt === null ? -1 : candles.findIndex(([time]) => time === pickedAt)
    const candle = candles[at]
    onPick(candle === undefined ? null : { kind: period, candle, before: candles[at - 1]?.[4] ?? candle[1] })
  }, [pickedAt, candles, period, onPick])

  const keys = (event: KeyboardEvent) => {
    const acts: Readonly<Record<string, () => void>> = {
      ArrowLeft: () => chart.current?.step(-1),
      ArrowRight: () => chart.current?.step(1),
      PageUp: () => chart.current?.step(-10),
      PageDown: () => chart.current?.step(10),
      Home: () => chart.current?.step(-candles.length),
      End: () => chart.current?.step(candles.length),
      Escape: () => chart.current?.clear(),
      '+': () => chart.current?.zoom(1.2),
      '-': () => chart.current?.zoom(0.8),
    }
    const act = acts[event.key]
    if (act === undefined) return
    event.preventDefault()
    act()
  }
  const oldest = candles[0]?.[0]
  return (
    <div className={styles.chart} data-kind={period}>
      <IndicatorLegend chosen={chosen} values={values} />
      {failed !== undefined || isBroken ? (
        <div className={styles.state} role="alert">
          <p>{texts.chart.failed}</p>
          <Button kind="quiet" small icon="reload" onPress={() => (isBroken ? void open() : data.retry())}>
            {shell.retry}
          </Button>
        </div>
      ) : isEmpty ? (
        <div className={styles.state}>
          <p>{texts.chart.empty}</p>
        </div>
      ) : (
        // A chart has no role of its own: as an application it gets the arrow keys from a screen reader.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
        <div
          className={styles.plot}
          role="application"
          tabIndex={0}
          aria-label={texts.chart.label(texts.spokenPeriods[period])}
          aria-busy={!isReady || undefined}
          data-sub={chosen.sub}
          onKeyDown={keys}
          onBlur={() => chart.current?.clear()}
        >
          <div ref={box} className={styles.canvas} aria-hidden="true" />
          {isReady ? null : (
            <div className={styles.bones}>
              <Skeleton height="100%" round="0.5rem" />
            </div>
          )}
          {isNewestSeen || !isReady ? null : (
            <span className={styles.newest}>
              <Button kind="quiet" small onPress={() => chart.current?.toNewest()}>
                {texts.chart.newest}
              </Button>
            </span>
          )}
        </div>
      )}
      <p className={styles.hint}>
        {picked !== null
          ? texts.chart.hint
          : simulatedBefore !== null && oldest !== undefined && oldest < simulatedBefore
            ? texts.chart.simulated(dateText(simulatedBefore))
            : null}
      </p>
    </div>
  )
}
