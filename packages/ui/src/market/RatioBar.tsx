import type { Direction } from '../content/Figures.tsx'
import { cx } from '../cx.ts'
import styles from './RatioBar.module.css'

export interface RatioSide {
  readonly label: string
  readonly text: string
  readonly amount: number
  readonly direction: Exclude<Direction, 'flat'>
}

/** Compares two sums: bids and asks, inside and outside. */
export function RatioBar({ left, right }: { readonly left: RatioSide; readonly right: RatioSide }) {
  const total = left.amount + right.amount
  return (
    <div className={cx('num', styles.ratio)}>
      <span className={styles[left.direction]}>
        {left.label} {left.text}
      </span>
      <span className={styles.bar} aria-hidden="true">
        <i
          className={styles[`fill-${left.direction}`]}
          style={{ flexGrow: total === 0 ? 1 : left.amount / total }}
        />
        <i
          className={styles[`fill-${right.direction}`]}
          style={{ flexGrow: total === 0 ? 1 : right.amount / total }}
        />
      </span>
      <span className={styles[right.direction]}>
        {right.label} {right.text}
      </span>
    </div>
  )
}
