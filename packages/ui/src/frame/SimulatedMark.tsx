import type { ReactNode } from 'react'
import styles from './SimulatedMark.module.css'

/** A dashed border has one meaning in this product: not a real market, not real money. */
export function SimulatedMark({ children }: { readonly children: ReactNode }) {
  return <span className={styles.mark}>{children}</span>
}
