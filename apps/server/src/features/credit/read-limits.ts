import { borrowableOf } from '@fairlot/rules/credit'
import type { RuleProfile } from '@fairlot/rules/orders'
import type { Tx } from '#platform/db'
import { showScore } from './show.ts'
import {
  type FreeHolding,
  type LoanRow,
  readAdded,
  readFreeHoldings,
  readOpenLoan,
  readScoreInputs,
} from './store.ts'
import { type CreditDay, readCreditDay } from './terms.ts'

export interface CreditLimits {
  readonly day: CreditDay
  readonly limit: bigint
  /** With everything pledged; zero while a loan is open or under review, and while the channel is closed. */
  readonly borrowable: bigint
  readonly borrowed: bigint
  readonly loan: LoanRow | undefined
  readonly holdings: readonly FreeHolding[]
}

export async function readLimits(
  tx: Tx,
  profile: RuleProfile,
  memberId: string,
  now: Date,
): Promise<CreditLimits> {
  const day = await readCreditDay(tx, profile, now)
  const loan = await readOpenLoan(tx, memberId)
  const holdings = await readFreeHoldings(tx, memberId, day.today, day.trading.minPrice)
  const added = await readAdded(tx, memberId)
  const max = BigInt(day.terms.max)
  const approved = BigInt(day.terms.limitStart) + added
  const limit = approved < max ? approved : max
  const isFree = loan === undefined && day.terms.isOpen === 1
  return {
    day,
    limit,
    borrowable: isFree ? borrowableOf(day.terms, limit, holdings) : 0n,
    borrowed: loan?.principal ?? 0n,
    loan,
    holdings,
  }
}

/** The figures of the member's account: score, limit, borrowable, borrowed. */
export async function readCreditFigures(tx: Tx, profile: RuleProfile, memberId: string, now: Date) {
  const { day, limit, borrowable, borrowed } = await readLimits(tx, profile, memberId, now)
  const { score } = showScore(await readScoreInputs(tx, memberId, now), day.scoreStart)
  return { score, limit: limit.toString(), borrowable: borrowable.toString(), borrowed: borrowed.toString() }
}

export interface BorrowedMoney {
  /** The score that a withdrawal of borrowed money needs. */
  readonly needed: number
  readonly score: number
  /** The principal of an open loan. */
  readonly principal: bigint
}

/** Undefined when no score is needed, or none is missing: the member's own money is never asked for one. */
export async function scoreShortfall(
  tx: Tx,
  profile: RuleProfile,
  memberId: string,
  now: Date,
): Promise<BorrowedMoney | undefined> {
  const { withdrawScore, scoreStart } = await readCreditDay(tx, profile, now)
  if (withdrawScore === 0) return undefined
  const loan = await readOpenLoan(tx, memberId)
  if (loan === undefined || loan.principal === 0n) return undefined
  const { score } = showScore(await readScoreInputs(tx, memberId, now), scoreStart)
  return score >= withdrawScore ? undefined : { needed: withdrawScore, score, principal: loan.principal }
}
