import { lazy } from 'react'

/** For a member whose sign-in is blocked, which is rare. */
export const BlockedSheet = lazy(() =>
  import('./BlockedSheet.tsx').then((file) => ({ default: file.BlockedSheet })),
)
