import type { DrawFile } from '@fairlot/proof'
import { drawsTexts } from './texts/index.ts'
import { numberOf } from './MyTicket.tsx'
import type { Ticket } from './use-draw-check.ts'
import styles from './Draws.module.css'

interface SpreadProps {
  readonly file: DrawFile
  /** How many were drawn. */
  readonly places: number
  readonly mine: Ticket | undefined
}

const maxParts = 60
const height = 40

/** How many drawn numbers each part of the list has: an honest draw favours none. */
export const Spread = ({ file, places, mine }: SpreadProps) => {
  const texts = drawsTexts.use().check
  const size = file.tickets.length
  const parts = Math.min(maxParts, size)
  const partOf = (place: number): number => Math.floor((place * parts) / size)
  const counts = Array.from({ length: parts }, () => 0)
  for (const place of file.order.slice(0, places)) counts[partOf(place)]! += 1
  const highest = Math.max(1, ...counts)
  const average = height - (height * places) / parts / highest
  const own = mine === undefined ? -1 : partOf(file.tickets.indexOf(mine.ticketId))
  return (
    <figure className={styles.spread}>
      <figcaption>
        {texts.spread(places)}
        <small>{texts.spreadNote}</small>
      </figcaption>
      <svg viewBox={`0 0 ${parts * 5} ${height}`} preserveAspectRatio="none" aria-hidden="true">
        {counts.map((value, part) => (
          <rect
            key={part}
            className={part === own ? styles.ownBar : styles.bar}
            x={part * 5 + 1}
            y={height - (height * value) / highest}
            width={3}
            height={(height * value) / highest}
          />
        ))}
        <line className={styles.average} x1={0} x2={parts * 5} y1={average} y2={average} />
      </svg>
      <p className={styles.ends}>
        <span>{numberOf(0)}</span>
        <span>{numberOf(size - 1)}</span>
      </p>
    </figure>
  )
}
