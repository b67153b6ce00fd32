import { postOrThrow } from '#features/fund-requests'
import { type OpenedReview, openReview } from '#features/operators'
import type { Tx } from '#platform/db'
import { notifyWithdrawal } from './decide-withdrawal.ts'
import type { DecidingDeps } from './deps.ts'
import { returnEntry } from './postings.ts'
import { lockWithdrawal, moveStage, readWithdrawal } from './store.ts'

export interface ReturnProposal {
  readonly withdrawalId: string
  /** Shown to the member. */
  readonly reason: string
  readonly by: { readonly operatorId: string; readonly sessionId: string }
  readonly now: Date
  readonly requestId: string
}

/** Returns undefined when the payout is neither sent nor paid. */
export async function proposePayoutReturn(tx: Tx, asked: ReturnProposal): Promise<OpenedReview | undefined> {
  const row = await readWithdrawal(tx, asked.withdrawalId)
  if (row?.stage !== 'sent' && row?.stage !== 'paid') return undefined
  return openReview(tx, {
    kind: 'payout-return',
    memberId: row.memberId,
    subject: row.id,
    amount: row.amount,
    currency: row.currency,
    payload: { withdrawalId: row.id, reason: asked.reason, amount: row.amount.toString() },
    reason: asked.reason,
    by: asked.by,
    now: asked.now,
    requestId: asked.requestId,
  })
}

/** The money returns to the member, with the reason. False when it was returned before. */
export async function returnPayout(
  tx: Tx,
  deps: DecidingDeps,
  asked: {
    readonly withdrawalId: string
    readonly reason: string
    readonly reviewId: string
    readonly now: Date
  },
): Promise<boolean> {
  const { withdrawalId, reason, reviewId, now } = asked
  const row = await lockWithdrawal(tx, withdrawalId)
  if (row?.stage !== 'sent' && row?.stage !== 'paid') return false
  const entryId = await postOrThrow(tx, returnEntry({ ...row, now }, row.stage))
  const note = reason.trim().slice(0, 300)
  await moveStage(tx, [row.id], {
    stage: 'returned',
    batchId: null,
    rejectionReason: 'bank-returned',
    note: note === '' ? null : note,
    at: now,
  })
  await notifyWithdrawal(tx, deps, row, {
    now: { state: 'passed', stage: 'returned' },
    why: { note },
    details: { reviewId, entryId },
    notice: 'withdrawal.returned',
    at: now,
  })
  return true
}
