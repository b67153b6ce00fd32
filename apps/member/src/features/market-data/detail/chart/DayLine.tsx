// The drawing of the day's line: grid, price, average, volume, axis texts, the last price and the chosen minute.

import type { Candle } from '@fairlot/contract/market-data'
import { displayCompact } from '@fairlot/money'
import { percentOf } from '@fairlot/rules/market-data'
import type { Direction } from '@fairlot/ui'
import { useLanguage } from '@fairlot/app-shell/language'
import type { PointerEvent } from 'react'
import { LOT, priceText } from '../figures.ts'
import { detailTexts } from '../texts/index.ts'
import { minuteText } from '../times.ts'
import { lineGeometry, type Box, type LineDay, type LineGeometry } from './line-geometry.ts'
import { axisWidth } from './chart-style.ts'
import { useSize } from './use-size.ts'
import styles from './Chart.module.css'

interface Props {
  readonly line: LineDay
  readonly name: string
  readonly last: number | null
  readonly day: Direction
  readonly at: number | null
  readonly onAt: (at: number | null) => void
}

/** The measures that every part of the drawing uses. */
interface Frame {
  readonly line: LineDay
  readonly shape: LineGeometry
  readonly box: Box
  /** The bottom of the volume bars. */
  readonly ground: number
  /** The size of the smallest text. */
  readonly micro: number
}

export const DayLine = ({ line, name, last, day, at, onAt }: Props) => {
  const texts = detailTexts.use()
  const { ref, ...size } = useSize()
  const { width, height } = size
  const frame = frameOf(line, size)
  const { candles } = line
  const pick = (event: PointerEvent<SVGSVGElement>) => {
    if (candles.length === 0) return
    const { x } = frame.shape
    const px = event.clientX - event.currentTarget.getBoundingClientRect().left
    const near = candles.reduce((best, candle) =>
      Math.abs(x(candle[0]) - px) < Math.abs(x(best[0]) - px) ? candle : best,
    )
    onAt(near[0])
  }
  const lastPrice = last ?? candles.at(-1)?.[4] ?? null
  const lastAt = candles.at(-1)?.[0]
  const chosen = at === null ? undefined : candles.find(([time]) => time === at)
  const summary =
    candles.length === 0
      ? texts.chart.lineEmpty(name)
      : texts.chart.line(
          name,
          priceText(Math.min(...candles.map((candle) => candle[3]))),
          priceText(Math.max(...candles.map((candle) => candle[2]))),
          priceText(lastPrice),
        )
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
          <Curves frame={frame} colour={colourOf(day)} />
          <AxisTexts frame={frame} lastPrice={lastPrice} />
          {lastAt === undefined || lastPrice === null ? null : (
            <LastPrice frame={frame} at={lastAt} price={lastPrice} day={day} />
          )}
          {chosen === undefined ? null : <ChosenMinute frame={frame} candle={chosen} />}
        </>
      )}
    </svg>
  )
}

const frameOf = (line: LineDay, size: Omit<ReturnType<typeof useSize>, 'ref'>): Frame => {
  const { width, height, rem, micro } = size
  const axis = axisWidth(micro, priceText(line.reference).length)
  const box = { width, height, axis, volume: rem * 2.6, foot: micro + 10 }
  return { line, shape: lineGeometry(line, box), box, ground: height - box.foot, micro }
}

const colourOf = (day: Direction): string => (day === 'flat' ? 'var(--flat)' : `var(--${day}-mark)`)

/** The prices of the axis, each a tick of the stock: yesterday's close in the middle. */
const rungsOf = ({ line, shape }: Frame) =>
  [1, 0.5, 0, -0.5, -1].map((share) => ({ share, price: line.reference + shape.reach * share }))

const Curves = ({ frame, colour }: { readonly frame: Frame; readonly colour: string }) => {
  const { line, shape, ground } = frame
  const { x, y, plotWidth, plotHeight } = shape
  return (
    <>
      <rect
        x={x(line.closingCallAt)}
        width={Math.max(2, plotWidth - x(line.closingCallAt))}
        height={ground}
        fill="var(--surface-2)"
      />
      {rungsOf(frame).map(({ share, price }) => (
        <path
          key={share}
          d={`M0 ${y(price).toFixed(1)}H${plotWidth}`}
          stroke={share === 0 ? 'var(--line-3)' : 'var(--grid)'}
          strokeDasharray={share === 0 ? '4 3' : undefined}
        />
      ))}
      {shape.hours.map((hour) => (
        <path key={hour} d={`M${x(hour).toFixed(1)} 0V${ground}`} stroke="var(--grid)" />
      ))}
      <path d={`M0 ${plotHeight}H${plotWidth}`} stroke="var(--grid)" />
      <path d={shape.area} fill={colour} opacity="0.1" />
      <path d={shape.rising} stroke="var(--up-mark)" strokeWidth="1.4" opacity="0.5" />
      <path d={shape.falling} stroke="var(--down-mark)" strokeWidth="1.4" opacity="0.65" />
      <path d={shape.average} fill="none" stroke="var(--ma-5)" strokeWidth="1.3" />
      <path
        d={shape.generated}
        fill="none"
        stroke={colour}
        strokeWidth="1.2"
        strokeDasharray="2 2"
        strokeLinejoin="round"
        opacity="0.8"
        data-part="generated-line"
      />
      <path d={shape.price} fill="none" stroke={colour} strokeWidth="1.6" strokeLinejoin="round" />
      <path d={`M0 ${ground}H${plotWidth}`} stroke="var(--line-2)" />
    </>
  )
}

