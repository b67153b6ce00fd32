import styles from './When.module.css'

/** The input has no zone; operators type Taiwan time. */
export const instantOf = (local: string): string => new Date(`${local}:00+08:00`).toISOString()

interface WhenProps {
  readonly id: string
  readonly name: string
  readonly value: string
  readonly error: string | undefined
  readonly label: string
  readonly type: 'date' | 'datetime-local'
  readonly onChange: (text: string) => void
}

/** A date, or a date and a time. */
export const When = ({ id, name, value, error, label, type, onChange }: WhenProps) => (
  <label className={styles.when} htmlFor={id}>
    <span>{label}</span>
    <input
      id={id}
      name={name}
      type={type}
      value={value}
      aria-invalid={error !== undefined || undefined}
      onChange={(event) => onChange(event.target.value)}
    />
    {error === undefined ? null : <small role="alert">{error}</small>}
  </label>
)
