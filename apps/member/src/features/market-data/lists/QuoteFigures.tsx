// The price and the change of one row: the only part that updates several times a second.

import { ChangePill, PriceCell, StatePill } from '@fairlot/ui'
import { useRef } from 'react'
import type { LiveRow } from '../live/index.ts'
import { changeDirectionOf, percentText, priceText, type Reading } from './figures.ts'
import { listsTexts } from './texts/index.ts'
import { useFlash } from './use-flash.ts'
import styles from './QuoteLine.module.css'

interface Props {
  readonly live: LiveRow
  readonly reading: Reading
  /** The pill's text while prices are not current. */
  readonly stale: string | undefined
  /** Below the price, such as yesterday's close while an auction collects. */
  readonly below?: string | undefined
}

export const QuotePrice = ({ live, reading, stale, below }: Props) => {
  const texts = listsTexts.use()
  const cell = useRef<HTMLSpanElement>(null)
  const flash = useFlash(cell, live.symbol, reading.standing === 'traded' ? reading.price : null)
  const isGrey = stale !== undefined || reading.standing === 'halted' || reading.standing === 'paused'
  return (
    <span ref={cell} className={styles.price}>
      <span className="visually-hidden">{texts.price} </span>
      <PriceCell direction={reading.direction} text={priceText(reading.price)} flash={flash} stale={isGrey} />
      {below === undefined ? null : <span className={styles.below}>{below}</span>}
    </span>
  )
}

export const QuoteChange = ({ live, reading, stale }: Omit<Props, 'below'>) => {
  const texts = listsTexts.use()
  const { standing, price, limit } = reading
  if (standing === 'halted' || standing === 'paused')
    return <StatePill icon="pause">{texts.pausedPill}</StatePill>
  if (stale !== undefined) return <StatePill>{stale}</StatePill>
  if (price === null)
    return <StatePill>{standing === 'unmatched' ? texts.noMatchPill : texts.untradedPill}</StatePill>
  const direction = changeDirectionOf(price, live.reference)
  const isIndicative = standing === 'indicative'
  return (
    <ChangePill
      direction={direction}
      text={percentText(price, live.reference)}
      spoken={
        isIndicative
          ? texts.indicativeSpoken(direction)
          : limit === undefined
            ? texts.directions[direction]
            : texts.limits[limit]
      }
      limit={limit !== undefined}
      outlined={isIndicative}
    />
  )
}
