import { formatMoney, parseMoney } from '@fairlot/money'
import { useId } from 'react'
import { queueTexts } from './texts/index.ts'
import styles from './ReviewPane.module.css'

interface ReviseFieldProps {
  readonly label: string
  readonly value: string
  /** The bank line gives the amount: no other can be booked. */
  readonly isFixed: boolean
  readonly onChange: (text: string) => void
}

/** The amount the first approver books. */
export function ReviseField({ label, value, isFixed, onChange }: ReviseFieldProps) {
  const texts = queueTexts.use().pane
  const id = useId()
  const isBad = !parseMoney(value.replaceAll(',', '')).ok
  return (
    <div className={styles.revise}>
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        inputMode="decimal"
        value={value}
        readOnly={isFixed}
        aria-invalid={isBad || undefined}
        aria-describedby={`${id}-hint`}
        onChange={(event) => onChange(event.target.value)}
      />
      <span id={`${id}-hint`} className={isBad ? styles.bad : styles.hint}>
        {isBad ? texts.reviseBad : isFixed ? texts.reviseFixed : texts.reviseHint}
      </span>
    </div>
  )
}

export const shownValue = (value: unknown): string => (typeof value === 'string' ? formatMoney(value) : '')

/** Only values that differ from the payload; null while a value is invalid. */
export const revisedValues = (
  fields: readonly string[],
  revised: Readonly<Record<string, string>>,
  payload: Readonly<Record<string, unknown>>,
): Record<string, string> | null => {
  const values: Record<string, string> = {}
  for (const field of fields) {
    const text = revised[field]
    if (text === undefined) continue
    const parsed = parseMoney(text.replaceAll(',', ''))
    if (!parsed.ok) return null
    const minor = String(parsed.value)
    if (minor !== payload[field]) values[field] = minor
  }
  return values
}
