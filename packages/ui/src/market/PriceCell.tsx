import type { Direction } from '../content/Figures.tsx'
import { cx } from '../cx.ts'
import styles from './PriceCell.module.css'

/** A tick that may be shown: which way, and which one it is, so that the next one runs the tint again. */
export interface Flash {
  readonly tick: 'up' | 'down'
  readonly count: number
}

interface PriceCellProps {
  readonly direction: Direction
  readonly text: string
  readonly flash?: Flash | undefined
  /** Not current: the figure goes grey, and what is beside it says since when. */
  readonly stale?: boolean | undefined
}

/** The text colour states the day against yesterday's close; a tick only tints the ground. */
export function PriceCell({ direction, text, flash, stale = false }: PriceCellProps) {
  return (
    <span
      key={flash?.count ?? 0}
      className={cx(
        'num',
        styles.price,
        stale ? styles.stale : styles[direction],
        flash !== undefined && !stale && styles[`tick-${flash.tick}`],
      )}
    >
      {text}
    </span>
  )
}
