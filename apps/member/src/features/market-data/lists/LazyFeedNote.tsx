import { lazy, Suspense, type ComponentProps } from 'react'

const Loaded = lazy(() => import('./FeedNote.tsx').then((file) => ({ default: file.FeedNote })))

/** For pages of other features: loads right after the page, long before the feed can be silent for ten seconds. */
export const FeedNote = (props: ComponentProps<typeof Loaded>) => (
  <Suspense>
    <Loaded {...props} />
  </Suspense>
)
