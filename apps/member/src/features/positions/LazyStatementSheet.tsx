import { lazy } from 'react'

/** The statement as a file, for screens of other features. Loads when it is opened. */
export const StatementSheet = lazy(() =>
  import('./profit/StatementSheet.tsx').then((file) => ({ default: file.StatementSheet })),
)
