import { lazy, Suspense } from 'react'
import { PageWait } from './PageWait.tsx'

const Loaded = lazy(() => import('./WatchTab.tsx').then((file) => ({ default: file.WatchTab })))

/** The market opens on a board; the watch list loads when its tab is pressed. */
export const WatchTab = () => (
  <Suspense fallback={<PageWait />}>
    <Loaded />
  </Suspense>
)
