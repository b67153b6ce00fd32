import * as z from 'zod/mini'
import { id, instant, minor, text } from '../fields.ts'
import { defineRoute } from '../route.ts'
import { couponStates } from './states.ts'

export const couponsRoutes = {
  list: defineRoute({
    path: '/coupons/list',
    feature: 'coupons',
    summary: 'My fee coupons: what each pays, until when, and on which order it was used',
    capability: 'read-own',
    rateLimit: 'read',
    body: z.strictObject({ state: z.enum(couponStates) }),
    data: z.object({
      coupons: z.array(
        z.object({
          couponId: id,
          name: z.object({ tw: text(80), en: text(80) }),
          /** The coupon pays brokerage up to this amount. */
          amount: minor,
          used: minor,
          state: z.enum(couponStates),
          from: instant,
          until: instant,
          /** When the coupon's part of the fee was paid back; null while its order is still open. */
          usedAt: z.nullable(instant),
          orderId: z.nullable(id),
          entryId: z.nullable(id),
        }),
      ),
      counts: z.object({ available: z.int(), used: z.int(), expired: z.int() }),
      /** Total paid back by coupons this calendar year. */
      paidThisYear: minor,
    }),
    refusals: [],
  }),
}
