import type { ConsoleBodyOf } from '@fairlot/contract/console-routes'
import { taipeiMidnight } from '@fairlot/rules/calendar'
import { couponBounds, isGrantable } from '@fairlot/rules/coupons'
import { openReview } from '#features/operators'
import type { Db, Tx } from '#platform/db'
import { newId } from '#platform/ids'
import { type ConsoleOutcome, done, refuse } from '#platform/outcome'
import { type Audience, audienceOf } from './audience.ts'
import type { GrantPayload } from './reviews.ts'
import { readAudience } from './store.ts'

export interface Proposing {
  readonly by: { readonly operatorId: string; readonly sessionId: string }
  readonly now: Date
  readonly requestId: string
}

/** Refuses: `coupon.nobody`, `coupon.too-many`. */
export async function countAudience(
  tx: Tx,
  asked: ConsoleBodyOf<'/coupons/countAudience'>['audience'],
  now: Date,
): Promise<ConsoleOutcome<{ members: number; audience: Audience }>> {
  const audience = await audienceOf(tx, asked, now)
  const { mostMembers } = couponBounds
  const found = audience ? await readAudience(tx, audience, mostMembers + 1) : []
  if (!audience || found.length === 0) return refuse('coupon.nobody', { field: 'audience' })
  if (found.length > mostMembers)
    return refuse('coupon.too-many', { field: 'audience', params: { most: mostMembers } })
  return done({ members: found.length, audience })
}

/** Refuses: `coupon.terms`, `coupon.nobody`, `coupon.too-many`, `funds.proposal-open`, and what a proposal may be. */
export async function proposeGrant(
  db: Db,
  { audience: asked, name, fee, amount, lastDay, reason }: ConsoleBodyOf<'/coupons/proposeGrant'>,
  { by, now, requestId }: Proposing,
): Promise<ConsoleOutcome<{ reviewId: string; number: string }>> {
  // To the end of its last day in Taiwan.
  const until = new Date(taipeiMidnight(lastDay) + 86_400_000)
  if (!isGrantable({ name, amount: BigInt(amount), until }, now)) return refuse('coupon.terms')
  const counted = await countAudience(db, asked, now)
  if (!counted.ok) return counted
  const { members, audience } = counted.data
  const total = BigInt(amount) * BigInt(members)
  const payload: GrantPayload = {
    name: { tw: name.tw.trim(), en: name.en.trim() },
    fee,
    amount,
    until: until.toISOString(),
    audience,
    members,
    total: total.toString(),
  }
  const opened = await db.transaction((tx) =>
    openReview(tx, {
      kind: 'coupon-grant',
      memberId: audience.kind === 'member' ? audience.memberId : null,
      subject: newId(now.getTime()),
      amount: total,
      currency: 'TWD',
      payload: { ...payload },
      reason,
      by,
      now,
      requestId,
    }),
  )
  if (opened.ok) return done({ reviewId: opened.reviewId, number: opened.number })
  return refuse(opened.refusal === 'review.exists' ? 'funds.proposal-open' : opened.refusal)
}
