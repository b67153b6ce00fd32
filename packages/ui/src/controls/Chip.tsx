import type { ReactNode } from 'react'
import { cx } from '../cx.ts'
import styles from './Chip.module.css'

interface ChipProps {
  readonly selected: boolean
  readonly onPress: () => void
  readonly children: ReactNode
}

export function Chip({ selected, onPress, children }: ChipProps) {
  return (
    <button
      type="button"
      className={cx(styles.chip, selected && styles.on)}
      aria-pressed={selected}
      onClick={onPress}
    >
      {children}
    </button>
  )
}

/** A line of chips that scrolls sideways when it does not fit. */
export function Chips({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    <div className={styles.chips} role="group" aria-label={label}>
      {children}
    </div>
  )
}
