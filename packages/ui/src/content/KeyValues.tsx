import type { ReactNode } from 'react'
import { cx } from '../cx.ts'
import styles from './KeyValues.module.css'

interface KeyValuesProps {
  readonly items: readonly {
    readonly key: string
    readonly label: ReactNode
    readonly value: ReactNode
    readonly sum?: boolean | undefined
    /** Of the value, such as a colour. */
    readonly className?: string | undefined
  }[]
  /** Smaller line spacing, for a list of costs. */
  readonly dense?: boolean | undefined
}

/** An amount, a price, a rate, or a sum of them: no letters besides the currency. */
const isFigure = (value: ReactNode): boolean =>
  typeof value === 'string' && /\d/.test(value) && !/\p{L}/u.test(value.replaceAll(/[A-Z]{2,3}\$/g, ''))

export function KeyValues({ items, dense = false }: KeyValuesProps) {
  return (
    <dl className={cx(styles.list, dense && styles.dense)}>
      {items.map((item) => (
        <div key={item.key} className={cx(styles.item, item.sum === true && styles.sum)}>
          <dt>{item.label}</dt>
          <dd className={cx(isFigure(item.value) && styles.figure, item.className)}>{item.value}</dd>
        </div>
      ))}
    </dl>
  )
}
