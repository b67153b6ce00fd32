import { couponFees } from '@fairlot/contract/coupons'
import { post } from '@fairlot/ledger'
import * as z from 'zod/mini'
import { recordOutcomes } from '#features/members'
import type { Tx } from '#platform/db'
import { newId } from '#platform/ids'
import { audienceShape } from './audience.ts'
import type { NotifyDeps } from './deps.ts'
import { grantEntry } from './postings.ts'
import { insertGrant, readAudience } from './store.ts'

export const grantPayload = z.strictObject({
  name: z.strictObject({ tw: z.string(), en: z.string() }),
  fee: z.enum(couponFees),
  amount: z.string(),
  until: z.iso.datetime(),
  audience: audienceShape,
  /** The number of members when it was proposed: never more than that get one. */
  members: z.int(),
  total: z.string(),
})
export type GrantPayload = z.infer<typeof grantPayload>

/**
 * Gives each member one coupon and reserves the total by one entry. False, with nothing written, when no member is
 * left to receive one or the last day has passed meanwhile.
 */
export async function grantCoupons(
  tx: Tx,
  deps: NotifyDeps,
  grant: GrantPayload & {
    readonly grantId: string
    readonly reviewId: string
    readonly now: Date
    readonly requestId: string
  },
): Promise<boolean> {
  const { grantId, reviewId, name, fee, until, audience, now, requestId } = grant
  const amount = BigInt(grant.amount)
  // Two operators approved a total: never exceed the number of members it was based on.
  const members = (await readAudience(tx, audience, grant.members)).toSorted()
  if (members.length === 0 || new Date(until) <= now) return false
  const total = amount * BigInt(members.length)
  const posted = await post(tx, grantEntry(grantId, total, now))
  if (!posted.ok) throw new Error(`coupon grant ${grantId}: the ledger refused the entry (${posted.reason})`)
  const coupons = members.map((memberId) => ({ id: newId(now.getTime()), memberId }))
  await insertGrant(tx, {
    id: grantId,
    reviewId,
    name,
    fee,
    amount,
    audience,
    at: now,
    until: new Date(until),
    entryId: posted.entryId,
    coupons,
  })
  const params = { amount: grant.amount, until: new Date(Date.parse(until) - 1).toISOString() }
  await recordOutcomes(
    tx,
    deps,
    {
      action: 'coupons.granted',
      actor: 'system',
      subject: `coupon-grant:${grantId}`,
      now: { state: 'available' },
      details: { reviewId, members: members.length, amount: grant.amount, entryId: posted.entryId },
      requestId,
      at: now,
    },
    coupons.map(({ id, memberId }) => ({
      memberId,
      event: { kind: 'coupon.changed', id },
      notice: { code: 'coupon.granted', params },
    })),
  )
  return true
}
