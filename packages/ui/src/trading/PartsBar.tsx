import { cx } from '../cx.ts'
import styles from './PartsBar.module.css'

interface PartsBarProps {
  readonly label: string
  /** Thin, to show a share of the available amount under a total. */
  readonly thin?: boolean | undefined
  /** Shares of the bar from 0 to 1, in order; the remainder stays empty. */
  readonly parts: readonly {
    readonly key: string
    readonly share: number
    readonly tone: 'brand' | 'pale' | 'rest' | 'crit'
  }[]
}

/** Parts of one amount, side by side. */
export function PartsBar({ label, parts, thin = false }: PartsBarProps) {
  return (
    <div className={cx(styles.bar, thin && styles.thin)} role="img" aria-label={label}>
      {parts.map(({ key, share, tone }) =>
        share > 0 ? (
          <i key={key} className={styles[tone]} style={{ width: `${Math.min(1, share) * 100}%` }} />
        ) : null,
      )}
    </div>
  )
}
