import { useId, useState } from 'react'
import type { FieldBinding } from '@fairlot/ui'

/** Fields whose only rule here is that they are filled: only the server can check their content. */
export const useFields = <Name extends string>(names: readonly Name[], required: string) => {
  const id = useId()
  const [values, setValues] = useState<Readonly<Record<string, string | undefined>>>({})
  const [errors, setErrors] = useState<Readonly<Record<string, string | undefined>>>({})
  const valueOf = (name: Name): string => values[name] ?? ''
  const bind = (name: Name): FieldBinding => ({
    id: `${id}-${name}`,
    name,
    value: valueOf(name),
    error: errors[name],
    onChange: (text) => {
      setValues((before) => ({ ...before, [name]: text }))
      setErrors((before) => ({ ...before, [name]: undefined }))
    },
    onBlur: () => {},
  })
  const focus = (name: Name) => document.getElementById(`${id}-${name}`)?.focus()
  /** Marks empty fields and focuses the first. */
  const areFilled = (): boolean => {
    const empty = names.filter((name) => valueOf(name).trim() === '')
    setErrors(Object.fromEntries(empty.map((name) => [name, required])))
    if (empty[0] !== undefined) focus(empty[0])
    return empty.length === 0
  }
  const say = (name: Name, error: string) => {
    setErrors((before) => ({ ...before, [name]: error }))
    focus(name)
  }
  return { valueOf, bind, areFilled, say }
}
