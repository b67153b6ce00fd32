import type { Clock } from '#platform/clock'
import type { Db } from '#platform/db'
import type { Loop } from '#platform/loops'
import { attachCoupons } from './attach-coupons.ts'
import type { NotifyDeps } from './deps.ts'
import { sweepExpired } from './expire-coupons.ts'
import { payCoupons } from './pay-coupons.ts'
import { isCouponWork } from './store.ts'

export const couponsLoops = ({
  db,
  clock,
  ...deps
}: NotifyDeps & { readonly db: Db; readonly clock: Clock }): readonly Loop[] => [
  {
    name: 'coupons-pay',
    everyMs: 2_000,
    work: { exists: isCouponWork },
    run: async () => {
      const attached = await attachCoupons(db, deps, clock.now())
      return attached + (await payCoupons(db, deps, clock.now()))
    },
  },
  { name: 'coupons-expire', everyMs: 60_000, run: () => sweepExpired(db, deps, clock.now()) },
]
