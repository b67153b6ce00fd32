import { lazy } from 'react'

/** The member's bids of all auctions, for the tab of the positions. Loads when it is opened. */
export const OwnBids = lazy(() => import('./OwnBids.tsx').then((file) => ({ default: file.OwnBids })))
