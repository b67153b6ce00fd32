import type { BlockRejection } from '@fairlot/contract/block-trades'
import { valueAt } from '@fairlot/rules/orders'
import type { Actor } from '#features/audit'
import { postOrThrow } from '#features/fund-requests'
import { recordOutcome } from '#features/members'
import { cancelReview } from '#features/operators'
import type { Tx } from '#platform/db'
import { done, type Outcome, refuse } from '#platform/outcome'
import type { DecidingDeps } from './deps.ts'
import { releaseEntry, tradeEntry } from './postings.ts'
import {
  type ApplicationRow,
  bookTrade,
  cancelPending,
  lockApplication,
  readApplication,
  rejectPending,
} from './store.ts'

type Notifying = Pick<DecidingDeps, 'bus' | 'subjects'>

export interface BlockDecision {
  readonly applicationId: string
  readonly reviewId: string
  readonly now: Date
}

/** Trades with the seat: one entry, one holding, one settlement date. False when it is no longer pending. */
export async function passBlock(
  tx: Tx,
  deps: Notifying,
  { applicationId, reviewId, now }: BlockDecision,
): Promise<boolean> {
  const row = await lockApplication(tx, applicationId)
  if (row?.state !== 'pending') return false
  const { listingId, seatId, symbol, listingHoldId, shares, settlesOn } = row
  const listing = { id: listingId, seatId, symbol, holdId: listingHoldId }
  const entryId = await postOrThrow(tx, tradeEntry({ ...heldOf(row), shares, settlesOn, listing }, now))
  await bookTrade(tx, { id: row.id, reviewId, entryId, at: now })
  await notify(tx, deps, row, {
    state: 'passed',
    details: { reviewId, entryId },
    notice: 'block-trade.passed',
    at: now,
  })
  return true
}

/** The hold is released in the same transaction. The member reads reason and note. */
export async function rejectBlock(
  tx: Tx,
  deps: Notifying,
  decision: BlockDecision & { readonly rejectionReason: BlockRejection; readonly note: string },
): Promise<boolean> {
  const { applicationId, reviewId, rejectionReason, now } = decision
  const row = await lockApplication(tx, applicationId)
  if (row?.state !== 'pending') return false
  const entryId = await postOrThrow(tx, releaseEntry(heldOf(row), now))
  const note = rejectionReason === 'expired' ? null : decision.note.trim() || null
  await rejectPending(tx, row.id, { rejectionReason, note, entryId, at: now })
  await notify(tx, deps, row, {
    state: 'rejected',
    why: { rejectionReason },
    details: { reviewId, entryId },
    notice: 'block-trade.rejected',
    at: now,
  })
  return true
}

export interface Cancelling {
  readonly memberId: string
  readonly applicationId: string
  readonly now: Date
  readonly requestId: string
}

/** Refuses: `order.not-found`, `order.not-review` once it is decided. */
export async function cancelBlock(
  tx: Tx,
  deps: Notifying,
  { memberId, applicationId, now, requestId }: Cancelling,
): Promise<Outcome<null>> {
  const row = await readApplication(tx, applicationId)
  if (row?.memberId !== memberId) return refuse('order.not-found')
  if (row.state !== 'pending') return refuse('order.not-review')
  // Cancelling the review locks it, and decisions are executed under the same lock: the row cannot change meanwhile.
  const review = { kind: 'block-trade', subject: applicationId, memberId, now, requestId } as const
  const reviewId = await cancelReview(tx, review)
  if (reviewId === undefined) return refuse('order.not-review')
  const entryId = await postOrThrow(tx, releaseEntry(heldOf(row), now))
  await cancelPending(tx, { id: row.id, memberId, entryId, at: now })
  await notify(tx, deps, row, {
    action: 'cancelled',
    actor: `member:${memberId}`,
    requestId,
    state: 'rejected',
    why: { rejectionReason: 'cancelled' },
    details: { reviewId, entryId },
    notice: null,
    at: now,
  })
  return done(null, 'done.request-cancelled')
}

const heldOf = ({ id, memberId, holdId, price, shares, fee }: ApplicationRow) => ({
  id,
  memberId,
  holdId,
  value: valueAt(price, shares),
  fee,
})

interface BlockOutcome {
  /** The action in the audit row; the state by default. */
  readonly action?: string
  readonly actor?: Actor
  readonly requestId?: string
  readonly state: 'passed' | 'rejected'
  readonly why?: { readonly rejectionReason: BlockRejection }
  readonly details: { readonly reviewId: string; readonly entryId: string }
  readonly notice: 'block-trade.passed' | 'block-trade.rejected' | null
  readonly at: Date
}

const notify = (
  tx: Tx,
  deps: Notifying,
  row: ApplicationRow,
  { action, actor = 'system', requestId, state, why, details, notice, at }: BlockOutcome,
): Promise<void> =>
  recordOutcome(tx, deps, {
    memberId: row.memberId,
    action: `block-trades.${action ?? state}`,
    actor,
    subject: `block-trade:${row.id}`,
    requestId: requestId ?? details.reviewId,
    now: { state },
    ...(why === undefined ? {} : { why }),
    details,
    event: { kind: 'block-trade.changed', id: row.id },
    notice: notice === null ? null : { code: notice, params: noticeParams(row) },
    at,
  })

const noticeParams = ({ nameTw, nameEn, shares, price, fee, settlesOn }: ApplicationRow) => ({
  name: nameTw,
  nameEn,
  quantity: shares,
  price,
  amount: (valueAt(price, shares) + fee).toString(),
  settlesOn,
})
