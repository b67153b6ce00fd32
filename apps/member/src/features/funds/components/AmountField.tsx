import { cx } from '@fairlot/ui'
import { parseMoney } from '@fairlot/money'
import { useId, useState, type ReactNode } from 'react'
import styles from './Components.module.css'

interface Props {
  readonly label: string
  readonly symbol: string
  /** As typed, without separators. */
  readonly value: string
  readonly onChange: (value: string) => void
  readonly aside?: ReactNode
  readonly error?: string | undefined
  readonly help?: ReactNode
  readonly children?: ReactNode
}

/** Digits and at most two decimals; full-width digits come from Chinese input methods and mean the same. */
export const typedAmount = (text: string): string => {
  const [whole = '', ...rest] = text
    .replace(/[０-９．]/g, (char) => String.fromCharCode(char.charCodeAt(0) - 0xfee0))
    .replace(/[^\d.]/g, '')
    .split('.')
  const digits = whole.replace(/^0+(?=\d)/, '').slice(0, 12)
  return rest.length === 0 ? digits : `${digits}.${rest.join('').slice(0, 2)}`
}

export const groupedAmount = (value: string): string => {
  const [whole = '', ...rest] = value.split('.')
  const text = whole.replace(/\B(?=(\d{3})+$)/g, ',')
  return rest.length === 0 ? text : `${text}.${rest.join('')}`
}

/** In minor units; undefined while it is not a valid amount. */
export const minorOf = (value: string): bigint | undefined => {
  const parsed = parseMoney(value)
  return value !== '' && parsed.ok && parsed.value > 0n ? parsed.value : undefined
}

/** The large amount of a money form. The separators are hidden while typing, so that the cursor does not jump. */
export const AmountField = (props: Props) => {
  const { label, symbol, value, onChange, aside, error, help, children } = props
  const id = useId()
  const [focused, setFocused] = useState(false)
  return (
    <div className={styles.amount}>
      <div className={styles.head}>
        <label htmlFor={id}>{label}</label>
        {aside}
      </div>
      <div className={cx(styles.figure, error !== undefined && styles.bad)}>
        <span aria-hidden="true">{symbol}</span>
        <input
          id={id}
          inputMode="decimal"
          autoComplete="off"
          placeholder="0"
          value={focused ? value : groupedAmount(value)}
          aria-invalid={error !== undefined || undefined}
          aria-describedby={`${id}-help`}
          onFocus={() => setFocused(true)}
          onBlur={() => setFocused(false)}
          onChange={(event) => onChange(typedAmount(event.target.value))}
        />
      </div>
      {children}
      <div id={`${id}-help`} className={cx(styles.help, error !== undefined && styles.error)} role="status">
        {error ?? help}
      </div>
    </div>
  )
}
