import { post } from '@fairlot/ledger'
import { hourMs } from '@fairlot/rules/calendar'
import { recordOutcomes } from '#features/members'
import type { Db } from '#platform/db'
import { newId } from '#platform/ids'
import type { NotifyDeps } from './deps.ts'
import { expiryEntry } from './postings.ts'
import { expireCoupons } from './store.ts'

/** A trade of the last second may be settled a little later; its coupon must still be valid. */
const graceMs = hourMs
const maxAtOnce = 1_000

/** Returns the money of unused coupons to the house, by one entry per sweep. Returns how many expired. */
export const sweepExpired = (db: Db, deps: NotifyDeps, now: Date): Promise<number> =>
  db.transaction(async (tx) => {
    const gone = await expireCoupons(tx, new Date(now.getTime() - graceMs), maxAtOnce)
    if (gone.length === 0) return 0
    const sweepId = newId(now.getTime())
    const total = gone.reduce((sum, { amount }) => sum + amount, 0n)
    const posted = await post(tx, expiryEntry(sweepId, total, now))
    if (!posted.ok) throw new Error(`expired coupons: the ledger refused the entry (${posted.reason})`)
    await recordOutcomes(
      tx,
      deps,
      {
        action: 'coupons.expired',
        actor: 'system',
        subject: `coupon-sweep:${sweepId}`,
        now: { state: 'expired' },
        details: { count: gone.length, total: total.toString(), entryId: posted.entryId },
        requestId: sweepId,
        at: now,
      },
      gone.map(({ id, memberId }) => ({ memberId, event: { kind: 'coupon.changed', id }, notice: null })),
    )
    return gone.length
  })
