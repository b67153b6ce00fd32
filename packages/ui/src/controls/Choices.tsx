import { type ReactNode, useId } from 'react'
import { Icon } from '../Icon.tsx'
import { cx } from '../cx.ts'
import type { IconName } from '../icons.ts'
import styles from './Choices.module.css'

export interface Choice<Value extends string> {
  readonly value: Value
  readonly title: string
  readonly caption?: string | undefined
  readonly icon?: IconName | undefined
  /** Drawn before the title, such as the two triangles of the colour convention. */
  readonly lead?: ReactNode
  /** Drawn under the title, such as sample prices or the result of the choice. */
  readonly preview?: ReactNode
  readonly disabled?: boolean | undefined
}

interface ChoicesProps<Value extends string> {
  readonly label: string
  readonly value: Value | undefined
  readonly onChange: (value: Value) => void
  readonly items: readonly Choice<Value>[]
  /** `cards` stacked, `pair` two small ones side by side, `rows` inside a card. */
  readonly layout?: 'cards' | 'pair' | 'rows' | undefined
}

export function Choices<Value extends string>({
  label,
  value,
  onChange,
  items,
  layout = 'cards',
}: ChoicesProps<Value>) {
  const name = useId()
  return (
    <div className={styles[layout]} role="radiogroup" aria-label={label}>
      {items.map((item) => {
        const on = item.value === value
        const captionId = `${name}-${item.value}`
        return (
          <label key={item.value} className={cx(styles.choice, on && styles.on)}>
            <input
              type="radio"
              name={name}
              className={styles.input}
              checked={on}
              disabled={item.disabled}
              aria-label={item.title}
              aria-describedby={item.caption === undefined ? undefined : captionId}
              onChange={() => onChange(item.value)}
            />
            <span className={styles.head}>
              {item.icon === undefined ? null : (
                <span className={styles.tile}>
                  <Icon name={item.icon} />
                </span>
              )}
              {item.lead}
              <span className={styles.texts}>
                <span className={styles.title}>{item.title}</span>
                {item.caption === undefined ? null : (
                  <span id={captionId} className={styles.caption}>
                    {item.caption}
                  </span>
                )}
              </span>
              {layout === 'pair' ? null : <i className={styles.dot} />}
            </span>
            {item.preview === undefined ? null : <span className={styles.preview}>{item.preview}</span>}
          </label>
        )
      })}
    </div>
  )
}
