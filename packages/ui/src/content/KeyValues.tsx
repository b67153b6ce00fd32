import type { ReactNode } from 'react'
import { cx } from '../cx.ts'
import styles from './KeyValues.module.css'

interface KeyValuesProps {
  readonly items: readonly {
    readonly key: string
    readonly label: ReactNode
    readonly value: ReactNode
    readonly sum?: boolean | undefined
  }[]
  /** Smaller line spacing, for a list of costs. */
  readonly dense?: boolean | undefined
}

export function KeyValues({ items, dense = false }: KeyValuesProps) {
  return (
    <dl className={cx(styles.list, dense && styles.dense)}>
      {items.map((item) => (
        <div key={item.key} className={cx(styles.item, item.sum === true && styles.sum)}>
          <dt>{item.label}</dt>
          <dd>{item.value}</dd>
        </div>
      ))}
    </dl>
  )
}
