import { memo } from 'react'
import type { Direction } from '../content/Figures.tsx'
import { cx } from '../cx.ts'
import { sparkPath } from './spark-path.ts'
import styles from './Sparkline.module.css'

interface SparklineProps {
  /** Prices along the day, oldest first. */
  readonly values: readonly number[]
  /** Yesterday's close: the dotted line. */
  readonly reference: number
  readonly direction: Direction
  readonly width?: number | undefined
  readonly height?: number | undefined
  /** Tints the space between line and reference. */
  readonly area?: boolean | undefined
  /** Not current: pale. */
  readonly stale?: boolean | undefined
}

/** Decorative: the figures beside it say the same. */
export const Sparkline = memo(function Sparkline({
  values,
  reference,
  direction,
  width = 56,
  height = 28,
  area = false,
  stale = false,
}: SparklineProps) {
  const path = sparkPath(values, reference, { width, height })
  return (
    <svg
      className={cx(styles.spark, styles[direction], stale && styles.stale)}
      viewBox={`0 0 ${width} ${height}`}
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      <path className={styles.base} d={`M0 ${path.base}H${width}`} />
      {area && path.area !== '' ? <path className={styles.area} d={path.area} /> : null}
      {path.line === '' ? null : <path className={styles.line} d={path.line} />}
    </svg>
  )
})
