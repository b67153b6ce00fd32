import type { ReactNode } from 'react'
import { type Pane, SplitPane } from './SplitPane.tsx'
import styles from './ConsolePage.module.css'

interface ConsolePageProps {
  /** Related pages, as links above them. */
  readonly tabs?: ReactNode
  readonly filters?: ReactNode
  readonly children: ReactNode
  /** The details of one list entry, beside the list; covers the list on a narrow page. */
  readonly pane?: Pane | undefined
  readonly onClose?: (() => void) | undefined
}

/** A list over the full height of the page, with the selected entry beside it. */
export function ConsolePage({ tabs, filters, children, pane, onClose }: ConsolePageProps) {
  return (
    <div className={styles.page}>
      {tabs}
      {filters === undefined ? null : <div className={styles.filters}>{filters}</div>}
      <SplitPane pane={pane} onClose={onClose}>
        {children}
      </SplitPane>
    </div>
  )
}

interface PageTabsProps {
  readonly label: string
  readonly here: string
  readonly items: readonly {
    readonly path: string
    readonly label: string
    readonly count?: number | undefined
  }[]
}

export const PageTabs = ({ label, here, items }: PageTabsProps) => (
  <nav className={styles.tabs} aria-label={label}>
    {items.map(({ path, label: name, count }) => (
      <a
        key={path}
        href={`#${path}`}
        className={styles.tab}
        aria-current={path === here ? 'page' : undefined}
      >
        {name}
        {count === undefined || count === 0 ? null : <span className="num">{count}</span>}
      </a>
    ))}
  </nav>
)
