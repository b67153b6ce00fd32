import { type KeyboardEvent, useId } from 'react'
import { cx } from '../cx.ts'
import styles from './LineTabs.module.css'

interface LineTabsProps<Value extends string> {
  readonly label: string
  readonly value: Value
  readonly onChange: (value: Value) => void
  readonly items: readonly {
    readonly value: Value
    readonly label: string
    /** When the drawn word is too short to be understood by ear. */
    readonly spoken?: string | undefined
  }[]
  /** The id of the one panel all tabs show their content in. */
  readonly panel: string
  readonly large?: boolean | undefined
}

/** The id of a tab, for the panel that it names. */
export const lineTabId = (panel: string, value: string): string => `${panel}-tab-${value}`

/** Even tabs under a line over one panel, which the screen draws itself: a chart is not swiped away. */
export function LineTabs<Value extends string>(props: LineTabsProps<Value>) {
  const { label, value, onChange, items, panel, large = false } = props
  const list = useId()
  const index = items.findIndex((item) => item.value === value)
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
    const item = items[(index + step + items.length) % items.length]
    if (item === undefined) return
    onChange(item.value)
    document.getElementById(lineTabId(panel, item.value))?.focus()
  }
  return (
    <div
      id={list}
      className={cx(styles.tabs, large && styles.large)}
      role="tablist"
      aria-label={label}
      onKeyDown={move}
    >
      {items.map((item) => (
        <button
          key={item.value}
          type="button"
          role="tab"
          id={lineTabId(panel, item.value)}
          className={cx(styles.tab, item.value === value && styles.on)}
          aria-selected={item.value === value}
          aria-controls={panel}
          aria-label={item.spoken}
          tabIndex={item.value === value ? 0 : -1}
          onClick={() => onChange(item.value)}
        >
          {item.label}
        </button>
      ))}
    </div>
  )
}
