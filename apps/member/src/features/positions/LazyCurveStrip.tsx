import { lazy, Suspense } from 'react'
import type { Account } from '#features/figures'
import styles from './profit/CurveStrip.module.css'

const Loaded = lazy(() => import('./profit/CurveStrip.tsx').then((file) => ({ default: file.CurveStrip })))

/** The last month of the account as a small curve, for Home and Mine. Loads after them. */
export const CurveStrip = ({ account }: { readonly account: Account }) => (
  <Suspense fallback={<div className={styles.strip} />}>
    <Loaded account={account} />
  </Suspense>
)
