import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { Icon } from '../Icon.tsx'
import styles from './Stepper.module.css'

interface StepperProps {
  readonly label: string
  readonly value: number
  readonly onChange: (value: number) => void
  readonly min?: number | undefined
  readonly max?: number | undefined
  readonly step?: number | undefined
  /** Where one press leads, for a step that changes with the value, such as a price tick. Instead of `step`. */
  readonly move?: ((value: number, way: 1 | -1) => number) | undefined
  /** How the value is written and read back, in whole units of the smallest kind. A text that is none answers undefined. */
  readonly format?: ((value: number) => string) | undefined
  readonly parse?: ((text: string) => number | undefined) | undefined
  readonly unit?: string | undefined
  readonly texts: { readonly less: string; readonly more: string }
  readonly hint?: ReactNode
}

const HOLD_MS = 400
const REPEAT_MS = 90

const writeCount = (value: number) => value.toLocaleString('en-US')
const readCount = (text: string) => {
  const typed = Number.parseInt(text.replace(/\D/g, ''), 10)
  return Number.isFinite(typed) ? typed : undefined
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
}: StepperProps) {
  const hintId = useId()
  const [draft, setDraft] = useState<string>()
  const latest = useRef(value)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => {
    latest.current = value
  }, [value])
  useEffect(() => () => clearTimeout(timer.current), [])

  const bound = (next: number) => Math.min(max, Math.max(min, next))
  const go = (way: 1 | -1) => {
    const next = bound(move?.(latest.current, way) ?? latest.current + way * step)
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
  const settle = () => {
    if (draft === undefined) return
    const typed = parse(draft)
    setDraft(undefined)
    if (typed !== undefined) onChange(bound(typed))
  }
  const button = (way: 1 | -1, name: 'minus' | 'plus', text: string, off: boolean) => (
    <button
      type="button"
      className={styles.button}
      aria-label={text}
      disabled={off}
      onClick={() => go(way)}
      onPointerDown={() => hold(way)}
      onPointerUp={release}
      onPointerLeave={release}
      onPointerCancel={release}
    >
      <Icon name={name} />
    </button>
  )
  const shown = draft ?? format(value)
  return (
    <div>
      <div className={styles.stepper} role="group" aria-label={label}>
        {button(-1, 'minus', texts.less, value <= min)}
        <label className={styles.value}>
          <input
            className={styles.input}
            inputMode={move === undefined ? 'numeric' : 'decimal'}
            aria-label={label}
            aria-describedby={hint === undefined ? undefined : hintId}
            value={shown}
            size={Math.max(1, shown.length)}
            onFocus={(event) => event.target.select()}
            onChange={(event) => setDraft(event.target.value)}
            onBlur={settle}
            onKeyDown={(event) => {
              if (event.key === 'Enter') settle()
            }}
          />
          {unit === undefined ? null : <small>{unit}</small>}
        </label>
        {button(1, 'plus', texts.more, value >= max)}
      </div>
      {hint === undefined ? null : (
        <div id={hintId} className={styles.hint}>
          {hint}
        </div>
      )}
    </div>
  )
}
