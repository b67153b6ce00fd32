// The day as a line, symmetrical about yesterday's close, with the average price and the closing auction shaded. Drawn
// by us: the candle library has nothing like it, and it opens without the library.

import { displayCompact } from '@fairlot/money'
import { percentOf } from '@fairlot/rules/market-data'
import { cx, type Direction, ErrorState, Skeleton } from '@fairlot/ui'
import { useEffect, useLayoutEffect, useRef, useState, type KeyboardEvent, type PointerEvent } from 'react'
import { useLanguage } from '@fairlot/app-shell/language'
import { shellTexts } from '#shell/texts/index.ts'
import { LOT, priceText } from '../figures.ts'
import { detailTexts } from '../texts/index.ts'
import { minuteText } from '../times.ts'
import { useIntraday } from '../use-intraday.ts'
import { lineGeometry, type LineDay } from './line-geometry.ts'
import { axisWidth } from './look.ts'
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
    const steps: Readonly<Record<string, number>> = {
      ArrowLeft: -1,
      ArrowRight: 1,
      PageUp: -10,
      PageDown: 10,
      Home: -candles.length,
      End: candles.length,
    }
    const step = steps[event.key]
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
  const average = averageText(candles)
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
          <Line {...props} line={{ ...day, reference: props.reference, candles }} at={at} onAt={setAt} />
        )}
      </div>
      <p className={styles.hint}>
        {picked !== null
          ? texts.chart.hint
          : day === undefined
            ? null
            : texts.chart.auction(minuteText(day.closingCallAt))}
      </p>
    </div>
  )
}

const averageText = (candles: LineDay['candles']): string => {
  const shares = candles.reduce((sum, [, , , , , volume]) => sum + volume, 0)
  const money = candles.reduce((sum, [, , , , , , turnover]) => sum + turnover, 0)
  return shares === 0 ? '—' : priceText(Math.round(money / shares))
}

interface LineProps extends Props {
  readonly line: LineDay
  readonly at: number | null
  readonly onAt: (at: number | null) => void
}

