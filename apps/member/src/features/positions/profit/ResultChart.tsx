// The account over time. The result: red above zero and green below (or the reverse, by the member's choice), with the
// largest fall shaded. The total: one line. The table below it says the same, so it is one image for a screen reader.

import { displayCompact, formatMoney } from '@fairlot/money'
import { useId } from 'react'
import { useLanguage } from '@fairlot/app-shell/language'
import { toneOf } from '../figures.ts'
import { dayText } from './day-text.ts'
import { type LinePoint, pathOf, resultLine, totalLine } from './result-line.ts'
import { profitTexts } from './texts/index.ts'
import type { Curve } from './use-curve.ts'
import styles from './ResultChart.module.css'

const WIDTH = 320
const HEIGHT = 150

export type Shown = 'result' | 'total'

interface Props {
  readonly line: Curve['line']
  /** The result without deposits and withdrawals, or the total with them. */
  readonly shown: Shown
}

export const ResultChart = ({ line, shown }: Props) => {
  const texts = profitTexts.use()
  const language = useLanguage()
  const isResult = shown === 'result'
  const values = line.map((point) => point[shown])
  const drawn = (isResult ? resultLine : totalLine)(values, { width: WIDTH, height: HEIGHT })
  const { points, zero, fall } = drawn
  const now = values.at(-1) ?? 0n
  const end = points.at(-1)
  const tone = isResult ? toneOf(now) : 'total'
  const bounds = [...values].toSorted((a, b) => (a < b ? -1 : 1))
  const first = line[0]?.date ?? ''
  const last = line.at(-1)?.date ?? ''
  const middle = line[Math.floor((line.length - 1) / 2)]?.date ?? ''
  const money = (value: bigint | undefined) => formatMoney(value, { plus: isResult })
  const label = isResult ? texts.chart : texts.totalChart
  return (
    <figure className={styles.figure}>
      <div
        className={styles.plot}
        role="img"
        aria-label={label(dayText(first), dayText(last), money(bounds[0]), money(bounds.at(-1)), money(now))}
      >
        <Curve drawn={drawn} shown={shown} />
        <Payments line={line} points={points} />
        {end === undefined ? null : (
          <>
            <i
              className={`${styles.dot} ${styles[tone]}`}
              style={{ left: `${(end.x / WIDTH) * 100}%`, top: `${(end.y / HEIGHT) * 100}%` }}
            />
            {fall === null || fall.to - fall.from < WIDTH * 0.2 ? null : (
              <span
                className={styles.word}
                // The fall begins high at its left and ends low at its right: above the end is no line.
                style={{ right: `${(1 - fall.to / WIDTH) * 100}%` }}
                aria-hidden="true"
              >
                {texts.worst}
              </span>
            )}
          </>
        )}
      </div>
      <div className={styles.axis} aria-hidden="true">
        <span
          className={`${styles.now} ${styles[tone]}`}
          style={{ top: `${((end?.y ?? zero) / HEIGHT) * 100}%` }}
        >
          {isResult && now > 0n ? '+' : ''}
          {displayCompact(now, language)}
        </span>
        {!isResult || (end !== undefined && Math.abs(end.y - zero) < HEIGHT * 0.12) ? null : (
          <span className={styles.nought} style={{ top: `${(zero / HEIGHT) * 100}%` }}>
            0
          </span>
        )}
      </div>
      <div className={styles.days} aria-hidden="true">
        <span>{first.slice(0, 7).replace('-', '/')}</span>
        {line.length > 2 ? <span>{dayText(middle)}</span> : null}
        {line.length > 1 ? <span>{dayText(last)}</span> : null}
      </div>
    </figure>
  )
}

interface PaymentsProps {
  readonly line: Props['line']
  readonly points: readonly LinePoint[]
}

/** A mark under each day on which money came in or went out; the newest one says how much. */
const Payments = ({ line, points }: PaymentsProps) => {
  const texts = profitTexts.use()
  const language = useLanguage()
  const paid = line.flatMap((point, at) => (at > 0 && point.paidIn !== 0n ? [{ ...point, at }] : []))
  const newest = paid.at(-1)
  const left = (at: number) => ((points[at]?.x ?? 0) / WIDTH) * 100
  return (
    <>
      {paid.map(({ date, at }) => (
        <i key={date} className={styles.payment} style={{ left: `${left(at)}%` }} />
      ))}
      {newest === undefined ? null : (
        <span
          className={styles.paid}
          style={
            left(newest.at) > 50 ? { right: `${100 - left(newest.at)}%` } : { left: `${left(newest.at)}%` }
          }
          aria-hidden="true"
        >
          {texts.paid(dayText(newest.date), displayCompact(newest.paidIn, language))}
        </span>
      )}
    </>
  )
}

interface CurveProps {
  readonly drawn: ReturnType<typeof resultLine>
  readonly shown: Shown
}

const Curve = ({ drawn, shown }: CurveProps) => {
  const { points, zero, fall } = drawn
  const id = useId()
  const path = pathOf(points)
  const area = `${path}L${points.at(-1)?.x ?? 0} ${zero}L0 ${zero}Z`
  if (shown === 'total')
    return (
      <svg
        className={styles.svg}
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        preserveAspectRatio="none"
        aria-hidden="true"
      >
        <path className={`${styles.line} ${styles.whole}`} d={path} />
      </svg>
    )
  return (
    <svg
      className={styles.svg}
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      <clipPath id={`${id}-above`}>
        <rect x={-4} y={-4} width={WIDTH + 8} height={zero + 4} />
      </clipPath>
      <clipPath id={`${id}-below`}>
        <rect x={-4} y={zero} width={WIDTH + 8} height={HEIGHT - zero + 4} />
      </clipPath>
      {fall === null ? null : (
        <rect
          className={styles.fall}
          x={fall.from}
          y={0}
          width={Math.max(1, fall.to - fall.from)}
          height={HEIGHT}
        />
      )}
      <path className={styles.zero} d={`M0 ${zero}H${WIDTH}`} />
      {(['above', 'below'] as const).map((side) => (
        <g key={side} clipPath={`url(#${id}-${side})`} className={styles[side]}>
          <path className={styles.area} d={area} />
          <path className={styles.line} d={path} />
        </g>
      ))}
    </svg>
  )
}
