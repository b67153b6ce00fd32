import { type DepositFault, depositFaults } from '@fairlot/contract/deposits'
import { post } from '@fairlot/ledger'
import { recordAudit } from '#features/audit'
import { recordOwnEvent } from '#features/members'
import { sendNotice } from '#features/notices'
import type { Tx } from '#platform/db'
import { faultFrom } from '#platform/fault-note'
import type { DecidingDeps } from './deps.ts'
import { depositEntry } from './postings.ts'
import { type DepositRow, endDeposit, lockDeposit } from './store.ts'

export interface DepositDecision {
  readonly depositId: string
  readonly reviewId: string
  readonly note: string
  readonly now: Date
}

/** Books what two people agreed has come. False when it is pending no more. */
export async function passDeposit(
  tx: Tx,
  deps: DecidingDeps,
  { depositId, reviewId, note, now, booked }: DepositDecision & { readonly booked: bigint },
): Promise<boolean> {
  const row = await lockDeposit(tx, depositId)
  if (row?.state !== 'pending') return false
  const posted = await post(tx, depositEntry({ ...row, depositId, booked, now }))
  if (!posted.ok) throw new Error(`deposit ${depositId}: the ledger refuses (${posted.reason})`)
  await endDeposit(tx, depositId, {
    state: 'passed',
    booked,
    entryId: posted.entryId,
    fault: booked === row.amount ? null : 'amount-differs',
    note: booked === row.amount ? null : note.trim().slice(0, 300) || null,
    step: 'booked',
    at: now,
  })
  await tell(tx, deps, row, reviewId, now, 'passed', { booked: booked.toString(), entryId: posted.entryId })
  await sendNotice(tx, {
    memberId: row.memberId,
    code: 'deposit.passed',
    params: { amount: booked.toString(), currency: row.currency },
    at: now,
  })
  return true
}

/** `note` is what the member reads; a fault named in front of it (`not-received: …`) is kept as the fault. */
export async function rejectDeposit(
  tx: Tx,
  deps: DecidingDeps,
  decision: DepositDecision & { readonly expired?: boolean },
): Promise<boolean> {
  const row = await lockDeposit(tx, decision.depositId)
  if (row?.state !== 'pending') return false
  const { fault, note } = decision.expired
    ? ({ fault: 'expired', note: null } as const)
    : faultFrom<DepositFault>(decision.note, depositFaults, 'not-received')
  await endDeposit(tx, row.id, {
    state: 'rejected',
    booked: null,
    entryId: null,
    fault,
    note,
    step: decision.expired ? 'expired' : 'rejected',
    at: decision.now,
  })
  await tell(tx, deps, row, decision.reviewId, decision.now, 'rejected', { fault })
  await sendNotice(tx, {
    memberId: row.memberId,
    code: 'deposit.rejected',
    params: { amount: row.amount.toString(), currency: row.currency, fault },
    at: decision.now,
  })
  return true
}

async function tell(
  tx: Tx,
  deps: DecidingDeps,
  { id, memberId }: DepositRow,
  reviewId: string,
  now: Date,
  state: 'passed' | 'rejected',
  details: Readonly<Record<string, string>>,
): Promise<void> {
  await recordAudit(tx, {
    action: `deposits.${state}`,
    actor: 'system',
    subject: `deposit:${id}`,
    details: { reviewId, ...details },
    requestId: reviewId,
  })
  await recordOwnEvent(tx, deps, { memberId, kind: 'deposit.changed', data: { id, state }, at: now })
}
