import { type CSSProperties, type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { Icon } from '../Icon.tsx'
import { cx } from '../cx.ts'
import { FieldError } from '../form/FieldError.tsx'
import styles from './Stepper.module.css'

interface StepperProps {
  readonly label: string
  readonly value: number
  readonly onChange: (value: number) => void
  readonly min?: number | undefined
  readonly max?: number | undefined
  readonly step?: number | undefined
  /** The value after one press, for a step that changes with the value, such as a price tick. Instead of `step`. */
  readonly move?: ((value: number, way: 1 | -1) => number) | undefined
  /** How the value is formatted and parsed, in whole smallest units. Invalid text parses to undefined. */
  readonly format?: ((value: number) => string) | undefined
  readonly parse?: ((text: string) => number | undefined) | undefined
  readonly unit?: string | undefined
  readonly texts: { readonly less: string; readonly more: string }
  readonly hint?: ReactNode
  /** What is wrong with the value; replaces the hint. */
  readonly error?: string | undefined
  /** Accepts the typed value unchanged, even outside the bounds: the caller shows what is wrong with it. */
  readonly loose?: boolean | undefined
  /** Called when the typed text is no value. The field returns to its previous value. */
  readonly onUnreadable?: (() => void) | undefined
  /** Less high, for two side by side. */
  readonly compact?: boolean | undefined
}

/** The width of a figure in em: digits are tabular, marks narrow, other letters up to a full em. */
const widthOf = (text: string): number => {
  const digits = text.replace(/\D/g, '').length
  const marks = text.replace(/[^.,\s−-]/g, '').length
  return digits * 0.65 + marks * 0.3 + (text.length - digits - marks)
}
/** The unit is smaller than the figure, after a space. */
const UNIT = 0.75

const HOLD_MS = 400
const REPEAT_MS = 90

const writeCount = (value: number) => value.toLocaleString('en-US')
const readCount = (text: string) => {
  const typed = Number.parseInt(text.replace(/\D/g, ''), 10)
  return Number.isFinite(typed) ? typed : undefined
}

/** The handlers of a button that takes one step, and more while it is held. */
const useRepeat = (
  value: number,
  onChange: (value: number) => void,
  after: (value: number, way: 1 | -1) => number,
) => {
  // A held button steps faster than its value is rendered.
  const latest = useRef(value)
  useEffect(() => {
    latest.current = value
  }, [value])
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  const go = (way: 1 | -1) => {
    const next = after(latest.current, way)
    if (next === latest.current) return
    latest.current = next
    onChange(next)
  }
  const hold = (way: 1 | -1) => {
    const again = () => {
      go(way)
      timer.current = setTimeout(again, REPEAT_MS)
    }
    timer.current = setTimeout(again, HOLD_MS)
  }
  const release = () => clearTimeout(timer.current)
  return (way: 1 | -1) => ({
    onClick: () => go(way),
    onPointerDown: () => hold(way),
    onPointerUp: release,
    onPointerLeave: release,
    onPointerCancel: release,
  })
}

/** Whole steps of a count. Prices step by the exchange's tick, in integers of the smallest unit. */
export function Stepper({
  label,
  value,
  onChange,
  min = 0,
  max = Number.MAX_SAFE_INTEGER,
  step = 1,
  move,
  format = writeCount,
  parse = readCount,
  unit,
  texts,
  hint,
  error,
  loose = false,
  onUnreadable,
  compact = false,
}: StepperProps) {
  const hintId = useId()
  const errorId = useId()
  const [draft, setDraft] = useState<string>()
  const bound = (next: number) => Math.min(max, Math.max(min, next))
  const repeat = useRepeat(value, onChange, (from, way) => bound(move?.(from, way) ?? from + way * step))
  const settle = () => {
    if (draft === undefined) return
    const typed = parse(draft)
    setDraft(undefined)
    if (typed === undefined) onUnreadable?.()
    else onChange(loose ? typed : bound(typed))
  }
  const button = (way: 1 | -1, name: 'minus' | 'plus', text: string, off: boolean) => (
    <button type="button" className={styles.button} aria-label={text} disabled={off} {...repeat(way)}>
      <Icon name={name} />
    </button>
  )
  const shown = draft ?? format(value)
  // The settled value, so that the field does not move while one types.
  const room = Math.max(2.5, widthOf(format(value)) + (unit === undefined ? 0 : UNIT * widthOf(unit) + 0.25))
  return (
    <div
      className={cx(styles.field, compact && styles.compact)}
      style={{ '--room': room.toFixed(2) } as CSSProperties}
    >
      <div className={styles.stepper} role="group" aria-label={label}>
        {button(-1, 'minus', texts.less, value <= min)}
        <label className={styles.value}>
          <input
            className={styles.input}
            inputMode={move === undefined ? 'numeric' : 'decimal'}
            aria-label={label}
            aria-describedby={cx(hint !== undefined && hintId, error !== undefined && errorId) || undefined}
            aria-invalid={error !== undefined || undefined}
            value={shown}
            size={Math.max(1, shown.length)}
            onFocus={(event) => event.target.select()}
            onChange={(event) => setDraft(event.target.value)}
            onBlur={settle}
            onKeyDown={(event) => {
              if (event.key === 'Enter') settle()
            }}
          />
          {unit === undefined ? null : <small data-digits={shown.length}>{unit}</small>}
        </label>
        {button(1, 'plus', texts.more, value >= max)}
      </div>
      <FieldError id={errorId} text={error} />
      {hint === undefined ? null : (
        <div id={hintId} className={styles.hint}>
          {hint}
        </div>
      )}
    </div>
  )
}
