import type { Direction } from '../content/Figures.tsx'
import { cx } from '../cx.ts'
import styles from './PriceCell.module.css'

/** A tick to show: its direction and its number, so that the next one restarts the tint. */
export interface Flash {
  readonly tick: 'up' | 'down'
  readonly count: number
}

/** 9,999.00 */
const LONG = 8

interface PriceCellProps {
  readonly direction: Direction
  readonly text: string
  readonly flash?: Flash | undefined
  /** Not current: the figure turns grey, and the text beside it says since when. */
  readonly stale?: boolean | undefined
}

/** The text colour shows the day's change against yesterday's close; a tick only tints the background. */
export function PriceCell({ direction, text, flash, stale = false }: PriceCellProps) {
  return (
    <span
      key={flash?.count ?? 0}
      className={cx(
        'num',
        styles.price,
        text.length > LONG && styles.long,
        stale ? styles.stale : styles[direction],
        flash !== undefined && !stale && styles[`tick-${flash.tick}`],
      )}
    >
      {text}
    </span>
  )
}
