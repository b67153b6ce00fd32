import { lazy, Suspense, type ComponentProps } from 'react'

const Loaded = lazy(() => import('./ConfirmSheet.tsx').then((file) => ({ default: file.ConfirmSheet })))

/** The confirmation comes once the ticket is drawn, not with it; by the time it is pressed for it is there. */
export const ConfirmSheet = (props: ComponentProps<typeof Loaded>) => (
  <Suspense>
    <Loaded {...props} />
  </Suspense>
)
