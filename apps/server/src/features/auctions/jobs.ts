import type { Clock } from '#platform/clock'
import type { Db } from '#platform/db'
import type { Loop } from '#platform/loops'
import { type AdvanceDeps, advanceAuctions } from './advancing/advance-auctions.ts'
import { isAuctionDue } from './advancing/store.ts'

export const auctionsLoops = ({
  db,
  clock,
  ...deps
}: AdvanceDeps & { readonly db: Db; readonly clock: Clock }): readonly Loop[] => [
  {
    name: 'auctions-advance',
    everyMs: 1_000,
    work: { exists: isAuctionDue },
    run: () => advanceAuctions(db, deps, clock.now()),
  },
]
