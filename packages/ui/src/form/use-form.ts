import { useId, useRef, useState } from 'react'
import { type FieldSpecs, accept, firstError, initialValues, restore, serialise } from './rules.ts'

export interface FieldBinding {
  readonly id: string
  readonly name: string
  readonly value: string
  readonly error: string | undefined
  /**
   * While an input method composes, the text is accepted unchanged: filtering would remove the unfinished character.
   */
  readonly onChange: (text: string, composing?: boolean) => void
  readonly onBlur: () => void
}

interface FormOptions<Name extends string> {
  readonly fields: FieldSpecs<Name>
  /** The output of `serialise` from before the session expired. */
  readonly kept?: string | undefined
}

export interface Form<Name extends string> {
  readonly values: Readonly<Record<Name, string>>
  readonly errors: Readonly<Partial<Record<Name, string>>>
  readonly dirty: boolean
  /** Whether every rule accepts, displayed or not. */
  readonly complete: boolean
  readonly bind: (name: Name) => FieldBinding
  readonly set: (name: Name, value: string) => void
  /** Checks every rule, shows the errors and focuses the first field with one. */
  readonly validate: () => boolean
  /** An error from the server. It stays until the field changes. */
  readonly setServerError: (name: Name, text: string) => void
  readonly reset: () => void
  readonly serialise: () => string
}

/** Which of a field's rules can show an error: those checked while typing, or all. */
type Shown<Name extends string> = Partial<Record<Name, 'change' | 'all'>>

/**
 * The state holds only which fields can show an error; the error itself is derived from the rules at every render. So
 * it disappears as soon as it no longer applies, also when the other field of a pair was corrected, and it follows the
 * language.
 */
export function useForm<Name extends string>({ fields, kept }: FormOptions<Name>): Form<Name> {
  const formId = useId()
  const names = Object.keys(fields) as Name[]
  const [values, setValues] = useState(() => restore(fields, kept))
  const [shown, setShown] = useState<Shown<Name>>({})
  const [server, setServer] = useState<Partial<Record<Name, string>>>({})
  const edited = useRef(new Set<Name>())
  const idOf = (name: Name) => `${formId}-${name}`

  const errors: Partial<Record<Name, string>> = {}
  for (const name of names) {
    const found = server[name]
    const level = shown[name]
    const message =
      found ??
      (level === undefined
        ? undefined
        : firstError(fields[name].rules, values[name], values, level === 'change' ? 'change' : undefined))
    if (message !== undefined) errors[name] = message
  }

  const change = (name: Name, text: string, composing = false) => {
    const value = composing ? text : accept(text, fields[name])
    edited.current.add(name)
    const now = { ...values, [name]: value }
    setValues(now)
    setServer(({ [name]: _, ...rest }) => rest as Partial<Record<Name, string>>)
    if (!composing && firstError(fields[name].rules, value, now, 'change') !== undefined)
      setShown((before) => ({ ...before, [name]: before[name] ?? 'change' }))
  }

  const blur = () =>
    setShown((before) => {
      const next = { ...before }
      for (const name of names)
        if (
          edited.current.has(name) &&
          firstError(fields[name].rules, values[name], values, 'blur') !== undefined
        )
          next[name] = 'all'
      return next
    })

  const validate = () => {
    const refused = names.filter((name) => firstError(fields[name].rules, values[name], values) !== undefined)
    setShown((before) => ({ ...before, ...Object.fromEntries(refused.map((name) => [name, 'all'])) }))
    const [first] = refused
    if (first !== undefined) document.getElementById(idOf(first))?.focus()
    return first === undefined
  }

  const start = initialValues(fields)
  return {
    values,
    errors,
    dirty: names.some((name) => values[name] !== start[name]),
    complete: names.every((name) => firstError(fields[name].rules, values[name], values) === undefined),
    bind: (name) => ({
      id: idOf(name),
      name,
      value: values[name],
      error: errors[name],
      onChange: (text, composing) => change(name, text, composing),
      onBlur: blur,
    }),
    set: (name, value) => change(name, value),
    validate,
    setServerError: (name, text) => {
      setServer((before) => ({ ...before, [name]: text }))
      document.getElementById(idOf(name))?.focus()
    },
    reset: () => {
      edited.current.clear()
      setShown({})
      setServer({})
      setValues(initialValues(fields))
    },
    serialise: () => serialise(fields, values),
  }
}
