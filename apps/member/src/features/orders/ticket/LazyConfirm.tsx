import { lazy, Suspense, type ComponentProps } from 'react'

const Loaded = lazy(() => import('./ConfirmSheet.tsx').then((file) => ({ default: file.ConfirmSheet })))

/** The confirmation loads after the ticket is drawn, before the member can need it. */
export const ConfirmSheet = (props: ComponentProps<typeof Loaded>) => (
  <Suspense>
    <Loaded {...props} />
  </Suspense>
)
