import type { DepositRejection } from '@fairlot/contract/deposits'
import { postOrThrow } from '#features/fund-requests'
import { recordOutcome } from '#features/members'
import type { Tx } from '#platform/db'
import type { DecidingDeps } from './deps.ts'
import { depositEntry } from './postings.ts'
import { type DepositRow, endDeposit, lockDeposit, readApprovals } from './store.ts'

export interface DepositDecision {
  readonly depositId: string
  readonly reviewId: string
  readonly note: string
  readonly now: Date
}

/** Books the amount that two operators agreed has arrived. False when it is no longer pending. */
export async function passDeposit(
  tx: Tx,
  deps: DecidingDeps,
  { depositId, reviewId, note, now, booked }: DepositDecision & { readonly booked: bigint },
): Promise<boolean> {
  const row = await lockDeposit(tx, depositId)
  if (row?.state !== 'pending') return false
  const entryId = await postOrThrow(tx, depositEntry({ ...row, depositId, booked, now }))
  await endDeposit(tx, depositId, {
    state: 'passed',
    booked,
    entryId,
    rejectionReason: booked === row.amount ? null : 'amount-differs',
    note: booked === row.amount ? null : note.trim() || null,
    approvedAt: await readApprovals(tx, reviewId),
    step: 'booked',
    at: now,
  })
  await notify(tx, deps, row, reviewId, now, 'passed', {
    amount: booked,
    details: { booked: booked.toString(), currency: row.currency, entryId },
  })
  return true
}

/** The member sees the rejection reason and the note. */
export async function rejectDeposit(
  tx: Tx,
  deps: DecidingDeps,
  decision: DepositDecision & { readonly rejectionReason: DepositRejection },
): Promise<boolean> {
  const row = await lockDeposit(tx, decision.depositId)
  if (row?.state !== 'pending') return false
  const { rejectionReason } = decision
  const note = rejectionReason === 'expired' ? null : decision.note.trim() || null
  await endDeposit(tx, row.id, {
    state: 'rejected',
    booked: null,
    entryId: null,
    rejectionReason,
    note,
    approvedAt: await readApprovals(tx, decision.reviewId),
    step: rejectionReason === 'expired' ? 'expired' : 'rejected',
    at: decision.now,
  })
  await notify(tx, deps, row, decision.reviewId, decision.now, 'rejected', {
    amount: row.amount,
    rejectionReason,
  })
  return true
}

const notify = (
  tx: Tx,
  deps: DecidingDeps,
  { id, memberId, currency }: DepositRow,
  reviewId: string,
  now: Date,
  state: 'passed' | 'rejected',
  said: {
    readonly amount: bigint
    readonly rejectionReason?: DepositRejection
    readonly details?: Readonly<Record<string, string>>
  },
): Promise<void> =>
  recordOutcome(tx, deps, {
    memberId,
    action: `deposits.${state}`,
    actor: 'system',
    subject: `deposit:${id}`,
    now: { state },
    why: said.rejectionReason === undefined ? {} : { rejectionReason: said.rejectionReason },
    details: { reviewId, ...said.details },
    event: { kind: 'deposit.changed', id },
    notice: { code: `deposit.${state}`, params: { amount: said.amount.toString(), currency } },
    requestId: reviewId,
    at: now,
  })
