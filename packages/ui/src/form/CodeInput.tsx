import { type ReactNode, useId, useRef } from 'react'
import { Icon } from '../Icon.tsx'
import { cx } from '../cx.ts'
import styles from './CodeInput.module.css'
import { FieldError } from './FieldError.tsx'
import { accept } from './rules.ts'

interface CodeInputProps {
  readonly label: string
  readonly value: string
  readonly onChange: (value: string) => void
  /** Called once when the last box fills. */
  readonly onComplete?: ((value: string) => void) | undefined
  readonly length?: number | undefined
  readonly error?: string | undefined
  readonly help?: ReactNode
  readonly autoFocus?: boolean | undefined
  readonly disabled?: boolean | undefined
  readonly id?: string | undefined
}

interface BoxesProps extends CodeInputProps {
  readonly masked: boolean
  readonly keyboard: 'numeric' | 'none'
  readonly autoComplete: string
}

/**
 * Six boxes drawn over one real input: pasting, autofill from a message, deleting and screen readers then work as in
 * any field, which six inputs do not achieve.
 */
function Boxes({
  label,
  value,
  onChange,
  onComplete,
  length = 6,
  error,
  help,
  autoFocus,
  disabled,
  masked,
  keyboard,
  autoComplete,
  id,
}: BoxesProps) {
  const ownId = useId()
  const inputId = id ?? ownId
  const errorId = `${inputId}-error`
  const helpId = `${inputId}-help`
  const input = useRef<HTMLInputElement>(null)
  const take = (text: string) => {
    const next = accept(text, { filter: 'digit', maxLength: length })
    if (next === value) return
    onChange(next)
    if (next.length === length) onComplete?.(next)
  }
  return (
    <div>
      <div className={cx(styles.boxes, error !== undefined && styles.bad)} data-length={length}>
        {Array.from({ length }, (_, at) => (
          <span
            key={at}
            className={cx(styles.box, at === Math.min(value.length, length - 1) && styles.next)}
            aria-hidden="true"
          >
            {at < value.length ? (
              masked ? (
                <i className={styles.dot} />
              ) : (
                value[at]
              )
            ) : at === value.length ? (
              <i className={styles.caret} />
            ) : null}
          </span>
        ))}
        <input
          ref={input}
          id={inputId}
          className={styles.input}
          type={masked ? 'password' : 'text'}
          inputMode={keyboard}
          autoComplete={autoComplete}
          pattern="\d*"
          aria-label={label}
          aria-invalid={error !== undefined || undefined}
          aria-describedby={cx(error !== undefined && errorId, help !== undefined && helpId) || undefined}
          value={value}
          disabled={disabled}
          autoFocus={autoFocus}
          onChange={(event) => take(event.target.value)}
          onSelect={(event) => {
            // Typing always continues at the end: there is no visible caret in the middle.
            const end = event.currentTarget.value.length
            if (event.currentTarget.selectionStart !== end) event.currentTarget.setSelectionRange(end, end)
          }}
        />
      </div>
      <FieldError id={errorId} text={error} />
      {help === undefined || error !== undefined ? null : (
        <div id={helpId} className={styles.help}>
          {help}
        </div>
      )}
    </div>
  )
}

export const CodeInput = (props: CodeInputProps) => (
  <Boxes {...props} masked={false} keyboard="numeric" autoComplete="one-time-code" />
)

interface PinInputProps extends CodeInputProps {
  readonly revealed?: boolean | undefined
}

/**
 * The fund password. Digits come from `Keypad` or from a hardware keyboard; the phone's on-screen keyboard stays
 * closed.
 */
export const PinInput = ({ revealed = false, ...props }: PinInputProps) => (
  <Boxes {...props} masked={!revealed} keyboard="none" autoComplete="off" />
)

interface KeypadProps {
  readonly label: string
  readonly deleteLabel: string
  readonly onDigit: (digit: string) => void
  readonly onDelete: () => void
}

/** Digits stay in order: a shuffled pad slows the owner more than a thief. */
export function Keypad({ label, deleteLabel, onDigit, onDelete }: KeypadProps) {
  const key = (digit: string) => (
    <button
      key={digit}
      type="button"
      className={styles.key}
      onPointerDown={(event) => event.preventDefault()}
      onClick={() => onDigit(digit)}
    >
      {digit}
    </button>
  )
  return (
    <div className={styles.pad} role="group" aria-label={label} data-bottom-bar="">
      {['1', '2', '3', '4', '5', '6', '7', '8', '9'].map(key)}
      <span />
      {key('0')}
      <button
        type="button"
        className={cx(styles.key, styles.bare)}
        aria-label={deleteLabel}
        onPointerDown={(event) => event.preventDefault()}
        onClick={onDelete}
      >
        <Icon name="backspace" size={1.625} />
      </button>
    </div>
  )
}