const useSize = () => {
  const ref = useRef<SVGSVGElement>(null)
  const [size, setSize] = useState({ width: 0, height: 0 })
  useLayoutEffect(() => {
    const element = ref.current
    if (element === null) return
    const measure = () => setSize({ width: element.clientWidth, height: element.clientHeight })
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  return { ref, ...size }
}

const Line = ({ line, name, last, day, at, onAt }: LineProps) => {
  const texts = detailTexts.use()
  const language = useLanguage()
  const { ref, width, height } = useSize()
  const rem = Number.parseFloat(getComputedStyle(document.documentElement).fontSize)
  const micro = Math.max(11, rem * 0.6875)
  const box = {
    width,
    height,
    axis: axisWidth(micro, priceText(line.reference).length),
    volume: rem * 2.6,
    foot: micro + 10,
  }
  const shape = lineGeometry(line, box)
  const { x, y, plotWidth, plotHeight, reach, hours } = shape
  const { reference, candles } = line
  const { length } = candles
  const ground = height - box.foot
  const closes = candles.map((candle) => candle[4])
  const lastPrice = last ?? closes.at(-1) ?? null
  const lastAt = candles.at(-1)?.[0]
  const colour = day === 'flat' ? 'var(--flat)' : `var(--${day}-mark)`
  const percent = percentOf(reference + Math.round(reach), reference) ?? 0
  const pick = (event: PointerEvent<SVGSVGElement>) => {
    if (length === 0) return
    const px = event.clientX - event.currentTarget.getBoundingClientRect().left
    const near = candles.reduce((best, candle) =>
      Math.abs(x(candle[0]) - px) < Math.abs(x(best[0]) - px) ? candle : best,
    )
    onAt(near[0])
  }
  const chosen = at === null ? undefined : candles.find(([time]) => time === at)
  const summary =
    length === 0
      ? texts.chart.lineEmpty(name)
      : texts.chart.line(
          name,
          priceText(Math.min(...candles.map((candle) => candle[3]))),
          priceText(Math.max(...candles.map((candle) => candle[2]))),
          priceText(lastPrice),
        )
  const rungs = [1, 0.5, 0, -0.5, -1].map((share) => ({ share, price: reference + reach * share }))
  const tagY = lastPrice === null ? undefined : y(lastPrice)
  return (
    <svg
      ref={ref}
      className={styles.line}
      role="img"
      aria-label={summary}
      viewBox={`0 0 ${Math.max(1, width)} ${Math.max(1, height)}`}
      onPointerDown={(event) => {
        if (event.pointerType === 'mouse' || at === null) pick(event)
        else onAt(null)
      }}
      onPointerMove={(event) => {
        if (event.pointerType === 'mouse' || (at !== null && event.pressure > 0)) pick(event)
      }}
      onPointerLeave={(event) => {
        if (event.pointerType === 'mouse') onAt(null)
      }}
    >
      {width === 0 ? null : (
        <>
          <rect
            x={x(line.closingCallAt)}
            width={Math.max(2, plotWidth - x(line.closingCallAt))}
            height={ground}
            fill="var(--surface-2)"
          />
          {rungs.map(({ share, price }) => (
            <path
              key={share}
              d={`M0 ${y(price).toFixed(1)}H${plotWidth}`}
              stroke={share === 0 ? 'var(--line-3)' : 'var(--grid)'}
              strokeDasharray={share === 0 ? '4 3' : undefined}
            />
          ))}
          {hours.map((hour) => (
            <path key={hour} d={`M${x(hour).toFixed(1)} 0V${ground}`} stroke="var(--grid)" />
          ))}
          <path d={`M0 ${plotHeight}H${plotWidth}`} stroke="var(--grid)" />
          <path d={shape.area} fill={colour} opacity="0.1" />
          <path d={shape.rising} stroke="var(--up-mark)" strokeWidth="1.4" opacity="0.5" />
          <path d={shape.falling} stroke="var(--down-mark)" strokeWidth="1.4" opacity="0.65" />
          <path d={shape.average} fill="none" stroke="var(--ma-5)" strokeWidth="1.3" />
          <path d={shape.price} fill="none" stroke={colour} strokeWidth="1.6" strokeLinejoin="round" />
          <path d={`M0 ${ground}H${plotWidth}`} stroke="var(--line-2)" />
          <text x="6" y={y(reference + reach) + micro + 4} className={styles.up}>
            +{priceText(percent)}%
          </text>
          <text x="6" y={y(reference - reach) - 5} className={styles.down}>
            −{priceText(percent)}%
          </text>
          {rungs.map(({ share, price }) =>
            tagY !== undefined && Math.abs(tagY - y(price)) < micro * 1.3 ? null : (
              <text
                key={share}
                x={width - 5}
                y={y(price) + micro * 0.36}
                textAnchor="end"
                className={share === 0 ? undefined : share > 0 ? styles.up : styles.down}
              >
                {priceText(Math.round(price))}
              </text>
            ),
          )}
          <text x={width - 5} y={plotHeight + micro + 2} textAnchor="end">
            {displayCompact(BigInt(Math.round(shape.maxVolume / LOT)) * 100n, language)}
          </text>
          {hourLabels(line, hours, x, plotWidth, micro).map(({ key, px, anchor, text }) => (
            <text key={key} x={px} y={height - 5} textAnchor={anchor}>
              {text}
            </text>
          ))}
          {lastAt === undefined || lastPrice === null || tagY === undefined ? null : (
            <>
              <path
                d={`M${x(lastAt).toFixed(1)} ${tagY}H${plotWidth}`}
                stroke={colour}
                strokeDasharray="2 3"
              />
              <circle cx={x(lastAt)} cy={tagY} r="6" fill={colour} opacity="0.2" />
              <circle cx={x(lastAt)} cy={tagY} r="3" fill={colour} />
              <rect
                x={plotWidth + 2}
                y={tagY - micro * 0.85}
                width={box.axis - 4}
                height={micro * 1.7}
                rx="4"
                fill={day === 'flat' ? 'var(--text-3)' : `var(--${day}-fill)`}
              />
              <text
                x={plotWidth + box.axis / 2}
                y={tagY + micro * 0.36}
                textAnchor="middle"
                className={day === 'flat' ? styles.ink : styles.tag}
              >
                {priceText(lastPrice)}
              </text>
            </>
          )}
          {chosen === undefined ? null : (
            <g>
              <path
                d={`M${x(chosen[0]).toFixed(1)} 0V${ground}M0 ${y(chosen[4]).toFixed(1)}H${plotWidth}`}
                stroke="var(--text)"
                strokeDasharray="3 3"
              />
              <circle cx={x(chosen[0])} cy={y(chosen[4])} r="3.5" fill="var(--text)" />
              <rect
                x={plotWidth + 2}
                y={y(chosen[4]) - micro * 0.85}
                width={box.axis - 4}
                height={micro * 1.7}
                rx="4"
                fill="var(--text)"
              />
              <text
                x={plotWidth + box.axis / 2}
                y={y(chosen[4]) + micro * 0.36}
                textAnchor="middle"
                className={styles.ink}
              >
                {priceText(chosen[4])}
              </text>
            </g>
          )}
        </>
      )}
    </svg>
  )
}

/** The first and the last hour of the day, and those between that do not overlap them. */
const hourLabels = (
  { opensAt, closesAt }: LineDay,
  hours: readonly number[],
  x: (at: number) => number,
  plotWidth: number,
  micro: number,
) => {
  const room = micro * 3.6
  const between = hours.filter((hour) => x(hour) > room * 1.2 && x(hour) < plotWidth - room * 1.4)
  return [
    { key: 'opens', px: 2, anchor: 'start' as const, text: minuteText(opensAt) },
    ...between.map((hour) => ({ key: hour, px: x(hour), anchor: 'middle' as const, text: minuteText(hour) })),
    { key: 'closes', px: plotWidth, anchor: 'end' as const, text: minuteText(closesAt) },
  ]
}
