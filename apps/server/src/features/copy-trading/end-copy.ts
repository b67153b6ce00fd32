import type { CopyEndReason } from '@fairlot/contract/copy-trading'
import type { BodyOf, DataOf } from '@fairlot/contract/routes'
import { postOrThrow } from '#features/fund-requests'
import { recordOutcome } from '#features/members'
import { cancelReview } from '#features/operators'
import { type OrderDeps, type Sale, sellPosition } from '#features/orders'
import type { Tx } from '#platform/db'
import { done, type Outcome, refuse } from '#platform/outcome'
import { readOpenCopied } from './allocations/store.ts'
import type { Asking } from './change-copy.ts'
import type { NotifyDeps } from './deps.ts'
import { releaseEntry } from './postings.ts'
import { showCopy } from './show.ts'
import { type CopyRow, endCopy, endOwnCopy, lockCopies, lockCopy, readCopy, startCopy } from './store.ts'

/**
 * The hold is released with the end; the shares are kept or sold. Shares that cannot be sold now are sold later. Refuses:
 * `order.not-found`, `follow.not-following`.
 */
export async function stopCopy(
  tx: Tx,
  deps: NotifyDeps & OrderDeps,
  { copyId, how }: BodyOf<'/copy-trading/stop'>,
  { memberId, now, requestId }: Asking,
): Promise<Outcome<DataOf<'/copy-trading/stop'>>> {
  // Another member's copy is not locked.
  if ((await readCopy(tx, copyId))?.memberId !== memberId) return refuse('order.not-found')
  await lockCopies(tx, [copyId])
  const row = (await readCopy(tx, copyId))!
  if (row.state !== 'following') return refuse('follow.not-following')
  const entryId = await release(tx, row, now)
  const state = await endOwnCopy(tx, { id: copyId, memberId, entryId, sells: how === 'sell', at: now })
  if (state !== 'ended') throw new Error(`copy ${copyId} cannot be stopped`)
  const sold = await sellCopied(tx, deps, row, { isSold: how === 'sell', origin: 'member', now })
  await recordOutcome(tx, deps, {
    memberId,
    action: 'copy-trading.stopped',
    actor: `member:${memberId}`,
    subject: `copy:${copyId}`,
    now: { state },
    why: { reason: 'stopped' },
    details: { entryId, ...sold },
    event: { kind: 'copy.changed', id: copyId },
    notice: null,
    requestId,
    at: now,
  })
  return done({ copy: showCopy((await readCopy(tx, copyId))!), ...sold })
}

/** Sells the positions of a copy that can be sold now. Answers how many orders were sent, and how many positions stay. */
export async function sellCopied(
  tx: Tx,
  deps: OrderDeps,
  { id, memberId }: CopyRow,
  { isSold, origin, now }: { readonly isSold: boolean } & Pick<Sale, 'origin' | 'now'>,
): Promise<{ readonly selling: number; readonly kept: number }> {
  let [selling, kept] = [0, 0]
  for (const positionId of await readOpenCopied(tx, id)) {
    const sent = isSold
      ? await sellPosition(tx, deps, { memberId, positionId, cause: `copy ${id} ends`, origin, now })
      : 0
    selling += sent
    kept += sent === 0 ? 1 : 0
  }
  return { selling, kept }
}

/** Refuses: `order.not-found`, `order.not-review` once it is decided. */
export async function cancelCopy(
  tx: Tx,
  deps: NotifyDeps,
  copyId: string,
  { memberId, now, requestId }: Asking,
): Promise<Outcome<null>> {
  const row = await readCopy(tx, copyId)
  if (row?.memberId !== memberId) return refuse('order.not-found')
  if (row.state !== 'under-review') return refuse('order.not-review')
  // Cancelling the review locks it, and decisions are executed under the same lock: the row cannot change meanwhile.
  const reviewId = await cancelReview(tx, { kind: 'copy', subject: copyId, memberId, now, requestId })
  if (reviewId === undefined) return refuse('order.not-review')
  const entryId = await release(tx, row, now)
  const state = await endOwnCopy(tx, { id: copyId, memberId, entryId, sells: false, at: now })
  if (state !== 'cancelled') throw new Error(`copy ${copyId} cannot be cancelled`)
  await recordOutcome(tx, deps, {
    memberId,
    action: 'copy-trading.cancelled',
    actor: `member:${memberId}`,
    subject: `copy:${copyId}`,
    now: { state },
    why: { reason: 'cancelled' },
    details: { reviewId, entryId },
    event: { kind: 'copy.changed', id: copyId },
    notice: null,
    requestId,
    at: now,
  })
  return done(null, 'done.request-cancelled')
}

