import { type KeyboardEvent, type RefObject, useRef } from 'react'

interface TabKeys {
  /** The index of the chosen tab; the first when none is chosen. */
  readonly index: number
  readonly list: RefObject<HTMLDivElement | null>
  readonly onKeyDown: (event: KeyboardEvent) => void
}

/** Arrows, Home and End choose a tab and move the focus, as the ARIA tabs pattern requires. */
export function useTabKeys<Value extends string>(
  items: readonly { readonly value: Value }[],
  value: Value,
  onChange: (value: Value) => void,
): TabKeys {
  const list = useRef<HTMLDivElement>(null)
  const index = Math.max(
    0,
    items.findIndex((item) => item.value === value),
  )
  const onKeyDown = (event: KeyboardEvent) => {
    const steps: Record<string, number> = {
      ArrowRight: 1,
      ArrowLeft: -1,
      Home: -index,
      End: items.length - 1 - index,
    }
    const step = steps[event.key]
    if (step === undefined) return
    event.preventDefault()
    const next = (index + step + items.length) % items.length
    const item = items[next]
    if (item === undefined) return
    onChange(item.value)
    list.current?.querySelectorAll<HTMLElement>('[role="tab"]')[next]?.focus()
  }
  return { index, list, onKeyDown }
}
