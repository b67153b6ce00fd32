// The value and the result of a position. One identity: realised plus unrealised is the position's total result if the
// remainder were closed now, with every cost paid. So today's figure and what settlement books at the close differ by
// the price alone.

import type { InstrumentKind } from '@fairlot/contract/venue'
import { addDays } from '../calendar/index.ts'
import { closingFees, interest, valueAt } from '../orders/costs.ts'
import type { Direction } from '../orders/funding.ts'
import type { TradingTerms } from '../orders/terms.ts'

/** A position as in app.positions. */
export interface Position {
  readonly direction: Direction
  readonly dayTrade: boolean
  readonly openedOn: string
  readonly openedShares: number
  readonly shares: number
  readonly openedValue: bigint
  readonly openFee: bigint
  readonly openTax: bigint
  readonly borrowFee: bigint
  readonly loan: bigint
  readonly collateral: bigint
  readonly interest: bigint
  readonly interestThrough: string
  readonly closedValue: bigint
  readonly closeFee: bigint
  readonly closeTax: bigint
  readonly interestPaid: bigint
  readonly realised: bigint
}

/** Average price of shares in hundredths, rounded half up. */
export const averagePrice = (value: bigint, shares: number): number =>
  Number((value * 2n + BigInt(shares)) / (BigInt(shares) * 2n))

/** The part of an amount that belongs to the shares still open; the closed parts were rounded down. */
export const openPart = (amount: bigint, position: Pick<Position, 'shares' | 'openedShares'>): bigint =>
  amount - (amount * BigInt(position.openedShares - position.shares)) / BigInt(position.openedShares)

/**
 * Accrued and unpaid interest up to today: the row's amount, and the days the daily job has not processed yet. Counted
 * as the job counts: from the opening day, rounded once over the whole period.
 */
export function interestDue(terms: TradingTerms, position: Position, today: string): bigint {
  if (today <= position.interestThrough) return position.interest
  const upTo = (date: string): bigint => interest(terms, position.loan, daysFrom(position.openedOn, date))
  return position.interest + upTo(today) - upTo(position.interestThrough)
}

function daysFrom(from: string, to: string): number {
  let days = 0
  for (let date = from; date < to; date = addDays(date, 1)) days += 1
  return days
}

export interface ClosingCosts {
  readonly fee: bigint
  readonly tax: bigint
  readonly interest: bigint
}

/** The costs of closing everything at this price. A short is closed by buying: no tax. */
export function closingCosts(
  terms: TradingTerms,
  position: Position,
  price: number,
  kind: InstrumentKind,
  today: string,
): ClosingCosts {
  const dayTrade = position.dayTrade && position.openedOn === today
  const sale = position.direction === 'long' ? { kind, dayTrade } : undefined
  return {
    ...closingFees(terms, price, position.shares, sale),
    interest: interestDue(terms, position, today),
  }
}

/** Result of the open part if closed now at the last price, after its opening costs, closing costs and interest. */
export function unrealised(
  terms: TradingTerms,
  position: Position,
  last: number,
  kind: InstrumentKind,
  today: string,
): bigint {
  if (position.shares === 0) return 0n
  const costs = closingCosts(terms, position, last, kind, today)
  const out = position.closedValue + valueAt(last, position.shares)
  const gross = position.direction === 'long' ? out - position.openedValue : position.openedValue - out
  return gross - costsPaid(position) - costs.fee - costs.tax - costs.interest - position.realised
}

/** All costs so far: brokerage, tax, borrowing, interest paid. */
export const costsPaid = (position: Position): bigint =>
  position.openFee +
  position.openTax +
  position.borrowFee +
  position.closeFee +
  position.closeTax +
  position.interestPaid

/** The member's own money in the open part: own part of a long, margin of a short, and later top-ups. */
export function marginIn(position: Position): bigint {
  if (position.shares === 0) return 0n
  const opened = openPart(position.openedValue, position)
  if (position.direction === 'long') return opened - position.loan
  const costs = openPart(position.openFee + position.openTax + position.borrowFee, position)
  return position.collateral - (opened - costs)
}
