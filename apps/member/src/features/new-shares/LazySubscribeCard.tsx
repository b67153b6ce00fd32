import { lazy, Suspense, type ComponentProps } from 'react'

const Card = lazy(() => import('./home/SubscribeCard.tsx').then((file) => ({ default: file.SubscribeCard })))

/** Guests see the home screen too: the offers load for members, after the page. */
export const SubscribeCard = (props: ComponentProps<typeof Card>) => (
  <Suspense>
    <Card {...props} />
  </Suspense>
)
