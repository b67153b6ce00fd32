import { Sparkline } from '@fairlot/ui'
import type { DataOf } from '@fairlot/contract'
import type { ReactNode } from 'react'
import { priceText } from '#features/market-data'
import { useHideAmounts } from '#shell/appearance.ts'
import { putIn, toneOf, type PositionRow } from '../figures.ts'
import { monthDay } from '../list/months.ts'
import { Percent } from '../list/PositionCard.tsx'
import { Result } from '../Result.tsx'
import { detailTexts } from './texts/index.ts'
import styles from './Hero.module.css'

interface Props {
  readonly row: PositionRow
  readonly result: bigint | null
  readonly last: number | null
  readonly line: DataOf<'/positions/readPosition'>['line']
  /** Today's prices, for a position opened today. */
  readonly today: readonly number[]
  readonly tags: ReactNode
}

const WIDTH = 280
const HEIGHT = 72

/** The result, and the price line since it was opened. */
export const Hero = ({ row, result, last, line, today, tags }: Props) => {
  const texts = detailTexts.use()
  const hidden = useHideAmounts()
  const isOpen = row.state !== 'closed'
  const closes = line.map(({ price }) => price)
  const prices = closes.length > 1 ? closes : today
  const values = last === null || prices.at(-1) === last ? prices : [...prices, last]
  // A price that never moved is not worth a chart.
  const isFlat = values.every((price) => price === row.price)
  const tone = toneOf(last === null ? null : BigInt(last - row.price))
  const first = line[0]?.at ?? row.openedAt
  const end = line.at(-1)?.at ?? row.openedAt
  return (
    <section className={styles.hero} aria-label={isOpen ? texts.unrealised : texts.realised}>
      <div className={styles.top}>
        <h2 className={styles.label}>{isOpen ? texts.unrealised : texts.realised}</h2>
        {tags}
      </div>
      <p className={styles.figure}>
        <Result amount={result} size="hero" />
        {hidden ? null : (
          <span className={styles.percent}>
            <Percent part={result} whole={isOpen ? BigInt(row.margin) : putIn(row)} />
          </span>
        )}
      </p>
      {values.length < 2 || isFlat ? null : (
        <figure className={styles.chart}>
          <div
            className={styles.plot}
            role="img"
            aria-label={texts.line(priceText(values[0] ?? null), priceText(last))}
          >
            <Sparkline
              values={values}
              reference={row.price}
              direction={tone}
              width={WIDTH}
              height={HEIGHT}
              area
            />
          </div>
          <div className={styles.axis}>
            <b className={tone === 'flat' ? undefined : styles[tone]}>{priceText(last)}</b>
            <span>{texts.cost(priceText(row.price))}</span>
          </div>
          <div className={styles.days} aria-hidden="true">
            <span>{monthDay(first)}</span>
            {monthDay(first) === monthDay(end) ? null : <span>{monthDay(end)}</span>}
          </div>
        </figure>
      )}
    </section>
  )
}
