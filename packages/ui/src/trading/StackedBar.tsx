import { cx } from '../cx.ts'
import styles from './StackedBar.module.css'

interface StackedBarProps {
  readonly label: string
  /** Thin, to show a share of the available amount under a total. */
  readonly thin?: boolean | undefined
  /** Shares of the bar from 0 to 1, in order; the remainder stays empty. */
  readonly shares: readonly {
    readonly key: string
    readonly share: number
    readonly tone: 'brand' | 'pale' | 'muted' | 'warn' | 'crit'
  }[]
}

/** Parts of one amount, side by side. */
export function StackedBar({ label, shares, thin = false }: StackedBarProps) {
  return (
    <div className={cx(styles.bar, thin && styles.thin)} role="img" aria-label={label}>
      {shares.map(({ key, share, tone }) =>
        share > 0 ? (
          <i key={key} className={styles[tone]} style={{ width: `${Math.min(1, share) * 100}%` }} />
        ) : null,
      )}
    </div>
  )
}
