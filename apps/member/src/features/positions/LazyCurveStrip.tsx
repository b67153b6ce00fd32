import { lazy, Suspense } from 'react'

const Loaded = lazy(() => import('./profit/CurveStrip.tsx').then((file) => ({ default: file.CurveStrip })))

/** The last month of the account as a small curve, for Home and Mine. Loads after them. */
export const CurveStrip = () => (
  <Suspense>
    <Loaded />
  </Suspense>
)
