import { post } from '@fairlot/ledger'
import { rebateOf } from '@fairlot/rules/coupons'
import { recordAudit } from '#features/audit'
import { recordOwnEvent } from '#features/members'
import { sendNotice } from '#features/notices'
import type { Db } from '#platform/db'
import type { TellingDeps } from './deps.ts'
import { rebateEntry } from './postings.ts'
import { markPaid, readToPay } from './store.ts'

const mostAtOnce = 100

/**
 * The order has ended, so its fee is what it is: the voucher's part of it comes back, once. The row, the entry's key and
 * the order's own voucher each refuse a second time. Answers how many were paid.
 */
export const payCoupons = (db: Db, deps: TellingDeps, now: Date): Promise<number> =>
  db.transaction(async (tx) => {
    const coupons = await readToPay(tx, mostAtOnce)
    for (const { couponId, memberId, orderId, symbol, amount, fee } of coupons) {
      const rebate = rebateOf(amount, fee)
      const posted = await post(tx, rebateEntry({ couponId, memberId, orderId, amount, rebate, now }))
      if (!posted.ok) throw new Error(`voucher ${couponId}: the ledger refuses (${posted.reason})`)
      const { entryId } = posted
      await markPaid(tx, couponId, { used: rebate, entryId, at: now })
      await recordAudit(tx, {
        action: 'coupons.rebated',
        actor: 'system',
        subject: `coupon:${couponId}`,
        details: { orderId, rebate: rebate.toString(), entryId },
        requestId: couponId,
      })
      await sendNotice(tx, {
        memberId,
        code: 'coupon.used',
        params: { amount: rebate.toString(), symbol },
        at: now,
      })
      await recordOwnEvent(tx, deps, {
        memberId,
        kind: 'coupon.changed',
        data: { id: couponId, state: 'used' },
        at: now,
      })
    }
    return coupons.length
  })
