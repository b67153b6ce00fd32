import { lazy, Suspense } from 'react'

const Card = lazy(() => import('./StatisticsCard.tsx').then((file) => ({ default: file.StatisticsCard })))

/** Loads after the form, which does not wait for it. */
export const StatisticsCard = () => (
  <Suspense>
    <Card />
  </Suspense>
)
