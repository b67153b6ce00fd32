// The day as a line, symmetrical about yesterday's close, with the average price and the closing auction shaded. The
// app draws it: the candle library has nothing like it, and the line shows before the library is loaded.

import { cx, type Direction, ErrorState } from '@fairlot/ui'
import { useEffect, useState } from 'react'
import { shellTexts } from '#shell/texts/index.ts'
import { priceText } from '../figures.ts'
import { detailTexts } from '../texts/index.ts'
import { minuteText } from '../times.ts'
import { useIntraday } from '../use-intraday.ts'
import { DayLine } from './DayLine.tsx'
import type { LineDay } from './line-geometry.ts'
import type { Picked } from './Legend.tsx'
import { PlotFrame } from './PlotFrame.tsx'
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

  const place = at === null ? -1 : candles.findIndex(([time]) => time === at)
  const candle = candles[place]
  useEffect(() => {
    onPick(candle === undefined ? null : { kind: 'line', candle, before: props.reference })
  }, [candle, onPick, props.reference])

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
      <PlotFrame
        label={texts.chart.label(texts.spokenPeriods.line)}
        isReady={day !== undefined}
        count={candles.length}
        place={place === -1 ? null : place}
        onPlace={(next) => setAt(next === null ? null : (candles[next]?.[0] ?? null))}
      >
        {day === undefined ? null : (
          <DayLine {...props} line={{ ...day, reference: props.reference, candles }} at={at} onAt={setAt} />
        )}
      </PlotFrame>
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