const AxisTexts = ({ frame, lastPrice }: { readonly frame: Frame; readonly lastPrice: number | null }) => {
  const language = useLanguage()
  const { line, shape, box, micro } = frame
  const { y, reach } = shape
  const { reference } = line
  const percent = percentOf(reference + Math.round(reach), reference) ?? 0
  const tagY = lastPrice === null ? undefined : y(lastPrice)
  return (
    <>
      <text x="6" y={y(reference + reach) + micro + 4} className={styles.up}>
        +{priceText(percent)}%
      </text>
      <text x="6" y={y(reference - reach) - 5} className={styles.down}>
        −{priceText(percent)}%
      </text>
      {rungsOf(frame).map(({ share, price }) =>
        tagY !== undefined && Math.abs(tagY - y(price)) < micro * 1.3 ? null : (
          <text
            key={share}
            x={box.width - 5}
            y={y(price) + micro * 0.36}
            textAnchor="end"
            className={share === 0 ? undefined : share > 0 ? styles.up : styles.down}
          >
            {priceText(Math.round(price))}
          </text>
        ),
      )}
      <text x={box.width - 5} y={shape.plotHeight + micro + 2} textAnchor="end">
        {displayCompact(BigInt(Math.round(shape.maxVolume / LOT)) * 100n, language)}
      </text>
      {hourLabels(frame).map(({ key, px, anchor, text }) => (
        <text key={key} x={px} y={box.height - 5} textAnchor={anchor}>
          {text}
        </text>
      ))}
    </>
  )
}

/** The first and the last hour of the day, and those between that do not overlap them. */
const hourLabels = ({ line: { opensAt, closesAt }, shape: { hours, x, plotWidth }, micro }: Frame) => {
  const room = micro * 3.6
  const between = hours.filter((hour) => x(hour) > room * 1.2 && x(hour) < plotWidth - room * 1.4)
  return [
    { key: 'opens', px: 2, anchor: 'start' as const, text: minuteText(opensAt) },
    ...between.map((hour) => ({ key: hour, px: x(hour), anchor: 'middle' as const, text: minuteText(hour) })),
    { key: 'closes', px: plotWidth, anchor: 'end' as const, text: minuteText(closesAt) },
  ]
}

interface LastPriceProps {
  readonly frame: Frame
  readonly at: number
  readonly price: number
  readonly day: Direction
}

const LastPrice = ({ frame, at, price, day }: LastPriceProps) => {
  const { x, y, plotWidth } = frame.shape
  const colour = colourOf(day)
  const isFlat = day === 'flat'
  return (
    <>
      <path d={`M${x(at).toFixed(1)} ${y(price)}H${plotWidth}`} stroke={colour} strokeDasharray="2 3" />
      <circle cx={x(at)} cy={y(price)} r="6" fill={colour} opacity="0.2" />
      <circle cx={x(at)} cy={y(price)} r="3" fill={colour} />
      <PriceTag
        frame={frame}
        price={price}
        fill={isFlat ? 'var(--text-3)' : `var(--${day}-fill)`}
        className={isFlat ? styles.ink : styles.tag}
      />
    </>
  )
}

const ChosenMinute = ({ frame, candle }: { readonly frame: Frame; readonly candle: Candle }) => {
  const { x, y, plotWidth } = frame.shape
  const [at, , , , close] = candle
  return (
    <g>
      <path
        d={`M${x(at).toFixed(1)} 0V${frame.ground}M0 ${y(close).toFixed(1)}H${plotWidth}`}
        stroke="var(--text)"
        strokeDasharray="3 3"
      />
      <circle cx={x(at)} cy={y(close)} r="3.5" fill="var(--text)" />
      <PriceTag frame={frame} price={close} fill="var(--text)" className={styles.ink} />
    </g>
  )
}

interface PriceTagProps {
  readonly frame: Frame
  readonly price: number
  readonly fill: string
  readonly className: string | undefined
}

const PriceTag = ({ frame: { shape, box, micro }, price, fill, className }: PriceTagProps) => (
  <>
    <rect
      x={shape.plotWidth + 2}
      y={shape.y(price) - micro * 0.85}
      width={box.axis - 4}
      height={micro * 1.7}
      rx="4"
      fill={fill}
    />
    <text
      x={shape.plotWidth + box.axis / 2}
      y={shape.y(price) + micro * 0.36}
      textAnchor="middle"
      className={className}
    >
      {priceText(price)}
    </text>
  </>
)
