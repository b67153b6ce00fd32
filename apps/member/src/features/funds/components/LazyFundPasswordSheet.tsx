import { lazy } from 'react'

/** Loads when it is opened. */
export const FundPasswordSheet = lazy(() =>
  import('./FundPasswordSheet.tsx').then((file) => ({ default: file.FundPasswordSheet })),
)
