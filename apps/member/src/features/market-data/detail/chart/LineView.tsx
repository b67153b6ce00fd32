// The day as a line, symmetrical about yesterday's close, with the average price and the closing auction shaded. The
// app draws it: the candle library has nothing like it, and the line shows before the library is loaded.

import { cx, type Direction, ErrorState, Skeleton } from '@fairlot/ui'
import { useEffect, useState, type KeyboardEvent } from 'react'
import { shellTexts } from '#shell/texts/index.ts'
import { priceText } from '../figures.ts'
import { detailTexts } from '../texts/index.ts'
import { minuteText } from '../times.ts'
import { useIntraday } from '../use-intraday.ts'
import { DayLine } from './DayLine.tsx'
import { stepsOf } from './key-steps.ts'
import type { LineDay } from './line-geometry.ts'
import type { Picked } from './Legend.tsx'
import styles from './Chart.module.css'

interface Props {
  readonly symbol: string
  readonly name: string
  readonly reference: number
  readonly last: number | null
  readonly day: Direction
  readonly picked: Picked | null
  readonly onPick: (picked: Picked | null) => void
}

export const LineView = (props: Props) => {
  const { symbol, picked, onPick } = props
  const texts = detailTexts.use()
  const shell = shellTexts.use()
  const { read, day, candles } = useIntraday(symbol)
  const [at, setAt] = useState<number | null>(null)

  useEffect(() => {
    const index = at === null ? -1 : candles.findIndex(([time]) => time === at)
    const candle = candles[index]
    onPick(candle === undefined ? null : { kind: 'line', candle, before: props.reference })
  }, [at, candles, onPick, props.reference])

  const keys = (event: KeyboardEvent) => {
    const index = at === null ? candles.length : candles.findIndex(([time]) => time === at)
    const step = stepsOf(candles.length)[event.key]
    if (event.key === 'Escape') setAt(null)
    if (step === undefined) return
    event.preventDefault()
    setAt(candles[Math.min(candles.length - 1, Math.max(0, index + step))]?.[0] ?? null)
  }
  if (day === undefined && read.isError)
    return (
      <ErrorState
        title={texts.chart.failed}
        text={shell.readFailed.text}
        retry={{ label: shell.retry, onPress: () => void read.refetch(), busy: read.isFetching }}
      />
    )
  // Of what was traded: the generated part has no share in it.
  const average = averageText(candles.filter(([time]) => time >= (day?.simulatedBefore ?? 0)))
  return (
    <div className={styles.chart} data-kind="line">
      <ul className={cx('num', styles.legend)}>
        <li>
          <i className={styles['line-1']} />
          {texts.chart.average} {average}
        </li>
        <li>
          <i className={styles.dashed} />
          {texts.chart.previous} {priceText(props.reference)}
        </li>
      </ul>
      {/* A chart has no role of its own: as an application it gets the arrow keys from a screen reader. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions */}
      <div
        className={styles.plot}
        role="application"
        tabIndex={0}
        aria-label={texts.chart.label(texts.spokenPeriods.line)}
        aria-busy={day === undefined || undefined}
        onKeyDown={keys}
        onBlur={() => setAt(null)}
      >
        {day === undefined ? (
          <div className={styles.bones}>
            <Skeleton height="100%" round="0.5rem" />
          </div>
        ) : (
          <DayLine {...props} line={{ ...day, reference: props.reference, candles }} at={at} onAt={setAt} />
        )}
      </div>
      <p className={styles.hint}>
        {picked !== null
          ? texts.chart.hint
          : day === undefined
            ? null
            : day.simulatedBefore === null
              ? texts.chart.auction(minuteText(day.closingCallAt))
              : texts.chart.generatedLine(minuteText(day.simulatedBefore))}
      </p>
    </div>
  )
}

const averageText = (candles: LineDay['candles']): string => {
  const shares = candles.reduce((sum, [, , , , , volume]) => sum + volume, 0)
  const money = candles.reduce((sum, [, , , , , , turnover]) => sum + turnover, 0)
  return shares === 0 ? '—' : priceText(Math.round(money / shares))
}
