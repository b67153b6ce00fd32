// Finds accounts that trade with each other: counts what was settled since the last round, and opens a review for every
// pair the rules name. Nothing is refused here; two operators decide.

import { shards } from '@fairlot/contract/venue'
import { needsReview, pairLinks, surveillanceRules } from '@fairlot/rules/orders'
import { dayMs, taipeiDate } from '@fairlot/rules/calendar'
import type { ReviewToOpen } from '#features/operators'
import { readRuleValues } from '#features/site'
import type { Db, Tx } from '#platform/db'
import { newId } from '#platform/ids'
import { countPairs, forgetPairs, markReviewed, readLinks, readUnreviewed } from './store.ts'

const fillsAtOnce = 5_000
const pairsAtOnce = 200
/** How far back a shared network counts. */
const networkDays = 30
/** The widest window an operator may set, and a month of margin. */
const keptDays = 60

export interface WatchPairsDeps {
  readonly db: Db
  /** From the operators feature; passed in, because operators depends on this feature. */
  openReview(tx: Tx, review: ReviewToOpen): Promise<{ readonly ok: boolean }>
}

/** Returns how many reviews it opened. */
export async function watchPairs({ db, openReview }: WatchPairsDeps, now: Date): Promise<number> {
  for (const shard of shards) {
    while ((await db.transaction((tx) => countPairs(tx, shard, fillsAtOnce))) === fillsAtOnce);
  }
  const values = await readRuleValues(db, now)
  const valueOf = ({ id, default: otherwise }: { id: string; default: number }): number =>
    values.get(id) ?? otherwise
  const terms = {
    sameDevice: valueOf(surveillanceRules.pairSameDevice),
    sameNetwork: valueOf(surveillanceRules.pairSameNetwork),
    trades: valueOf(surveillanceRules.pairTrades),
  }
  const daysBack = (days: number): string => taipeiDate(now.getTime() - days * dayMs)
  await forgetPairs(db, daysBack(keptDays))
  let opened = 0
  for (const pair of await readUnreviewed(db, daysBack(valueOf(surveillanceRules.pairDays)), pairsAtOnce)) {
    opened += await db.transaction(async (tx) => {
      const links = await readLinks(tx, pair, new Date(now.getTime() - networkDays * dayMs))
      if (!needsReview(pair.trades, links, terms)) return 0
      const { firstMember, secondMember } = pair
      const review = await openReview(tx, {
        kind: 'surveillance',
        memberId: firstMember,
        subject: `${firstMember}:${secondMember}`,
        amount: pair.amount,
        currency: 'TWD',
        payload: {
          firstMember,
          secondMember,
          trades: pair.trades,
          shares: pair.shares.toString(),
          amount: pair.amount.toString(),
          links: pairLinks.filter((link) => links.includes(link)),
        },
        isSystem: true,
        now,
        requestId: newId(now.getTime()),
      })
      // A review of this pair is already open: new trades count once it is decided.
      if (!review.ok) return 0
      await markReviewed(tx, pair)
      return 1
    })
  }
  return opened
}
