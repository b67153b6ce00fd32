import { lazy } from 'react'

/** The sheet that closes a holding, for screens of other features. Comes when it is opened. */
export const CloseSheet = lazy(() =>
  import('./close/CloseSheet.tsx').then((file) => ({ default: file.CloseSheet })),
)
