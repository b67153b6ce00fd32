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

interface ChipsProps {
  readonly label: string
  /** Chips share the whole width, as far as their texts allow. */
  readonly fill?: boolean | undefined
  readonly children: ReactNode
}

/** A row of chips that scrolls sideways when it does not fit. */
export function Chips({ label, fill = false, children }: ChipsProps) {
  return (
    <div className={cx(styles.chips, fill && styles.fill)} role="group" aria-label={label}>
      {children}
    </div>
  )
}
