import { type WithdrawalFault, withdrawalFaults } from '@fairlot/contract/withdrawals'
import { type Entry, post } from '@fairlot/ledger'
import { recordAudit } from '#features/audit'
import { recordOwnEvent } from '#features/members'
import { sendNotice } from '#features/notices'
import type { Tx } from '#platform/db'
import { faultFrom } from '#platform/fault-note'
import type { DecidingDeps } from './deps.ts'
import { passEntry, releaseEntry } from './postings.ts'
import { endWithdrawal, lockWithdrawal, type WithdrawalRow } from './store.ts'

export interface WithdrawalDecision {
  readonly withdrawalId: string
  readonly reviewId: string
  readonly now: Date
}

/** What was frozen leaves the member and waits for the bank. False when it is pending no more. */
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
    fault: null,
    note: null,
    entryId,
    step: 'passed',
    at: now,
  })
  await tellWithdrawal(tx, deps, row, { state: 'passed', stage: 'queued' }, { reviewId, entryId }, now)
  await noticeWithdrawal(tx, row, { code: 'withdrawal.passed' }, now)
  return true
}

/** `note` is what the member reads; a fault named in front of it (`court-order: …`) is kept as the fault. */
export async function rejectWithdrawal(
  tx: Tx,
  deps: DecidingDeps,
  decision: WithdrawalDecision & { readonly note: string; readonly expired?: boolean },
): Promise<boolean> {
  const row = await lockWithdrawal(tx, decision.withdrawalId)
  if (row?.state !== 'pending') return false
  const { fault, note } = decision.expired
    ? ({ fault: 'expired', note: null } as const)
    : faultFrom<WithdrawalFault>(decision.note, withdrawalFaults, 'account-refused')
  await releaseAndEnd(
    tx,
    deps,
    row,
    { fault, note, step: decision.expired ? 'expired' : 'rejected' },
    decision,
  )
  return true
}

/** Rejected, run out or taken back: what was frozen is free again in the same transaction. */
export async function releaseAndEnd(
  tx: Tx,
  deps: Pick<DecidingDeps, 'bus' | 'subjects'>,
  row: WithdrawalRow,
  end: { readonly fault: WithdrawalFault; readonly note: string | null; readonly step: string },
  { reviewId, now }: { readonly reviewId: string; readonly now: Date },
): Promise<void> {
  const entryId = await postOrThrow(tx, releaseEntry({ ...row, now }))
  await endWithdrawal(tx, row.id, { ...end, state: 'rejected', entryId, at: now })
  await tellWithdrawal(tx, deps, row, { state: 'rejected' }, { reviewId, entryId, fault: end.fault }, now)
  // Who took it back himself need not be told.
  if (end.fault !== 'taken_back')
    await noticeWithdrawal(tx, row, { code: 'withdrawal.rejected', fault: end.fault }, now)
}

export async function postOrThrow(tx: Tx, posting: Entry): Promise<string> {
  const posted = await post(tx, posting)
  if (!posted.ok) throw new Error(`${posting.key}: the ledger refuses (${posted.reason})`)
  return posted.entryId
}

export const noticeWithdrawal = (
  tx: Tx,
  { memberId, amount, currency, ending }: WithdrawalRow,
  {
    code,
    ...more
  }: { readonly code: `withdrawal.${'passed' | 'rejected' | 'paid' | 'returned'}` } & Readonly<
    Record<string, string>
  >,
  at: Date,
): Promise<void> =>
  sendNotice(tx, {
    memberId,
    code,
    params: { amount: amount.toString(), currency, last4: ending, ...more },
    at,
  })

export async function tellWithdrawal(
  tx: Tx,
  deps: Pick<DecidingDeps, 'bus' | 'subjects'>,
  { id, memberId }: Pick<WithdrawalRow, 'id' | 'memberId'>,
  now: { readonly state: string; readonly stage?: string },
  details: Readonly<Record<string, string>>,
  at: Date,
): Promise<void> {
  await recordAudit(tx, {
    action: `withdrawals.${now.stage ?? now.state}`,
    actor: 'system',
    subject: `withdrawal:${id}`,
    details,
    requestId: details['reviewId'] ?? id,
  })
  await recordOwnEvent(tx, deps, { memberId, kind: 'withdrawal.changed', data: { id, ...now }, at })
}
