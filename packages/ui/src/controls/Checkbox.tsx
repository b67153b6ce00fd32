import { type ReactNode, useId } from 'react'
import { Icon } from '../Icon.tsx'
import { cx } from '../cx.ts'
import { FieldError } from '../form/FieldError.tsx'
import styles from './Checkbox.module.css'

interface CheckboxProps {
  readonly checked: boolean
  readonly onChange: (checked: boolean) => void
  readonly children: ReactNode
  readonly error?: string | undefined
  readonly id?: string | undefined
  readonly centred?: boolean | undefined
}

export function Checkbox({ checked, onChange, children, error, id, centred = false }: CheckboxProps) {
  const ownId = useId()
  const inputId = id ?? ownId
  const errorId = `${inputId}-error`
  return (
    <div>
      <label className={cx(styles.label, centred && styles.centred)}>
        <span className={styles.box}>
          <input
            id={inputId}
            type="checkbox"
            className={styles.input}
            checked={checked}
            aria-invalid={error !== undefined || undefined}
            aria-describedby={error === undefined ? undefined : errorId}
            onChange={(event) => onChange(event.target.checked)}
          />
          <Icon name="check" size={0.875} weight={2.6} />
        </span>
        <span>{children}</span>
      </label>
      <div className={styles.error}>
        <FieldError id={errorId} text={error} />
      </div>
    </div>
  )
}
