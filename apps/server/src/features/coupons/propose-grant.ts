import type { ConsoleBodyOf } from '@fairlot/contract/console-routes'
import { dayMs, taipeiMidnight } from '@fairlot/rules/calendar'
import { couponBounds, isGrantable } from '@fairlot/rules/coupons'
import { openProposal, type Proposed, type Proposing } from '#features/operators'
import type { Db, Tx } from '#platform/db'
import { newId } from '#platform/ids'
import { type ConsoleOutcome, done, refuse } from '#platform/outcome'
import { type Audience, audienceOf } from './audience.ts'
import type { GrantPayload } from './grant-coupons.ts'
import { readAudience } from './store.ts'

/** Refuses: `account.not-found`, `coupon.no-recipient`, `coupon.too-many`. */
export async function countAudience(
  tx: Tx,
  asked: ConsoleBodyOf<'/coupons/countAudience'>['audience'],
  now: Date,
): Promise<ConsoleOutcome<{ members: number; audience: Audience }>> {
  const audience = await audienceOf(tx, asked, now)
  const { maxMembers } = couponBounds
  const found = audience ? await readAudience(tx, audience, maxMembers + 1) : []
  // Only operators ask, and they may search members: a member's own calls never say which accounts exist.
  if (!audience) return refuse('account.not-found', { field: 'audience' })
  if (found.length === 0) return refuse('coupon.no-recipient', { field: 'audience' })
  if (found.length > maxMembers)
    return refuse('coupon.too-many', { field: 'audience', params: { max: maxMembers } })
  return done({ members: found.length, audience })
}

/**
 * Refuses: `coupon.terms`, `account.not-found`, `coupon.no-recipient`, `coupon.too-many`, `funds.proposal-open`, and the refusals of a proposal.
 */
export async function proposeGrant(
  db: Db,
  { audience: asked, name, fee, amount, lastDay, reason }: ConsoleBodyOf<'/coupons/proposeGrant'>,
  proposing: Proposing,
): Promise<Proposed> {
  const { now } = proposing
  // Until the end of the last day in Taiwan.
  const until = new Date(taipeiMidnight(lastDay) + dayMs)
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
  return openProposal(
    db,
    {
      kind: 'coupon-grant',
      memberId: audience.kind === 'member' ? audience.memberId : null,
      subject: newId(now.getTime()),
      amount: total,
      currency: 'TWD',
      payload: { ...payload },
      reason,
    },
    proposing,
    'funds.proposal-open',
  )
}
