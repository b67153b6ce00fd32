// A draw is opened rarely: code and texts load when it is shown.

import { type ComponentProps, lazy, Suspense } from 'react'
import { SkeletonRows } from '@fairlot/ui'
import { shellTexts } from '#shell/texts/index.ts'

const Draw = lazy(() => import('./DrawView.tsx').then((file) => ({ default: file.DrawView })))

const Wait = () => <SkeletonRows label={shellTexts.use().loading} count={4} />

/** Everything about one draw, and the check on this phone. */
export const DrawView = (props: ComponentProps<typeof Draw>) => (
  <Suspense fallback={<Wait />}>
    <Draw {...props} />
  </Suspense>
)