export interface CopyDecision {
  readonly copyId: string
  readonly reviewId: string
  readonly now: Date
}

/** Two operators approved it. False when it is no longer under review. */
export async function passCopy(
  tx: Tx,
  deps: NotifyDeps,
  { copyId, reviewId, now }: CopyDecision,
): Promise<boolean> {
  const row = await lockCopy(tx, copyId)
  if (row?.state !== 'under-review') return false
  if (!(await startCopy(tx, { id: copyId, reviewId, at: now }))) return false
  await recordOutcome(tx, deps, {
    memberId: row.memberId,
    action: 'copy-trading.passed',
    actor: 'system',
    subject: `copy:${copyId}`,
    now: { state: 'following' },
    details: { reviewId },
    event: { kind: 'copy.changed', id: copyId },
    notice: { code: 'copy.passed', params: { ...noticeParams(row), startsOn: row.startsOn } },
    requestId: reviewId,
    at: now,
  })
  return true
}

/** An operator rejected it, or its time is over: the hold is released. Does nothing when it is no longer under review. */
export async function rejectCopy(
  tx: Tx,
  deps: NotifyDeps,
  decision: CopyDecision & { readonly reason: CopyEndReason; readonly note: string },
): Promise<void> {
  const { copyId, reviewId, reason, now } = decision
  const row = await lockCopy(tx, copyId)
  if (row?.state !== 'under-review') return
  const note = decision.note.trim()
  const entryId = await release(tx, row, now)
  await endCopy(tx, { id: copyId, reason, note: note || null, entryId, at: now })
  await recordOutcome(tx, deps, {
    memberId: row.memberId,
    action: 'copy-trading.rejected',
    actor: 'system',
    subject: `copy:${copyId}`,
    now: { state: 'cancelled' },
    why: { rejectionReason: reason, note },
    details: { reviewId, entryId },
    event: { kind: 'copy.changed', id: copyId },
    notice: { code: 'copy.rejected', params: noticeParams(row) },
    requestId: reviewId,
    at: now,
  })
}

/** The mentor has closed, the term of the product is over, or the stop-loss is reached. The row is locked; `sell` sells its shares. */
export async function endRunning(
  tx: Tx,
  deps: NotifyDeps,
  row: CopyRow,
  {
    reason,
    now,
    requestId,
  }: { readonly reason: CopyEndReason; readonly now: Date; readonly requestId: string },
  sell?: OrderDeps,
): Promise<void> {
  const entryId = await release(tx, row, now)
  await endCopy(tx, { id: row.id, reason, note: null, entryId, at: now })
  const sold = sell && (await sellCopied(tx, sell, row, { isSold: true, origin: 'conditional', now }))
  await recordOutcome(tx, deps, {
    memberId: row.memberId,
    action: 'copy-trading.ended',
    actor: 'system',
    subject: `copy:${row.id}`,
    now: { state: 'ended' },
    why: { reason },
    details: { entryId, ...sold },
    event: { kind: 'copy.changed', id: row.id },
    notice: { code: 'copy.ended', params: noticeParams(row) },
    requestId,
    at: now,
  })
}

/** The entry; null when everything is in shares. */
async function release(tx: Tx, row: CopyRow, now: Date): Promise<string | null> {
  const entry = releaseEntry(row, now)
  return entry ? postOrThrow(tx, entry) : null
}

const noticeParams = ({ mentorName, amount }: CopyRow) => ({ mentor: mentorName, amount: amount.toString() })
