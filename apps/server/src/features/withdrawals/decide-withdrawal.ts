import type { WithdrawalRejection } from '@fairlot/contract/withdrawals'
import type { Actor } from '#features/audit'
import { postOrThrow } from '#features/fund-requests'
import { recordOutcome } from '#features/members'
import type { Tx } from '#platform/db'
import type { DecidingDeps } from './deps.ts'
import { passEntry, releaseEntry } from './postings.ts'
import { endWithdrawal, lockWithdrawal, cancelPending, type WithdrawalRow } from './store.ts'

export interface WithdrawalDecision {
  readonly withdrawalId: string
  readonly reviewId: string
  readonly now: Date
}

/** The held amount leaves the member and waits for the bank. False when it is no longer pending. */
export async function passWithdrawal(
  tx: Tx,
  deps: DecidingDeps,
  { withdrawalId, reviewId, now }: WithdrawalDecision,
): Promise<boolean> {
  const row = await lockWithdrawal(tx, withdrawalId)
  if (row?.state !== 'pending') return false
  const entryId = await postOrThrow(tx, passEntry({ ...row, now }))
  await endWithdrawal(tx, withdrawalId, {
    state: 'passed',
    rejectionReason: null,
    note: null,
    entryId,
    step: 'passed',
    at: now,
  })
  await notifyWithdrawal(tx, deps, row, {
    now: { state: 'passed', stage: 'queued' },
    details: { reviewId, entryId },
    notice: 'withdrawal.passed',
    at: now,
  })
  return true
}

/** The member sees the rejection reason and the note. */
export async function rejectWithdrawal(
  tx: Tx,
  deps: DecidingDeps,
  decision: WithdrawalDecision & { readonly note: string; readonly rejectionReason: WithdrawalRejection },
): Promise<boolean> {
  const row = await lockWithdrawal(tx, decision.withdrawalId)
  if (row?.state !== 'pending') return false
  const { rejectionReason } = decision
  const isExpired = rejectionReason === 'expired'
  await releaseAndEnd(
    tx,
    deps,
    row,
    {
      rejectionReason,
      note: isExpired ? null : decision.note.trim() || null,
      step: isExpired ? 'expired' : 'rejected',
    },
    decision,
  )
  return true
}

/** For a rejected, expired or cancelled withdrawal: the hold is released in the same transaction. */
export async function releaseAndEnd(
  tx: Tx,
  deps: Pick<DecidingDeps, 'bus' | 'subjects'>,
  row: WithdrawalRow,
  end: { readonly rejectionReason: WithdrawalRejection; readonly note: string | null; readonly step: string },
  by: {
    readonly reviewId: string
    readonly now: Date
    readonly by?: Actor
    readonly requestId?: string
  },
): Promise<void> {
  const { reviewId, now } = by
  const entryId = await postOrThrow(tx, releaseEntry({ ...row, now }))
  const isOwn = end.rejectionReason === 'cancelled'
  if (isOwn) await cancelPending(tx, { ...row, entryId, at: now })
  else await endWithdrawal(tx, row.id, { ...end, state: 'rejected', entryId, at: now })
  await notifyWithdrawal(tx, deps, row, {
    action: isOwn ? 'cancelled' : 'rejected',
    actor: by.by ?? 'system',
    requestId: by.requestId ?? reviewId,
    now: { state: 'rejected' },
    why: { rejectionReason: end.rejectionReason },
    details: { reviewId, entryId },
    // No notice to a member who took it back.
    notice: isOwn ? null : 'withdrawal.rejected',
    at: now,
  })
}

export interface WithdrawalOutcome {
  /** The action in the audit row; the stage or state by default. */
  readonly action?: string
  readonly actor?: Actor
  readonly requestId?: string
  readonly now: { readonly state: string; readonly stage?: string }
  readonly why?: { readonly rejectionReason?: string; readonly note?: string }
  readonly details: Readonly<Record<string, string>>
  readonly notice: `withdrawal.${'passed' | 'rejected' | 'paid' | 'returned'}` | null
  readonly at: Date
}

export const notifyWithdrawal = (
  tx: Tx,
  deps: Pick<DecidingDeps, 'bus' | 'subjects'>,
  { id, memberId, amount, currency, ending }: WithdrawalRow,
  { action, actor = 'system', requestId, notice, ...rest }: WithdrawalOutcome,
): Promise<void> =>
  recordOutcome(tx, deps, {
    ...rest,
    memberId,
    action: `withdrawals.${action ?? rest.now.stage ?? rest.now.state}`,
    actor,
    subject: `withdrawal:${id}`,
    requestId: requestId ?? rest.details['reviewId'] ?? id,
    event: { kind: 'withdrawal.changed', id },
    notice:
      notice === null
        ? null
        : { code: notice, params: { amount: amount.toString(), currency, last4: ending } },
  })
