import { post } from '@fairlot/ledger'
import { recordAudit } from '#features/audit'
import { recordOwnEvents } from '#features/members'
import { sendNotice } from '#features/notices'
import type { Tx } from '#platform/db'
import { newId } from '#platform/ids'
import type { TellingDeps } from './deps.ts'
import { grantEntry } from './postings.ts'
import type { GrantPayload } from './reviews.ts'
import { insertGrant, readAudience } from './store.ts'

/**
 * One voucher to each member, and the money for all of them set aside by one entry. False when nobody is left to get one,
 * or the last day has passed meanwhile: then nothing was written.
 */
export async function grantCoupons(
  tx: Tx,
  deps: TellingDeps,
  grant: GrantPayload & {
    readonly grantId: string
    readonly reviewId: string
    readonly now: Date
    readonly requestId: string
  },
): Promise<boolean> {
  const { grantId, reviewId, name, fee, until, audience, now, requestId } = grant
  const amount = BigInt(grant.amount)
  // What two have approved is a sum: never more than so many.
  const members = (await readAudience(tx, audience, grant.members)).toSorted()
  if (members.length === 0 || new Date(until) <= now) return false
  const total = amount * BigInt(members.length)
  const posted = await post(tx, grantEntry(grantId, total, now))
  if (!posted.ok) throw new Error(`coupon grant ${grantId}: the ledger refuses (${posted.reason})`)
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
  await recordAudit(tx, {
    action: 'coupons.granted',
    actor: 'system',
    subject: `coupon-grant:${grantId}`,
    details: { reviewId, members: members.length, amount: grant.amount, entryId: posted.entryId },
    requestId,
  })
  for (const { memberId } of coupons)
    await sendNotice(tx, {
      memberId,
      code: 'coupon.granted',
      params: { amount: grant.amount, until: new Date(Date.parse(until) - 1).toISOString() },
      at: now,
    })
  await recordOwnEvents(
    tx,
    deps,
    coupons.map(({ id, memberId }) => ({
      memberId,
      kind: 'coupon.changed',
      data: { id, state: 'available' },
      at: now,
    })),
  )
  return true
}
