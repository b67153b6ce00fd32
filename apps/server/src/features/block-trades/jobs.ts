import { recordAudit } from '#features/audit'
import { postOrThrow } from '#features/fund-requests'
import type { Clock } from '#platform/clock'
import type { Db } from '#platform/db'
import { newId } from '#platform/ids'
import type { Loop } from '#platform/loops'
import { unlistEntry } from './postings.ts'
import { closeListing, endListings, isListingToEnd, lockDecidedListings } from './store.ts'

export const blockTradesLoops = ({
  db,
  clock,
}: {
  readonly db: Db
  readonly clock: Clock
}): readonly Loop[] => [
  {
    name: 'block-trades-end',
    everyMs: 2_000,
    work: { exists: isListingToEnd },
    run: () => endBlockListings(db, clock.now()),
  },
]

const atOnce = 50

/**
 * Ends listings past their time, whose undecided reviews expire with them, and gives the seats back what is left of those
 * with nothing to decide any more. Each step is done once: an interrupted run continues with the next.
 */
export async function endBlockListings(db: Db, now: Date): Promise<number> {
  const ended = await endListings(db, now)
  const closed = await db.transaction(async (tx) => {
    const listings = await lockDecidedListings(tx, atOnce)
    for (const listing of listings) {
      const { id, leftShares } = listing
      const entryId = leftShares === 0 ? null : await postOrThrow(tx, unlistEntry(listing, leftShares, now))
      await closeListing(tx, id, now)
      await recordAudit(tx, {
        action: 'block-trades.listing-closed',
        actor: 'system',
        subject: `block-listing:${id}`,
        details: { leftShares, entryId },
        requestId: newId(),
      })
    }
    return listings.length
  })
  return ended + closed
}
