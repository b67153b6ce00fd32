import { useId } from 'react'
import { Icon } from '../Icon.tsx'
import { cx } from '../cx.ts'
import styles from './Segments.module.css'

interface SegmentsProps<Value extends string> {
  readonly label: string
  readonly value: Value
  readonly onChange: (value: Value) => void
  readonly items: readonly {
    readonly value: Value
    readonly label: string
    /** Lighter text after the label, such as what a direction means. */
    readonly aside?: string | undefined
    readonly tone?: 'up' | 'down' | undefined
    /** Greyed: it can still be focused and pressed, and `onOff` then says why it cannot be chosen. */
    readonly off?: boolean | undefined
  }[]
  readonly compact?: boolean | undefined
  readonly onOff?: ((value: Value) => void) | undefined
  readonly 'aria-describedby'?: string | undefined
}

/** Native radios under the drawing: the browser provides arrow keys, form semantics and the spoken position. */
export function Segments<Value extends string>({
  label,
  value,
  onChange,
  items,
  compact = false,
  onOff,
  'aria-describedby': describedBy,
}: SegmentsProps<Value>) {
  const name = useId()
  return (
    <div
      className={cx(styles.track, compact && styles.compact)}
      role="radiogroup"
      aria-label={label}
      aria-describedby={describedBy}
    >
      {items.map((item) => (
        <label
          key={item.value}
          className={cx(
            styles.segment,
            item.value === value && styles.on,
            item.tone !== undefined && styles[item.tone],
            item.off === true && styles.off,
          )}
        >
          <input
            type="radio"
            name={name}
            className={styles.input}
            checked={item.value === value}
            aria-disabled={item.off === true || undefined}
            onChange={() => (item.off === true ? onOff?.(item.value) : onChange(item.value))}
          />
          {item.tone !== undefined && item.value === value ? (
            <Icon name="check" size={1} weight={2.2} />
          ) : null}
          {item.label}
          {item.aside === undefined ? null : <small>{item.aside}</small>}
        </label>
      ))}
    </div>
  )
}
