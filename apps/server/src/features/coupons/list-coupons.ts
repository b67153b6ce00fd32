import type { DataOf } from '@fairlot/contract/routes'
import type { CouponState } from '@fairlot/contract/coupons'
import { taipeiDate, taipeiMidnight } from '@fairlot/rules/calendar'
import { type Db, inSnapshot } from '#platform/db'
import { countCoupons, readCoupons, sumPaid } from './store.ts'

export const listCoupons = (
  db: Db,
  memberId: string,
  state: CouponState,
  now: Date,
): Promise<DataOf<'/coupons/list'>> =>
  inSnapshot(db, async (tx) => {
    const year = new Date(taipeiMidnight(`${taipeiDate(now.getTime()).slice(0, 4)}-01-01`))
    const [coupons, counts, paid] = await Promise.all([
      readCoupons(tx, memberId, now, state),
      countCoupons(tx, memberId, now),
      sumPaid(tx, memberId, year),
    ])
    return {
      coupons: coupons.map((row) => ({
        couponId: row.id,
        name: row.name,
        amount: row.amount.toString(),
        used: row.used.toString(),
        state: row.state,
        from: row.fromAt.toISOString(),
        until: row.untilAt.toISOString(),
        usedAt: row.usedAt?.toISOString() ?? null,
        orderId: row.orderId,
        entryId: row.entryId,
      })),
      counts: { ...counts },
      paidThisYear: paid.toString(),
    }
  })
