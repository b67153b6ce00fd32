import { lazy, Suspense } from 'react'

const Card = lazy(() => import('./StatisticsCard.tsx').then((file) => ({ default: file.StatisticsCard })))

/** Comes after the form: nobody waits for it. */
export const StatisticsCard = () => (
  <Suspense>
    <Card />
  </Suspense>
)
