import * as z from 'zod/mini'
import { defineConsoleRoute } from '../console-route.ts'
import { id, instant, minor, nothing, text } from '../fields.ts'
import { couponFees } from './states.ts'

const name = z.strictObject({ tw: text(40), en: text(40) })
const day = z.iso.date()
/** One member by account, or all members who joined between two days, both included. */
const audience = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('member'), account: text(10) }),
  z.strictObject({ kind: z.literal('joined'), from: day, to: day, verifiedOnly: z.boolean() }),
])

export const couponsConsoleRoutes = {
  grants: defineConsoleRoute({
    path: '/coupons/grants',
    feature: 'coupons',
    summary: 'List coupon grants, newest first: members, amount refunded and amount reserved',
    right: 'read',
    rateLimit: 'read',
    body: nothing,
    data: z.object({
      grants: z.array(
        z.object({
          grantId: id,
          name,
          fee: z.enum(couponFees),
          amount: minor,
          members: z.int(),
          available: z.int(),
          used: z.int(),
          expired: z.int(),
          /** Amount paid back to members so far. */
          paid: minor,
          grantedAt: instant,
          until: instant,
          reviewId: id,
          number: text(16),
        }),
      ),
      /** Amount the house has set aside for coupons that are still usable. */
      setAside: minor,
    }),
    refusals: [],
  }),
  countAudience: defineConsoleRoute({
    path: '/coupons/countAudience',
    feature: 'coupons',
    summary: 'Count the members who would get a coupon, before proposing a grant',
    right: 'propose-funds',
    rateLimit: 'read',
    body: z.strictObject({ audience }),
    data: z.object({ members: z.int() }),
    refusals: ['account.not-found', 'coupon.no-recipient', 'coupon.too-many'],
  }),
  proposeGrant: defineConsoleRoute({
    path: '/coupons/proposeGrant',
    feature: 'coupons',
    summary: 'Propose fee coupons for one member or for members who joined within a period',
    right: 'propose-funds',
    rateLimit: 'write',
    body: z.strictObject({
      audience,
      name,
      fee: z.enum(couponFees),
      amount: minor,
      /** The last day the coupon is usable, as a date in Taiwan. */
      lastDay: day,
      reason: text(1_000).check(z.minLength(1)),
    }),
    data: z.object({ reviewId: id, number: text(16) }),
    refusals: [
      'proposal.why',
      'review.not-allowed',
      'review.own-account',
      'funds.proposal-open',
      'account.not-found',
      'coupon.no-recipient',
      'coupon.too-many',
      'coupon.terms',
    ],
  }),
}
