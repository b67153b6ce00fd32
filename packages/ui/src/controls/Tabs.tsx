import { type ReactNode, useId, useRef } from 'react'
import { cx } from '../cx.ts'
import styles from './Tabs.module.css'
import { useSnap } from './use-snap.ts'
import { useTabKeys } from './use-tab-keys.ts'

interface TabsProps<Value extends string> {
  readonly label: string
  readonly value: Value
  readonly onChange: (value: Value) => void
  readonly items: readonly { readonly value: Value; readonly label: string; readonly panel: ReactNode }[]
  readonly even?: boolean | undefined
}

/**
 * Tabs over panels that can also be swiped. A hidden panel is inert, not unmounted: it keeps its scroll position and
 * input.
 */
export function Tabs<Value extends string>({
  label,
  value,
  onChange,
  items,
  even = false,
}: TabsProps<Value>) {
  const id = useId()
  const row = useRef<HTMLDivElement>(null)
  const { index, list, onKeyDown } = useTabKeys(items, value, onChange)
  useSnap(row, index, (page) => {
    const item = items[page]
    if (item !== undefined) onChange(item.value)
  })
  return (
    <>
      <div
        ref={list}
        className={cx(styles.tabs, even && styles.even)}
        role="tablist"
        aria-label={label}
        onKeyDown={onKeyDown}
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
            // A text panel has nothing to focus; the keyboard must still be able to scroll it.
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
