import type { BodyOf, DataOf } from '@fairlot/contract/routes'
import { post } from '@fairlot/ledger'
import { splitRepayment } from '@fairlot/rules/credit'
import { recordOutcome } from '#features/members'
import { ruleProfileOf } from '#features/site'
import type { Tx } from '#platform/db'
import { done, type Outcome, refuse } from '#platform/outcome'
import { accrueLoan } from './accrue.ts'
import type { Asking } from './apply.ts'
import type { CreditDeps } from './deps.ts'
import { freePledges } from './free-pledges.ts'
import { repayEntry } from './postings.ts'
import { showLoan } from './show.ts'
import { lockCredit, readLoan, readPledges, readRepayment, repayRow } from './store.ts'
import { readCreditDay } from './terms.ts'
import { readOpenCall } from './watch/store.ts'

type Repaid = Outcome<DataOf<'/credit/repay'>>

/**
 * Interest first, then principal; the last of it frees every pledge. Refuses: `request.not-found`, `input.required`,
 * `input.invalid`, `credit.repay-too-much`, `balance.insufficient`.
 */
export async function repayLoan(
  tx: Tx,
  deps: CreditDeps,
  { loanId, repaymentId, amount: typed }: BodyOf<'/credit/repay'>,
  { memberId, now, requestId }: Asking,
): Promise<Repaid> {
  await lockCredit(tx, memberId)
  const found = await readLoan(tx, loanId)
  if (found?.memberId !== memberId) return refuse('request.not-found', { field: 'loanId' })
  if (typed === '') return refuse('input.required', { field: 'amount' })
  const amount = BigInt(typed)
  if (amount <= 0n) return refuse('input.invalid', { field: 'amount' })
  const day = await readCreditDay(tx, ruleProfileOf(deps.money), now)
  const show = async () =>
    showLoan(
      (await readLoan(tx, loanId))!,
      await readPledges(tx, [loanId]),
      await readOpenCall(tx, loanId),
      day,
    )
  // Sent again under another key after a lost connection: the first answer, without a second effect.
  const before = await readRepayment(tx, repaymentId)
  if (before) {
    if (before.memberId !== memberId || before.loanId !== loanId)
      return refuse('input.invalid', { field: 'repaymentId' })
    const { interest, principal } = before
    return done(
      { loan: await show(), interest: interest.toString(), principal: principal.toString() },
      'done.repayment',
    )
  }
  // The interest of the day of repayment is owed, whether the daily run has been or not.
  const isRunning = found.state === 'passed' && found.repaidAt === null
  const loan = isRunning ? await accrueLoan(tx, found, day.today, now) : found
  const parts = isRunning ? splitRepayment(loan, amount) : undefined
  if (!parts) {
    const owed = (loan.principal + loan.interest).toString()
    return refuse('credit.repay-too-much', { field: 'amount', params: { owed } })
  }
  const by = { event: 'credit.repaid', key: repaymentId, due: null } as const
  const posted = await post(tx, repayEntry(loan, parts, by, now))
  if (!posted.ok) return refuse('balance.insufficient', { field: 'amount' })
  await repayRow(tx, { loanId, memberId, requestId: repaymentId, entryId: posted.entryId, ...parts, at: now })
  const isWhole = amount === loan.principal + loan.interest
  if (isWhole) await freePledges(tx, loan, now)
  await recordOutcome(tx, deps, {
    memberId,
    action: 'credit.repaid',
    actor: `member:${memberId}`,
    subject: `credit-loan:${loanId}`,
    now: { state: isWhole ? 'repaid' : 'running' },
    details: {
      interest: parts.interest.toString(),
      principal: parts.principal.toString(),
      entryId: posted.entryId,
    },
    event: { kind: 'credit.changed', id: loanId },
    notice: null,
    requestId,
    at: now,
  })
  return done(
    { loan: await show(), interest: parts.interest.toString(), principal: parts.principal.toString() },
    'done.repayment',
  )
}
