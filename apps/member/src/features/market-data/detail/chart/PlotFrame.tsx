// The frame of a line the app draws itself: its name, its bones while it loads, and the keys that move along its points.

import { Skeleton } from '@fairlot/ui'
import type { KeyboardEvent, ReactNode } from 'react'
import styles from './Chart.module.css'

interface Props {
  readonly label: string
  readonly isReady: boolean
  readonly count: number
  /** The picked point; null while none is. */
  readonly place: number | null
  readonly onPlace: (place: number | null) => void
  readonly children: ReactNode
}

/** How many places each key moves along a line of `count`. */
const stepsOf = (count: number): Readonly<Record<string, number>> => ({
  ArrowLeft: -1,
  ArrowRight: 1,
  PageUp: -10,
  PageDown: 10,
  Home: -count,
  End: count,
})

export const PlotFrame = ({ label, isReady, count, place, onPlace, children }: Props) => {
  const keys = (event: KeyboardEvent) => {
    const step = stepsOf(count)[event.key]
    if (event.key === 'Escape') onPlace(null)
    if (step === undefined) return
    event.preventDefault()
    if (count > 0) onPlace(Math.min(count - 1, Math.max(0, (place ?? count) + step)))
  }
  return (
    // A chart has no role of its own: as an application it gets the arrow keys from a screen reader.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <div
      className={styles.plot}
      role="application"
      tabIndex={0}
      aria-label={label}
      aria-busy={!isReady || undefined}
      onKeyDown={keys}
      onBlur={() => onPlace(null)}
    >
      {isReady ? (
        children
      ) : (
        <div className={styles.bones}>
          <Skeleton height="100%" round="0.5rem" />
        </div>
      )}
    </div>
  )
}
