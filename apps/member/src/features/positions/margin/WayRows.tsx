import { cx } from '@fairlot/ui'
import { useId } from 'react'
import styles from './WayRows.module.css'

interface Props<Value extends string> {
  readonly label: string
  readonly value: Value
  readonly onChange: (value: Value) => void
  readonly items: readonly {
    readonly value: Value
    readonly title: string
    readonly amount: string
    /** The result, one sentence per line. */
    readonly lines: readonly string[]
  }[]
}

/** Ways to meet the call, each with its amount and result. Native radios under the drawing. */
export const WayRows = <Value extends string>({ label, value, onChange, items }: Props<Value>) => {
  const name = useId()
  return (
    <div role="radiogroup" aria-label={label}>
      {items.map((item) => {
        const captionId = `${name}-${item.value}`
        return (
          <label key={item.value} className={cx(styles.way, item.value === value && styles.on)}>
            <input
              type="radio"
              name={name}
              className={styles.input}
              checked={item.value === value}
              aria-label={`${item.title} ${item.amount}`}
              aria-describedby={captionId}
              onChange={() => onChange(item.value)}
            />
            <i className={styles.dot} />
            <span className={styles.texts}>
              <span className={styles.title}>
                {item.title}
                <b>{item.amount}</b>
              </span>
              <span id={captionId} className={styles.lines}>
                {item.lines.map((line) => (
                  <span key={line}>{line} </span>
                ))}
              </span>
            </span>
          </label>
        )
      })}
    </div>
  )
}
