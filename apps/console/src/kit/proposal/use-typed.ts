import { useId, useState } from 'react'

/** The fields of a small form by name, with what is wrong with each. */
export function useTyped<Name extends string>(start: Readonly<Record<Name, string>>) {
  const id = useId()
  const [values, setValues] = useState(start)
  const [errors, setErrors] = useState({} as Readonly<Partial<Record<Name, string>>>)
  return {
    values,
    setErrors,
    set: (name: Name, text: string) => setValues((before) => ({ ...before, [name]: text })),
    bind: (name: Name) => ({
      id: `${id}-${name}`,
      name,
      value: values[name],
      error: errors[name],
      onChange: (text: string) => {
        setValues((before) => ({ ...before, [name]: text }))
        setErrors((before) => ({ ...before, [name]: undefined }))
      },
      onBlur: () => {},
    }),
    /** True when all of these are filled in; else marks those that are not. */
    filled: (required: string, ...names: readonly Name[]): boolean => {
      const missing = names.filter((name) => values[name].trim() === '')
      setErrors(Object.fromEntries(missing.map((name) => [name, required])) as Partial<Record<Name, string>>)
      return missing.length === 0
    },
  }
}
