import { post } from '@fairlot/ledger'
import { recordAudit } from '#features/audit'
import { recordOwnEvents } from '#features/members'
import type { Db } from '#platform/db'
import { newId } from '#platform/ids'
import type { TellingDeps } from './deps.ts'
import { expiryEntry } from './postings.ts'
import { expireCoupons } from './store.ts'

/** A trade of the last second may be settled a little later: it still has its voucher. */
const graceMs = 3_600_000
const mostAtOnce = 1_000

/** What nobody used in time is the house's again, by one entry for all of a sweep. Answers how many ran out. */
export const sweepExpired = (db: Db, deps: TellingDeps, now: Date): Promise<number> =>
  db.transaction(async (tx) => {
    const gone = await expireCoupons(tx, new Date(now.getTime() - graceMs), mostAtOnce)
    if (gone.length === 0) return 0
    const sweepId = newId(now.getTime())
    const total = gone.reduce((sum, { amount }) => sum + amount, 0n)
    const posted = await post(tx, expiryEntry(sweepId, total, now))
    if (!posted.ok) throw new Error(`vouchers that ran out: the ledger refuses (${posted.reason})`)
    await recordAudit(tx, {
      action: 'coupons.expired',
      actor: 'system',
      subject: `coupon-sweep:${sweepId}`,
      details: { count: gone.length, total: total.toString(), entryId: posted.entryId },
      requestId: sweepId,
    })
    await recordOwnEvents(
      tx,
      deps,
      gone
        .toSorted((a, b) => (a.memberId < b.memberId ? -1 : 1))
        .map(({ id, memberId }) => ({
          memberId,
          kind: 'coupon.changed',
          data: { id, state: 'expired' },
          at: now,
        })),
    )
    return gone.length
  })
