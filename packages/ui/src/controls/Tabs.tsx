import { type KeyboardEvent, type ReactNode, useId, useRef } from 'react'
import { cx } from '../cx.ts'
import styles from './Tabs.module.css'
import { useSnap } from './use-snap.ts'

interface TabsProps<Value extends string> {
  readonly label: string
  readonly value: Value
  readonly onChange: (value: Value) => void
  readonly items: readonly { readonly value: Value; readonly label: string; readonly panel: ReactNode }[]
  readonly even?: boolean | undefined
}

/** Tabs over panels that one may also swipe between. A hidden panel is inert, not gone: it keeps its scroll and input. */
export function Tabs<Value extends string>({
  label,
  value,
  onChange,
  items,
  even = false,
}: TabsProps<Value>) {
  const id = useId()
  const row = useRef<HTMLDivElement>(null)
  const list = useRef<HTMLDivElement>(null)
  const index = Math.max(
    0,
    items.findIndex((item) => item.value === value),
  )
  useSnap(row, index, (page) => {
    const item = items[page]
    if (item !== undefined) onChange(item.value)
  })
  const move = (event: KeyboardEvent) => {
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
    list.current?.querySelectorAll('button')[next]?.focus()
  }
  return (
    <>
      <div
        ref={list}
        className={cx(styles.tabs, even && styles.even)}
        role="tablist"
        aria-label={label}
        onKeyDown={move}
      >
        {items.map((item, at) => (
          <button
            key={item.value}
            type="button"
            role="tab"
            id={`${id}-tab-${item.value}`}
            className={cx(styles.tab, at === index && styles.on)}
            aria-selected={at === index}
            aria-controls={`${id}-panel-${item.value}`}
            tabIndex={at === index ? 0 : -1}
            onClick={() => onChange(item.value)}
          >
            {item.label}
          </button>
        ))}
      </div>
      <div ref={row} className={styles.panels}>
        {items.map((item, at) => (
          <div
            key={item.value}
            role="tabpanel"
            id={`${id}-panel-${item.value}`}
            aria-labelledby={`${id}-tab-${item.value}`}
            className={styles.panel}
            // A panel of prose has nothing to focus; the keyboard must still be able to scroll it.
            tabIndex={at === index ? 0 : -1}
            inert={at !== index}
          >
            {item.panel}
          </div>
        ))}
      </div>
    </>
  )
}
