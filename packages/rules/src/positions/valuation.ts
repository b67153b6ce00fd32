// What a holding is worth and what it has brought. One identity carries all of it: realised plus unrealised is what the
// holding would have brought in all if the rest were closed now, every cost paid. So what is told today and what
// settlement books at the close differ by the price alone.

import type { InstrumentKind } from '@fairlot/contract/venue'
import { addDays } from '../calendar/index.ts'
import { brokerage, interest, transactionTax, valueAt } from '../orders/costs.ts'
import type { Direction } from '../orders/funding.ts'
import type { TradingTerms } from '../orders/terms.ts'

/** A holding as app.positions has it. */
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

/** The part of an amount that belongs to the shares still open; what has gone was rounded down. */
export const openPart = (amount: bigint, position: Pick<Position, 'shares' | 'openedShares'>): bigint =>
  amount - (amount * BigInt(position.openedShares - position.shares)) / BigInt(position.openedShares)

/**
 * Accrued and not paid, to today: what stands on the row, and the days the daily job has not come to yet. Counted as the
 * job counts: from the opening day, rounded once over the whole stretch.
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

/** What one order closing all of it at this price would be charged. A short is closed by buying: no tax. */
export function closingCosts(
  terms: TradingTerms,
  position: Position,
  price: number,
  kind: InstrumentKind,
  today: string,
): ClosingCosts {
  const value = valueAt(price, position.shares)
  const sameDay = position.dayTrade && position.openedOn === today
  return {
    fee: brokerage(terms, value),
    tax: position.direction === 'long' ? transactionTax(terms, kind, sameDay, value) : 0n,
    interest: interestDue(terms, position, today),
  }
}

/** Result of what is still open if it were closed now at the last price: after its opening costs, closing costs, interest. */
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

/** Everything it has cost so far: brokerage, tax, borrowing, interest paid. */
export const costsPaid = (position: Position): bigint =>
  position.openFee +
  position.openTax +
  position.borrowFee +
  position.closeFee +
  position.closeTax +
  position.interestPaid

/** The member's own money in what is still open: own part of a long, margin of a short, with what was added since. */
export function marginIn(position: Position): bigint {
  if (position.shares === 0) return 0n
  const opened = openPart(position.openedValue, position)
  if (position.direction === 'long') return opened - position.loan
  const costs = openPart(position.openFee + position.openTax + position.borrowFee, position)
  return position.collateral - (opened - costs)
}
