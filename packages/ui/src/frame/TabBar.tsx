import { Icon } from '../Icon.tsx'
import { cx } from '../cx.ts'
import type { IconName } from '../icons.ts'
import { Link } from './Link.tsx'
import styles from './TabBar.module.css'

export interface TabBarItem {
  readonly key: string
  readonly href: string
  readonly label: string
  readonly icon: IconName
  readonly current: boolean
  /** Something is waiting there. At most one dot, never a number. The text says what. */
  readonly dot?: string | undefined
}

export function TabBar({ label, items }: { readonly label: string; readonly items: readonly TabBarItem[] }) {
  return (
    <nav className={styles.tabs} aria-label={label} data-bottom-bar="">
      {items.map((item) => (
        <Link
          key={item.key}
          href={item.href}
          className={cx(styles.tab, item.current && styles.on)}
          aria-current={item.current ? 'page' : undefined}
        >
          <span className={styles.icon}>
            <Icon name={item.icon} weight={item.current ? 1.9 : 1.6} />
            {item.dot === undefined ? null : <i className={styles.dot} />}
          </span>
          <span>{item.label}</span>
          {item.dot === undefined ? null : <span className="visually-hidden">{item.dot}</span>}
        </Link>
      ))}
    </nav>
  )
}
