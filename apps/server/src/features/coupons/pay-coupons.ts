import { post } from '@fairlot/ledger'
import { rebateOf } from '@fairlot/rules/coupons'
import { recordOutcome } from '#features/members'
import type { Db } from '#platform/db'
import type { NotifyDeps } from './deps.ts'
import { rebateEntry } from './postings.ts'
import { markPaid, readToPay } from './store.ts'

const maxAtOnce = 100

/**
 * The order has ended, so its fee is final: the coupon's part is paid back, once. The row, the entry's key and the
 * order's own coupon each prevent a second payment. Returns how many were paid.
 */
export const payCoupons = (db: Db, deps: NotifyDeps, now: Date): Promise<number> =>
  db.transaction(async (tx) => {
    const coupons = await readToPay(tx, maxAtOnce)
    for (const { couponId, memberId, orderId, symbol, amount, fee } of coupons) {
      const rebate = rebateOf(amount, fee)
      const posted = await post(tx, rebateEntry({ couponId, memberId, orderId, amount, rebate, now }))
      if (!posted.ok) throw new Error(`coupon ${couponId}: the ledger refused the entry (${posted.reason})`)
      const { entryId } = posted
      await markPaid(tx, couponId, { used: rebate, entryId, at: now })
      await recordOutcome(tx, deps, {
        memberId,
        action: 'coupons.rebated',
        actor: 'system',
        subject: `coupon:${couponId}`,
        now: { state: 'used' },
        details: { orderId, rebate: rebate.toString(), entryId },
        event: { kind: 'coupon.changed', id: couponId },
        notice: { code: 'coupon.used', params: { amount: rebate.toString(), symbol } },
        requestId: couponId,
        at: now,
      })
    }
    return coupons.length
  })
