import type { BodyOf, DataOf } from '@fairlot/contract/routes'
import { post } from '@fairlot/ledger'
import { amountRefusal, copyTradingRules } from '@fairlot/rules/copy-trading'
import { refuseUnknown } from '#features/identity'
import { recordOutcome } from '#features/members'
import type { Tx } from '#platform/db'
import { newId } from '#platform/ids'
import { done, type Outcome, refuse } from '#platform/outcome'
import type { Asking } from './change-copy.ts'
import type { CopyTradingDeps } from './deps.ts'
import { readFollowable, readFollower } from './follow-facts.ts'
import { lowerEntry, raiseEntry } from './postings.ts'
import { showCopy } from './show.ts'
import { changeAmount as writeAmount, type CopyRow, lockCopies, lockFollower, readCopy } from './store.ts'

type Changed = Outcome<DataOf<'/copy-trading/changeAmount'>>

/**
 * Sets the amount of a running copy: more is held by the rules of a follow, less releases what is not invested. The same amount again
 * changes nothing. Refuses in this order: the copy, identity, the mentor, the deadline of a product, the amounts.
 */
export async function changeAmount(
  tx: Tx,
  deps: CopyTradingDeps,
  { copyId, amount: asked }: BodyOf<'/copy-trading/changeAmount'>,
  { memberId, now, requestId }: Asking,
): Promise<Changed> {
  if ((await readCopy(tx, copyId))?.memberId !== memberId) return refuse('order.not-found')
  // As a follow: two of them cannot take the same part of the account. Then in the lock order of all that moves money of copies.
  await lockFollower(tx, memberId)
  await lockCopies(tx, [copyId])
  const row = (await readCopy(tx, copyId))!
  if (row.state !== 'following') return refuse('follow.not-following')
  const amount = BigInt(asked)
  if (amount === row.amount) return done({ copy: showCopy(row) })
  const refused =
    amount > row.amount ? await refuseRaise(tx, deps, row, amount, now) : await refuseLower(tx, row, amount)
  if (refused) return refused
  const holdId = amount > row.amount ? newId(now.getTime()) : row.holdId
  const change = { ...row, after: amount, newHoldId: holdId, changeId: newId(now.getTime()) }
  const posted = await post(tx, amount > row.amount ? raiseEntry(change, now) : lowerEntry(change, now))
  if (!posted.ok) return refuse('balance.insufficient', { field: 'amount' })
  await writeAmount(tx, { id: copyId, memberId, amount, entryId: posted.entryId, holdId, at: now })
  await recordOutcome(tx, deps, {
    memberId,
    action: 'copy-trading.amount-changed',
    actor: `member:${memberId}`,
    subject: `copy:${copyId}`,
    now: { state: row.state },
    details: { before: row.amount.toString(), after: amount.toString(), entryId: posted.entryId },
    event: { kind: 'copy.changed', id: copyId },
    notice: null,
    requestId,
    at: now,
  })
  return done({ copy: showCopy((await readCopy(tx, copyId))!) })
}

type Refused = Extract<Changed, { readonly ok: false }> | undefined

async function refuseRaise(
  tx: Tx,
  deps: CopyTradingDeps,
  { memberId, mentorId, productId, amount: before }: CopyRow,
  amount: bigint,
  now: Date,
): Promise<Refused> {
  const unknown = await refuseUnknown(tx, deps.profile, memberId, 'trade')
  if (unknown) return unknown
  const found = await readFollowable(tx, { mentorId, ...(productId !== null && { productId }) })
  if (typeof found === 'string' || found.minFollow === null) return refuse('follow.mentor-not-found')
  const { product, minFollow } = found
  if (product && product.deadline <= now) return refuse('follow.past-deadline')
  if (product && amount - before > product.maxTotal - product.total)
    return refuse('follow.above-maximum', { field: 'amount' })
  const follower = await readFollower(tx, deps, memberId, now)
  const refusal = amountRefusal({ ...follower, minFollow, before, amount })
  if (!refusal) return undefined
  const { code } = refusal
  if (code === 'follow.above-maximum')
    return refuse(code, { field: 'amount', rule: copyTradingRules.reviewFrom.id })
  if (code === 'follow.share-of-equity')
    return refuse(code, { field: 'amount', rule: copyTradingRules.equityShare.id })
  return refuse(code, { field: 'amount' })
}

/** What is in shares stays behind the mentor, and the rest is not below the smallest follow. */
async function refuseLower(tx: Tx, row: CopyRow, amount: bigint): Promise<Refused> {
  const found = await readFollowable(tx, {
    mentorId: row.mentorId,
    ...(row.productId !== null && { productId: row.productId }),
  })
  const minFollow = typeof found === 'string' ? null : found.minFollow
  return amount < row.spent || amount < (minFollow ?? 1n)
    ? refuse('follow.below-minimum', { field: 'amount' })
    : undefined
}
