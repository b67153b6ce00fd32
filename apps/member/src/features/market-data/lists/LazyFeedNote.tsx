import { lazy, Suspense, type ComponentProps } from 'react'

const Loaded = lazy(() => import('./FeedNote.tsx').then((file) => ({ default: file.FeedNote })))

/** For pages of other features: comes right after the page, long before the feed can have been silent for its ten seconds. */
export const FeedNote = (props: ComponentProps<typeof Loaded>) => (
  <Suspense>
    <Loaded {...props} />
  </Suspense>
)
