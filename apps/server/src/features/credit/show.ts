import type { DataOf } from '@fairlot/contract/routes'
import {
  creditCallPrice,
  creditRatio,
  lapsesOn,
  pledgeValue,
  scoreOf,
  scoreVersion,
} from '@fairlot/rules/credit'
import { daysBetween, interestOn } from './accrue.ts'
import type { FreeHolding, IncreaseRow, LoanRow, PledgeRow, ScoreRow } from './store.ts'
import type { CreditDay } from './terms.ts'
import type { CallRow } from './watch/store.ts'

type Overview = DataOf<'/credit/overview'>
export type ShownLoan = NonNullable<Overview['loan']>
type ShownStock = Overview['holdings'][number]

/** One row per stock. */
export function byStock(rows: readonly Omit<FreeHolding, 'positionId'>[]): ShownStock[] {
  const stocks = new Map<string, ShownStock>()
  for (const { symbol, nameTw, nameEn, shares, price } of rows) {
    const known = stocks.get(symbol)
    stocks.set(symbol, { symbol, nameTw, nameEn, price, shares: shares + (known?.shares ?? 0) })
  }
  return [...stocks.values()]
}

export const lateDaysOf = ({ dueOn, repaidAt, state }: LoanRow, today: string): number =>
  state !== 'passed' || dueOn === null || repaidAt !== null || today <= dueOn ? 0 : daysBetween(dueOn, today)

export function showLoan(
  loan: LoanRow,
  pledges: readonly PledgeRow[],
  call: CallRow | undefined,
  { today, trading }: Pick<CreditDay, 'today' | 'trading'>,
): ShownLoan {
  const isRunning = loan.state === 'passed' && loan.repaidAt === null
  const interest = isRunning ? interestOn(loan, today) : loan.interest
  // Before the money is lent, the ratio it would start with.
  const owed = isRunning ? loan.principal + interest : loan.state === 'pending' ? loan.amount : 0n
  const stocks = byStock(pledges.map((one) => ({ ...one, shares: one.shares + one.arriving })))
  const { loanId, number, state, amount, termDays, aprPpm, reason, note, lentOn, dueOn } = loan
  return {
    loanId,
    number,
    state,
    amount: amount.toString(),
    termDays,
    aprPpm,
    sentAt: loan.sentAt.toISOString(),
    promisedAt: loan.promisedAt.toISOString(),
    decidedAt: loan.decidedAt?.toISOString() ?? null,
    reason,
    note,
    lentOn,
    dueOn,
    principal: loan.principal.toString(),
    interest: interest.toString(),
    interestPaid: loan.interestPaid.toString(),
    interestDays: isRunning ? daysBetween(loan.accruesFrom!, today) : 0,
    lateDays: lateDaysOf(loan, today),
    repaidAt: loan.repaidAt?.toISOString() ?? null,
    pledges: stocks,
    ratioBp: creditRatio(pledgeValue(pledges), owed),
    callPrice: stocks.length === 1 ? creditCallPrice(stocks[0]!.shares, owed, trading.callRatio) : null,
    call:
      call === undefined
        ? null
        : {
            callId: call.callId,
            reason: call.reason,
            state: call.state,
            calledAt: call.calledAt.toISOString(),
            deadline: call.deadline.toISOString(),
            amount: call.amount.toString(),
          },
  }
}

export const showIncrease = (row: IncreaseRow): NonNullable<Overview['increase']> => ({
  increaseId: row.increaseId,
  number: row.number,
  state: row.state,
  amount: row.amount.toString(),
  purpose: row.purpose,
  sentAt: row.sentAt.toISOString(),
  promisedAt: row.promisedAt.toISOString(),
  decidedAt: row.decidedAt?.toISOString() ?? null,
  reason: row.reason,
  note: row.note,
})

export function showScore(inputs: readonly ScoreRow[], start: number): Overview['score'] {
  const { score, lines } = scoreOf(inputs, start)
  return {
    score,
    start,
    version: scoreVersion,
    lines: [...lines],
    events: inputs.map(({ kind, on, count }) => ({ kind, on, until: lapsesOn(on), count })),
  }
}
