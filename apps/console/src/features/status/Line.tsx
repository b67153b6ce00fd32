import { cx } from '@fairlot/ui'
import styles from './System.module.css'

interface LineProps {
  readonly values: readonly number[]
  readonly width: number
  readonly height: number
  readonly isLate?: boolean | undefined
  /** Drawn across; values above it need attention. */
  readonly limit?: number | undefined
}

/** Decorative: the figures beside it say the same. */
export function Line({ values, width, height, isLate = false, limit }: LineProps) {
  if (values.length < 2) return null
  const top = Math.max(...values, limit ?? 0, 1)
  const y = (value: number) => height - 2 - (value / top) * (height - 4)
  const step = width / (values.length - 1)
  const points = values.map((value, at) => `${(at * step).toFixed(1)} ${y(value).toFixed(1)}`)
  return (
    <svg
      className={cx(styles.line, isLate && styles.late)}
      viewBox={`0 0 ${width} ${height}`}
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      {limit === undefined ? null : (
        <path className={styles.limit} d={`M0 ${y(limit).toFixed(1)}H${width}`} />
      )}
      <path d={`M${points.join('L')}`} vectorEffect="non-scaling-stroke" />
    </svg>
  )
}
