// The result over time: red above zero and green below (or the reverse, by the member's choice), with the largest fall
// shaded. The figures beside it say the same, so it is one image for a screen reader.

import { displayCompact, formatMoney } from '@fairlot/money'
import { useId } from 'react'
import { useLanguage } from '@fairlot/app-shell/language'
import { pathOf, resultLine } from './result-line.ts'
import { profitTexts } from './texts/index.ts'
import styles from './ResultChart.module.css'

const WIDTH = 320
const HEIGHT = 150

interface Props {
  readonly line: readonly { readonly date: string; readonly result: string }[]
}

const dayText = (date: string): string => date.slice(5).replace('-', '/')

export const ResultChart = ({ line }: Props) => {
  const texts = profitTexts.use()
  const language = useLanguage()
  const results = line.map(({ result }) => BigInt(result))
  const drawn = resultLine(results, { width: WIDTH, height: HEIGHT })
  const { points, zero, fall } = drawn
  const now = results.at(-1) ?? 0n
  const end = points.at(-1)
  const tone = now > 0n ? 'up' : now < 0n ? 'down' : 'flat'
  const bounds = [...results].toSorted((a, b) => (a < b ? -1 : 1))
  const first = line[0]?.date ?? ''
  const last = line.at(-1)?.date ?? ''
  const middle = line[Math.floor((line.length - 1) / 2)]?.date ?? ''
  const money = (value: bigint | undefined) => formatMoney(value, { plus: true })
  return (
    <figure className={styles.figure}>
      <div
        className={styles.plot}
        role="img"
        aria-label={texts.chart(
          dayText(first),
          dayText(last),
          money(bounds[0]),
          money(bounds.at(-1)),
          money(now),
        )}
      >
        <Curve drawn={drawn} />
        {end === undefined ? null : (
          <>
            <i
              className={`${styles.dot} ${styles[tone]}`}
              style={{ left: `${(end.x / WIDTH) * 100}%`, top: `${(end.y / HEIGHT) * 100}%` }}
            />
            {fall === null || fall.to - fall.from < WIDTH * 0.2 ? null : (
              <span
                className={styles.word}
                style={{ left: `${((fall.from + fall.to) / 2 / WIDTH) * 100}%` }}
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
          {now > 0n ? '+' : ''}
          {displayCompact(now, language)}
        </span>
        {end !== undefined && Math.abs(end.y - zero) < HEIGHT * 0.12 ? null : (
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

const Curve = ({ drawn }: { readonly drawn: ReturnType<typeof resultLine> }) => {
  const { points, zero, fall } = drawn
  const id = useId()
  const path = pathOf(points)
  const area = `${path}L${points.at(-1)?.x ?? 0} ${zero}L0 ${zero}Z`
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
