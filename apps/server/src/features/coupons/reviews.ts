import { formatMoney } from '@fairlot/money'
import { taipeiDate } from '@fairlot/rules/calendar'
import { couponBounds } from '@fairlot/rules/coupons'
import type { ReviewKindHandler } from '#features/operators'
import type { NotifyDeps } from './deps.ts'
import { grantCoupons, grantPayload } from './grant-coupons.ts'
import { readAudience } from './store.ts'

/** The moment is exclusive: the last day in Taiwan that it includes. */
const lastDayOf = (moment: string): string => taipeiDate(Date.parse(moment) - 1)

/** The subject of the review is the id of the future grant. */
export const couponReviews = (deps: NotifyDeps): ReviewKindHandler => ({
  kind: 'coupon-grant',
  async describe(tx, { payload }) {
    const grant = grantPayload.parse(payload)
    const { audience } = grant
    const found = await readAudience(tx, audience, couponBounds.maxMembers + 1)
    return {
      facts: [
        { code: 'coupon.name', value: `${grant.name.tw} / ${grant.name.en}` },
        { code: 'coupon.amount', value: `${formatMoney(grant.amount)} TWD` },
        { code: 'coupon.until', value: lastDayOf(grant.until) },
        { code: 'coupon.members', value: String(grant.members) },
        ...(audience.kind === 'joined'
          ? [
              { code: 'coupon.joined-from', value: taipeiDate(Date.parse(audience.joinedFrom)) },
              { code: 'coupon.joined-to', value: lastDayOf(audience.joinedBefore) },
              { code: 'coupon.verified-only', value: audience.verifiedOnly ? '✓' : '—' },
            ]
          : []),
      ],
      checks: [
        { ok: found.length === grant.members, code: 'coupon.same-members', value: String(found.length) },
        {
          ok: BigInt(grant.amount) <= couponBounds.maxAmount,
          code: 'coupon.within-bounds',
          value: formatMoney(couponBounds.maxAmount),
        },
      ],
      lines: [{ code: 'coupon.set-aside', before: formatMoney(0n), after: formatMoney(grant.total) }],
      effects: ['coupon.promotion-to-vouchers', 'coupon.granted', 'coupon.notified'],
    }
  },
  async execute(tx, { subject, reviewId, payload }, { now, requestId }) {
    const did = await grantCoupons(tx, deps, {
      grantId: subject,
      reviewId,
      ...grantPayload.parse(payload),
      now,
      requestId,
    })
    return did ? 'passed' : 'no-recipient'
  },
  onRejected: () => Promise.resolve(),
})
