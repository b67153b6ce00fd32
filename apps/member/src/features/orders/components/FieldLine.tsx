import type { ReactNode } from 'react'
import styles from './FieldLine.module.css'

/**
 * A label at the left, its small control at the right, one line of text under both. Without a label the control takes
 * the whole width.
 */
export const FieldLine = ({
  label,
  note,
  children,
}: {
  readonly label?: ReactNode
  readonly note?: ReactNode
  readonly children?: ReactNode
}) => (
  <div className={styles.field}>
    {label === undefined ? (
      children
    ) : (
      <div className={styles.line}>
        <span>{label}</span>
        {children === undefined ? null : <span className={styles.control}>{children}</span>}
      </div>
    )}
    {note === undefined ? null : <div className={styles.note}>{note}</div>}
  </div>
)
