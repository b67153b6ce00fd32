import type { CreditEndReason } from '@fairlot/contract/credit'
import { supportedBy } from '@fairlot/rules/credit'
import { postOrThrow } from '#features/fund-requests'
import { recordOutcome } from '#features/members'
import type { Tx } from '#platform/db'
import type { DecidingDeps, NotifyDeps } from './deps.ts'
import { freePledges } from './free-pledges.ts'
import { disburseEntry } from './postings.ts'
import {
  decideIncrease,
  type LoanRow,
  lockCredit,
  passLoan,
  readIncrease,
  readLoan,
  readPledges,
  rejectLoanRow,
} from './store.ts'
import { readCreditDay } from './terms.ts'

export interface Decision {
  readonly subject: string
  readonly reviewId: string
  readonly now: Date
}

async function lockPending(tx: Tx, loanId: string): Promise<LoanRow | undefined> {
  const known = await readLoan(tx, loanId)
  if (!known) return undefined
  await lockCredit(tx, known.memberId)
  const loan = await readLoan(tx, loanId)
  return loan?.state === 'pending' ? loan : undefined
}

/** Lends what two operators approved. When the pledge has fallen below the loan meanwhile, it is rejected instead. */
export async function passCredit(
  tx: Tx,
  deps: DecidingDeps,
  { subject: loanId, reviewId, now }: Decision,
): Promise<'passed' | 'collateral' | 'cancelled'> {
  const loan = await lockPending(tx, loanId)
  if (!loan) return 'cancelled'
  const { terms } = await readCreditDay(tx, deps.profile, now)
  if (supportedBy(terms, await readPledges(tx, [loanId])) < loan.amount) {
    await endPending(tx, deps, loan, { reviewId, reason: 'collateral', note: '', now })
    return 'collateral'
  }
  const entryId = await postOrThrow(tx, disburseEntry(loan, loan.amount, now))
  await passLoan(tx, { loanId, reviewId, entryId, at: now })
  const { dueOn } = (await readLoan(tx, loanId))!
  await recordOutcome(tx, deps, {
    memberId: loan.memberId,
    action: 'credit.passed',
    actor: 'system',
    subject: `credit-loan:${loanId}`,
    now: { state: 'passed' },
    details: { reviewId, entryId, amount: loan.amount.toString(), dueOn },
    event: { kind: 'credit.changed', id: loanId },
    notice: { code: 'credit.passed', params: { amount: loan.amount.toString(), dueOn: dueOn! } },
    requestId: reviewId,
    at: now,
  })
  return 'passed'
}

interface Ending {
  readonly reviewId: string
  readonly reason: CreditEndReason
  readonly note: string
  readonly now: Date
}

async function endPending(
  tx: Tx,
  deps: NotifyDeps,
  loan: LoanRow,
  { reviewId, reason, note, now }: Ending,
): Promise<void> {
  await rejectLoanRow(tx, loan.loanId, reason, note.trim() || null, now)
  await freePledges(tx, loan, now)
  await recordOutcome(tx, deps, {
    memberId: loan.memberId,
    action: 'credit.rejected',
    actor: 'system',
    subject: `credit-loan:${loan.loanId}`,
    now: { state: 'rejected' },
    why: { rejectionReason: reason, note: note.trim() },
    details: { reviewId },
    event: { kind: 'credit.changed', id: loan.loanId },
    notice: { code: 'credit.rejected', params: { amount: loan.amount.toString() } },
    requestId: reviewId,
    at: now,
  })
}

/** An operator rejected it, or its time is over: the pledges are free. Does nothing when it is no longer under review. */
export async function rejectCredit(
  tx: Tx,
  deps: NotifyDeps,
  { subject, ...ending }: Decision & { readonly reason: CreditEndReason; readonly note: string },
): Promise<void> {
  const loan = await lockPending(tx, subject)
  if (loan) await endPending(tx, deps, loan, ending)
}

/** Passed without a reason, rejected with one. False when it is no longer under review. */
export async function endIncrease(
  tx: Tx,
  deps: NotifyDeps,
  decision: Decision & { readonly reason: CreditEndReason | null; readonly note: string },
): Promise<boolean> {
  const { subject: increaseId, reviewId, reason, now } = decision
  const row = await readIncrease(tx, increaseId)
  if (row?.state !== 'pending') return false
  const note = decision.note.trim()
  await decideIncrease(tx, { increaseId, reviewId, reason, note: note || null, at: now })
  const isPassed = reason === null
  await recordOutcome(tx, deps, {
    memberId: row.memberId,
    action: isPassed ? 'credit.increase-passed' : 'credit.increase-rejected',
    actor: 'system',
    subject: `credit-increase:${increaseId}`,
    now: { state: isPassed ? 'passed' : 'rejected' },
    ...(isPassed ? {} : { why: { rejectionReason: reason, note } }),
    details: { reviewId, amount: row.amount.toString() },
    event: { kind: 'credit.changed', id: increaseId },
    notice: {
      code: isPassed ? 'credit.increase-passed' : 'credit.increase-rejected',
      params: { amount: row.amount.toString() },
    },
    requestId: reviewId,
    at: now,
  })
  return true
}
