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
  readonly unit?: string | undefined
  readonly texts: { readonly less: string; readonly more: string }
  readonly hint?: ReactNode
}

const HOLD_MS = 400
const REPEAT_MS = 90

/** Whole steps of a count. Prices step by the exchange's tick, in integers of the smallest unit. */
export function Stepper({
  label,
  value,
  onChange,
  min = 0,
  max = Number.MAX_SAFE_INTEGER,
  step = 1,
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
  const move = (by: number) => {
    const next = bound(latest.current + by)
    if (next === latest.current) return
    latest.current = next
    onChange(next)
  }
  const hold = (by: number) => {
    const again = () => {
      move(by)
      timer.current = setTimeout(again, REPEAT_MS)
    }
    timer.current = setTimeout(again, HOLD_MS)
  }
  const release = () => clearTimeout(timer.current)
  const settle = () => {
    if (draft === undefined) return
    const typed = Number.parseInt(draft.replace(/\D/g, ''), 10)
    setDraft(undefined)
    if (Number.isFinite(typed)) onChange(bound(typed))
  }
  const button = (by: number, name: 'minus' | 'plus', text: string, off: boolean) => (
    <button
      type="button"
      className={styles.button}
      aria-label={text}
      disabled={off}
      onClick={() => move(by)}
      onPointerDown={() => hold(by)}
      onPointerUp={release}
      onPointerLeave={release}
      onPointerCancel={release}
    >
      <Icon name={name} />
    </button>
  )
  return (
    <div>
      <div className={styles.stepper} role="group" aria-label={label}>
        {button(-step, 'minus', texts.less, value <= min)}
        <label className={styles.value}>
          <input
            className={styles.input}
            inputMode="numeric"
            aria-label={label}
            aria-describedby={hint === undefined ? undefined : hintId}
            value={draft ?? value.toLocaleString('en-US')}
            size={Math.max(1, (draft ?? value.toLocaleString('en-US')).length)}
            onFocus={(event) => event.target.select()}
            onChange={(event) => setDraft(event.target.value)}
            onBlur={settle}
            onKeyDown={(event) => {
              if (event.key === 'Enter') settle()
            }}
          />
          {unit === undefined ? null : <small>{unit}</small>}
        </label>
        {button(step, 'plus', texts.more, value >= max)}
      </div>
      {hint === undefined ? null : (
        <div id={hintId} className={styles.hint}>
          {hint}
        </div>
      )}
    </div>
  )
}
