import { type ReactNode, useRef } from 'react'
import { cx } from '../cx.ts'
import styles from './Pager.module.css'
import { useSnap } from './use-snap.ts'

interface PagerProps {
  readonly label: string
  readonly pages: readonly { readonly key: string; readonly node: ReactNode }[]
  readonly current: number
  readonly onChange: (index: number) => void
}

/** Pages side by side. Screen readers can still read the neighbours, because swiping is a visual gesture. */
export function Pager({ label, pages, current, onChange }: PagerProps) {
  const row = useRef<HTMLDivElement>(null)
  useSnap(row, current, onChange)
  return (
    <div ref={row} className={styles.row} role="group" aria-label={label} tabIndex={0}>
      {pages.map((page) => (
        <div key={page.key} className={styles.page}>
          {page.node}
        </div>
      ))}
    </div>
  )
}

interface PagerDotsProps {
  readonly count: number
  readonly current: number
  readonly onChange: (index: number) => void
  /** Such as 第 2 頁，共 3 頁. */
  readonly label: string
}

/**
 * Shows the position; the whole row is one target that goes to the next page. Dots with enough distance for a thumb
 * would not look like one control.
 */
export function PagerDots({ count, current, onChange, label }: PagerDotsProps) {
  return (
    <button
      type="button"
      className={styles.dots}
      aria-label={label}
      onClick={() => onChange((current + 1) % count)}
    >
      {Array.from({ length: count }, (_, index) => (
        <i key={index} className={cx(styles.dot, index === current && styles.on)} />
      ))}
    </button>
  )
}
