import { lazy, Suspense, type ComponentProps } from 'react'

const Loaded = lazy(() => import('./SendingNote.tsx').then((file) => ({ default: file.SendingNote })))

/** Few orders are ever without an answer. */
export const SendingNote = (props: ComponentProps<typeof Loaded>) => (
  <Suspense>
    <Loaded {...props} />
  </Suspense>
)
