// Customer service: a sheet above any page, loaded when it is opened.

import { lazy, Suspense } from 'react'
import type { About } from './about.ts'

const SupportLayers = lazy(() =>
  import('./SupportLayers.tsx').then((file) => ({ default: file.SupportLayers })),
)

interface Props {
  readonly open: boolean
  readonly onClose: () => void
  /** What a new question is about. */
  readonly about?: About | undefined
  /** Shown at once, above the list. */
  readonly threadId?: string | undefined
}

export const SupportSheet = ({ open, ...props }: Props) =>
  open ? (
    <Suspense>
      <SupportLayers {...props} />
    </Suspense>
  ) : null
