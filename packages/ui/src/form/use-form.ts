import { useId, useRef, useState } from 'react'
import { type FieldSpecs, accept, firstError, initialValues, restore, serialise } from './rules.ts'

export interface FieldBinding {
  readonly id: string
  readonly name: string
  readonly value: string
  readonly error: string | undefined
  /** While an input method composes, the text is taken as it is: filtering then would eat the character in the making. */
  readonly onChange: (text: string, composing?: boolean) => void
  readonly onBlur: () => void
}

interface FormOptions<Name extends string> {
  readonly fields: FieldSpecs<Name>
  /** What `serialise` gave before the session expired. */
  readonly kept?: string | undefined
}

export interface Form<Name extends string> {
  readonly values: Readonly<Record<Name, string>>
  readonly errors: Readonly<Partial<Record<Name, string>>>
  readonly dirty: boolean
  readonly bind: (name: Name) => FieldBinding
  readonly set: (name: Name, value: string) => void
  /** Tries every rule, shows what refuses and puts the cursor on the first. */
  readonly validate: () => boolean
  /** Whether every rule accepts, without showing anything. */
  readonly complete: boolean
  /** An error the server found. It stays until the field changes. */
  readonly setServerError: (name: Name, text: string) => void
  readonly reset: () => void
  readonly serialise: () => string
}

type Errors<Name extends string> = Partial<Record<Name, string>>

export function useForm<Name extends string>({ fields, kept }: FormOptions<Name>): Form<Name> {
  const formId = useId()
  const names = Object.keys(fields) as Name[]
  const [values, setValues] = useState(() => restore(fields, kept))
  const [errors, setErrors] = useState<Errors<Name>>({})
  const edited = useRef(new Set<Name>())
  const start = useRef(initialValues(fields))

  const idOf = (name: Name) => `${formId}-${name}`

  // Errors on show are tried again with every keystroke, so that they go as soon as they are no longer true, also when
  // the other field of a pair was the one corrected.
  const retry = (shown: Errors<Name>, now: Record<Name, string>): Errors<Name> => {
    const next: Errors<Name> = {}
    for (const name of names) {
      if (shown[name] === undefined) continue
      const message = firstError(fields[name].rules, now[name], now)
      if (message !== undefined) next[name] = message
    }
    return next
  }

  const change = (name: Name, text: string, composing = false) => {
    const value = composing ? text : accept(text, fields[name])
    edited.current.add(name)
    const now = { ...values, [name]: value }
    setValues(now)
    setErrors((shown) => {
      const next = retry(shown, now)
      const message = firstError(fields[name].rules, value, now, 'change')
      if (message !== undefined && !composing) next[name] = message
      return next
    })
  }

  const blur = () =>
    setErrors((shown) => {
      const next = { ...shown }
      for (const name of names) {
        if (!edited.current.has(name) || next[name] !== undefined) continue
        const message = firstError(fields[name].rules, values[name], values, 'blur')
        if (message !== undefined) next[name] = message
      }
      return next
    })

  const validate = () => {
    const next: Errors<Name> = {}
    for (const name of names) {
      const message = firstError(fields[name].rules, values[name], values)
      if (message !== undefined) next[name] = message
    }
    setErrors(next)
    const first = names.find((name) => next[name] !== undefined)
    if (first !== undefined) document.getElementById(idOf(first))?.focus()
    return first === undefined
  }

  return {
    values,
    errors,
    dirty: names.some((name) => values[name] !== start.current[name]),
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
      setErrors((shown) => ({ ...shown, [name]: text }))
      document.getElementById(idOf(name))?.focus()
    },
    reset: () => {
      edited.current.clear()
      setErrors({})
      setValues(initialValues(fields))
    },
    serialise: () => serialise(fields, values),
  }
}
