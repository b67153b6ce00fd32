import { useId, useState } from 'react'
import { useDraft } from '#shell/drafts.ts'

/** The fields of a form by name, with their errors. A form with a draft name keeps its input. */
export function useTyped<Name extends string>(
  start: Readonly<Record<Name, string>>,
  draft: string | null = null,
) {
  const id = useId()
  const [values, setValues, forget] = useDraft<Readonly<Record<Name, string>>>(draft, start)
  const [errors, setErrors] = useState({} as Readonly<Partial<Record<Name, string>>>)
  const set = (name: Name, text: string) =>
    setValues({ [name]: text } as Partial<Readonly<Record<Name, string>>>)
  return {
    values,
    setErrors,
    set,
    /** Call after sending: removes the draft. */
    forget,
    bind: (name: Name) => ({
      id: `${id}-${name}`,
      name,
      value: values[name],
      error: errors[name],
      onChange: (text: string) => {
        set(name, text)
        setErrors((before) => ({ ...before, [name]: undefined }))
      },
      onBlur: () => {},
    }),
    /** True when all of these are filled in; otherwise marks the empty ones. */
    filled: (required: string, ...names: readonly Name[]): boolean => {
      const missing = names.filter((name) => values[name].trim() === '')
      setErrors(Object.fromEntries(missing.map((name) => [name, required])) as Partial<Record<Name, string>>)
      return missing.length === 0
    },
  }
}
