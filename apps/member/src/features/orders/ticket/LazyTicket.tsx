import { lazy } from 'react'

/** The ticket over another page; loads when it is opened. */
export const TicketSheet = lazy(() =>
  import('./TicketSheet.tsx').then((file) => ({ default: file.TicketSheet })),
)
