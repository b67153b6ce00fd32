import { useId } from 'react'
import { cx } from '../cx.ts'
import styles from './Segments.module.css'

interface SegmentsProps<Value extends string> {
  readonly label: string
  readonly value: Value
  readonly onChange: (value: Value) => void
  readonly items: readonly {
    readonly value: Value
    readonly label: string
    readonly tone?: 'up' | 'down' | undefined
  }[]
  readonly compact?: boolean | undefined
}

/** Native radios under the drawing: arrow keys, form semantics and the spoken position come from the browser. */
export function Segments<Value extends string>({
  label,
  value,
  onChange,
  items,
  compact = false,
}: SegmentsProps<Value>) {
  const name = useId()
  return (
    <div className={cx(styles.track, compact && styles.compact)} role="radiogroup" aria-label={label}>
      {items.map((item) => (
        <label
          key={item.value}
          className={cx(
            styles.segment,
            item.value === value && styles.on,
            item.tone !== undefined && styles[item.tone],
          )}
        >
          <input
            type="radio"
            name={name}
            className={styles.input}
            checked={item.value === value}
            onChange={() => onChange(item.value)}
          />
          {item.label}
        </label>
      ))}
    </div>
  )
}
