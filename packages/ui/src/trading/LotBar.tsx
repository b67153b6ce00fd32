import styles from './LotBar.module.css'

/** Above this number the blocks would be too thin to count: one continuous bar. */
const MAX_BLOCKS = 12

interface LotBarProps {
  /** 成交 1 張，共 3 張 */
  readonly label: string
  readonly total: number
  readonly filled: number
}

/** One block per lot, dark when filled. */
export function LotBar({ label, total, filled }: LotBarProps) {
  const isCounted = Number.isInteger(total) && total > 0 && total <= MAX_BLOCKS && Number.isInteger(filled)
  return (
    <div className={styles.bar} role="img" aria-label={label}>
      {isCounted ? (
        Array.from({ length: total }, (_, at) => <i key={at} data-filled={at < filled || undefined} />)
      ) : (
        <i>
          <b style={{ width: `${total === 0 ? 0 : (filled / total) * 100}%` }} />
        </i>
      )}
    </div>
  )
}
