import { type ReactNode, useEffect } from 'react'
import { cx } from '../cx.ts'
import styles from './Tabs.module.css'
import { useTabKeys } from './use-tab-keys.ts'

interface TabStripProps<Value extends string> {
  readonly label: string
  readonly value: Value
  readonly onChange: (value: Value) => void
  readonly items: readonly {
    readonly value: Value
    readonly label: string
    /** The number of items, small after the label. */
    readonly count?: number | undefined
    /** Spoken after the label when the label is too short to understand. */
    readonly spoken?: string | undefined
  }[]
  /** The id of the one panel below, which has `role="tabpanel"` and shows the chosen tab's content. */
  readonly panel: string
  /** A button after the last tab, such as a new group. */
  readonly trailing?: ReactNode
  /** All tabs visible, sharing the width. */
  readonly even?: boolean | undefined
}

/** Tabs over one changing panel, for lists too long to keep side by side. `Tabs` is for short, swipeable panels. */
export function TabStrip<Value extends string>(props: TabStripProps<Value>) {
  const { label, value, onChange, items, panel, trailing, even = false } = props
  const { index, list, onKeyDown } = useTabKeys(items, value, onChange)
  // A tab that an address chose may be outside the strip. Only the strip scrolls, not the page. Measured in the next
  // frame, where the browser lays the page out anyway.
  useEffect(() => {
    const frame = requestAnimationFrame(() => {
      const strip = list.current
      const tab = strip?.children[index]
      if (strip == null || tab === undefined) return
      const [outer, inner] = [strip.getBoundingClientRect(), tab.getBoundingClientRect()]
      const gutter = Number.parseFloat(getComputedStyle(strip).paddingLeft)
      const after = Math.max(0, inner.right - outer.right + gutter)
      strip.scrollBy({ left: inner.left < outer.left + gutter ? inner.left - outer.left - gutter : after })
    })
    return () => cancelAnimationFrame(frame)
  }, [list, index])
  return (
    <div className={cx(styles.strip, even && styles.evenStrip)}>
      <div ref={list} className={styles.stripTabs} role="tablist" aria-label={label} onKeyDown={onKeyDown}>
        {items.map((item, at) => (
          <button
            key={item.value}
            type="button"
            role="tab"
            id={`${panel}-${item.value}`}
            className={cx(styles.tab, at === index && styles.on)}
            aria-selected={at === index}
            aria-controls={panel}
            tabIndex={at === index ? 0 : -1}
            onClick={() => onChange(item.value)}
          >
            {item.label}
            {item.spoken === undefined ? null : <span className="visually-hidden"> {item.spoken}</span>}
            {item.count === undefined ? null : <small className={styles.count}>{item.count}</small>}
          </button>
        ))}
      </div>
      {trailing}
    </div>
  )
}
