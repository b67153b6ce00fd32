// Evidence is opened rarely: code and texts load when a card is shown.

import { type ComponentProps, lazy, Suspense } from 'react'
import { SkeletonRows } from '@fairlot/ui'
import { shellTexts } from '#shell/texts/index.ts'

const Fill = lazy(() => import('./EvidenceCard.tsx').then((file) => ({ default: file.EvidenceCard })))
const Order = lazy(() => import('./TimelineProof.tsx').then((file) => ({ default: file.TimelineProof })))

const Wait = () => <SkeletonRows label={shellTexts.use().loading} count={3} />

/** The evidence of one fill: `shard/event/side`. */
export const EvidenceCard = (props: ComponentProps<typeof Fill>) => (
  <Suspense fallback={<Wait />}>
    <Fill {...props} />
  </Suspense>
)

/** Checks that the steps of an order's timeline form a chain. */
export const TimelineProof = (props: ComponentProps<typeof Order>) => (
  <Suspense fallback={<Wait />}>
    <Order {...props} />
  </Suspense>
)
