import { KeyValues } from '@fairlot/ui'
import type { ReactNode } from 'react'
import styles from './CostLines.module.css'

export interface CostLine {
  readonly key: string
  readonly label: string
  /** The calculation or the rate: 214.50 × 2,000, 0.1425%. */
  readonly how?: ReactNode
  readonly value: ReactNode
  /** The last line, emphasised under a rule. */
  readonly sum?: boolean
  /** More than the available amount. */
  readonly short?: boolean
}

/** The costs of an order, line by line, each with its calculation. */
export const CostLines = ({ lines }: { readonly lines: readonly CostLine[] }) => (
  <KeyValues
    dense
    items={lines.map(({ key, label, how, value, sum, short }) => ({
      key,
      label:
        how === undefined ? (
          label
        ) : (
          <>
            {label} <span className={styles.how}>{how}</span>
          </>
        ),
      value,
      sum,
      className: short === true ? styles.short : undefined,
    }))}
  />
)
