import { lazy } from 'react'

/** The sheet that closes a position, for screens of other features. Loads when it is opened. */
export const CloseSheet = lazy(() =>
  import('./close/CloseSheet.tsx').then((file) => ({ default: file.CloseSheet })),
)
