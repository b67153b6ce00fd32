import { post } from '@fairlot/ledger'
import { addDays } from '@fairlot/rules/calendar'
import { creditInterest } from '@fairlot/rules/credit'
import type { Tx } from '#platform/db'
import { accrueEntry } from './postings.ts'
import { accrueRow, type LoanRow } from './store.ts'

export function daysBetween(from: string, to: string): number {
  let days = 0
  for (let date = from; date < to; date = addDays(date, 1)) days += 1
  return days
}

/** The interest owed at the end of this day, booked or not. */
export function interestOn(loan: LoanRow, date: string): bigint {
  if (loan.accruesFrom === null || loan.interestThrough === null || date <= loan.interestThrough)
    return loan.interest
  return loan.interest + growthOf(loan, date)
}

function growthOf({ principal, aprPpm, accruesFrom, interestThrough }: LoanRow, date: string): bigint {
  const upTo = (day: string): bigint => creditInterest(principal, aprPpm, daysBetween(accruesFrom!, day))
  return upTo(date) - upTo(interestThrough!)
}

/** Books the interest of a running loan up to this day. Returns the loan after it. The member's lock is held. */
export async function accrueLoan(tx: Tx, loan: LoanRow, date: string, now: Date): Promise<LoanRow> {
  if (loan.interestThrough === null || date <= loan.interestThrough) return loan
  const growth = growthOf(loan, date)
  let entryId: string | null = null
  if (growth > 0n) {
    const posted = await post(tx, accrueEntry(loan, date, growth, now))
    if (!posted.ok) throw new Error(`the interest of loan ${loan.loanId} was refused: ${posted.reason}`)
    entryId = posted.entryId
  }
  await accrueRow(tx, loan.loanId, date, entryId, now)
  return { ...loan, interest: loan.interest + growth, interestThrough: date }
}
