import type { DataOf } from '@fairlot/contract'
import { refresh, useRead } from '#shell/data.ts'
import { useMemberEvents } from '#shell/live/use-member-events.ts'

export type Listings = DataOf<'/block-trades/listings'>
export type Listing = Listings['listings'][number]
export type Application = DataOf<'/block-trades/applications'>['applications'][number]

/** Polled: others take shares too, and listings end by the clock. */
export const useListings = () => useRead('/block-trades/listings', {}, { every: 5_000, quiet: true })

/** Invalidates what a sent, decided or cancelled application changes. */
export const blocksMoved = (): Promise<void> =>
  refresh(
    '/block-trades/listings',
    '/block-trades/applications',
    '/positions/account',
    '/positions/listPositions',
    '/funds/records',
  )

export const useBlockChanges = (): void => useMemberEvents(['block-trade.changed'], () => void blocksMoved())
