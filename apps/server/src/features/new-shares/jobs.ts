import type { Clock } from '#platform/clock'
import type { Db } from '#platform/db'
import type { Loop } from '#platform/loops'
import { type AdvanceDeps, advanceOffers } from './advancing/advance-offers.ts'
import { isOfferDue } from './advancing/store.ts'

export const newSharesLoops = ({
  db,
  clock,
  ...deps
}: AdvanceDeps & { readonly db: Db; readonly clock: Clock }): readonly Loop[] => [
  {
    name: 'offers-advance',
    everyMs: 1_000,
    work: { exists: isOfferDue },
    run: () => advanceOffers(db, deps, clock.now()),
  },
]
