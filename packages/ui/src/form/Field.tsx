import { type HTMLAttributes, type ReactNode, useState } from 'react'
import { Icon } from '../Icon.tsx'
import { cx } from '../cx.ts'
import styles from './Field.module.css'
import { FieldError } from './FieldError.tsx'
import type { FieldBinding } from './use-form.ts'

interface RevealTexts {
  readonly show: string
  readonly hide: string
}

interface TickedRule {
  readonly text: string
  readonly met: boolean
}

interface FieldProps extends FieldBinding {
  readonly label: string
  readonly aside?: ReactNode
  readonly type?: 'text' | 'password' | 'search' | undefined
  readonly inputMode?: HTMLAttributes<HTMLInputElement>['inputMode']
  readonly autoComplete?: string | undefined
  readonly autoCapitalize?: string | undefined
  readonly placeholder?: string | undefined
  readonly help?: ReactNode
  readonly trailing?: ReactNode
  /** The two labels of the show-password button. Only for a password. */
  readonly reveal?: RevealTexts | undefined
  /** Rules that are ticked off while typing. */
  readonly rules?: readonly TickedRule[] | undefined
  /** Shows the tick of an accepted value. */
  readonly valid?: boolean | undefined
  readonly readOnly?: boolean | undefined
  readonly multiline?: boolean | undefined
  readonly required?: boolean | undefined
}

export function Field(props: FieldProps) {
  const {
    id,
    name,
    value,
    error,
    onChange,
    onBlur,
    label,
    type = 'text',
    reveal,
    rules,
    help,
    multiline = false,
  } = props
  const [revealed, setRevealed] = useState(false)
  const errorId = `${id}-error`
  const helpId = `${id}-help`
  const describedBy =
    cx(error !== undefined && errorId, (help !== undefined || rules !== undefined) && helpId) || undefined
  const input = {
    id,
    name,
    value,
    className: styles.input,
    placeholder: props.placeholder,
    autoComplete: props.autoComplete ?? 'off',
    autoCapitalize: props.autoCapitalize ?? 'off',
    autoCorrect: 'off',
    spellCheck: false,
    readOnly: props.readOnly,
    inputMode: props.inputMode,
    'aria-invalid': error !== undefined || undefined,
    'aria-describedby': describedBy,
    'aria-required': props.required,
    onBlur,
  }
  const composing = (event: { readonly nativeEvent: Event }) => (event.nativeEvent as InputEvent).isComposing
  return (
    <div className={styles.field}>
      <div className={styles.label}>
        <label htmlFor={id}>{label}</label>
        {props.aside}
      </div>
      <div className={cx(styles.box, error !== undefined && styles.bad, multiline && styles.tall)}>
        {multiline ? (
          <textarea
            {...input}
            rows={4}
            onChange={(event) => onChange(event.target.value, composing(event))}
            onCompositionEnd={(event) => onChange(event.currentTarget.value)}
          />
        ) : (
          <input
            {...input}
            type={type === 'password' && revealed ? 'text' : type}
            onChange={(event) => onChange(event.target.value, composing(event))}
            onCompositionEnd={(event) => onChange(event.currentTarget.value)}
          />
        )}
        {props.valid === true && error === undefined ? (
          <Icon name="check" size={1.25} weight={2} className={styles.tick} />
        ) : null}
        {props.trailing}
        {type === 'password' && reveal !== undefined ? (
          <Reveal of={id} texts={reveal} revealed={revealed} onChange={setRevealed} />
        ) : null}
      </div>
      {rules === undefined && help === undefined ? null : (
        <div id={helpId}>
          {rules === undefined ? null : <RuleList rules={rules} />}
          {help === undefined || error !== undefined ? null : <div className={styles.help}>{help}</div>}
        </div>
      )}
      <FieldError id={errorId} text={error} />
    </div>
  )
}

interface RevealProps {
  /** The id of the input. */
  readonly of: string
  readonly texts: RevealTexts
  readonly revealed: boolean
  readonly onChange: (revealed: boolean) => void
}

const Reveal = ({ of, texts, revealed, onChange }: RevealProps) => (
  <button
    type="button"
    className={styles.eye}
    aria-label={revealed ? texts.hide : texts.show}
    aria-controls={of}
    onPointerDown={(event) => event.preventDefault()}
    onClick={() => onChange(!revealed)}
  >
    <Icon name={revealed ? 'eye-off' : 'eye'} />
  </button>
)

const RuleList = ({ rules }: { readonly rules: readonly TickedRule[] }) => (
  <ul className={styles.rules}>
    {rules.map(({ text, met }) => (
      <li key={text} className={cx(met && styles.met)}>
        {met ? <Icon name="check" size={0.875} weight={2.4} /> : <i className={styles.unmet} />}
        {text}
      </li>
    ))}
  </ul>
)
