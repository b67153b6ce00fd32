import type { ReactNode } from 'react'
import styles from './PageNote.module.css'

/** What a page shows and what it does not, above its table. */
export const PageNote = ({ children }: { readonly children: ReactNode }) => (
  <p className={styles.note}>{children}</p>
)
