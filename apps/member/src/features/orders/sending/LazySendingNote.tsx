import { lazy, Suspense, type ComponentProps } from 'react'

const Loaded = lazy(() => import('./SendingNote.tsx').then((file) => ({ default: file.SendingNote })))

/** Loads on demand: few orders ever miss their answer. */
export const SendingNote = (props: ComponentProps<typeof Loaded>) => (
  <Suspense>
    <Loaded {...props} />
  </Suspense>
)
