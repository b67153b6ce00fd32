import { lazy } from 'react'

/** The alerts of one instrument, for its page. Loads when it is opened. */
export const AlertSheet = lazy(() =>
  import('./AlertSheet.tsx').then((file) => ({ default: file.AlertSheet })),
)
