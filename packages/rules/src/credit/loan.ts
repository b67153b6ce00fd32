// The arithmetic of a credit loan. Integers only; everything that a member agrees to is computed here, for the screen that
// shows it and for the server that books it.

import type { CreditTermDays } from '@fairlot/contract/credit/states'
import { creditTermDays } from '@fairlot/contract/credit/states'
import type { CreditTerms } from './limits.ts'

const million = 1_000_000n
const whole = 10_000n
const min = (...amounts: readonly bigint[]): bigint => amounts.reduce((a, b) => (a < b ? a : b))

export const isCreditTerm = (days: number): days is CreditTermDays =>
  creditTermDays.some((each) => each === days)

/** A part of a stock that secures a loan. */
export interface PledgedShares {
  readonly shares: number
  /** New shares of a stock dividend that have not arrived: they cover the loan and cannot be sold. */
  readonly arriving?: number
  /** In hundredths. */
  readonly price: number
}

export const pledgeValue = (pledges: readonly PledgedShares[]): bigint =>
  pledges.reduce(
    (sum, { shares, arriving = 0, price }) => sum + BigInt(shares + arriving) * BigInt(price),
    0n,
  )

/** The most that these shares carry, in whole steps. */
export function supportedBy(
  terms: Pick<CreditTerms, 'financing' | 'step'>,
  pledges: readonly PledgedShares[],
): bigint {
  const part = (pledgeValue(pledges) * BigInt(terms.financing)) / million
  return part - (part % BigInt(terms.step))
}

/** The least of the approved limit, what the pledge supports, and the most that one member may borrow. */
export const borrowableOf = (
  terms: Pick<CreditTerms, 'financing' | 'step' | 'max'>,
  limit: bigint,
  pledges: readonly PledgedShares[],
): bigint => min(limit - (limit % BigInt(terms.step)), supportedBy(terms, pledges), BigInt(terms.max))

/** Interest of so many days, rounded to the cent once over the whole period, a half up. */
export function creditInterest(principal: bigint, aprPpm: number, days: number): bigint {
  const parts = principal * BigInt(aprPpm) * BigInt(days)
  const year = million * 365n
  return (parts * 2n + year) / (year * 2n)
}

export interface LoanCost {
  readonly interest: bigint
  /** The interest of one day. */
  readonly daily: bigint
  /** There is none. */
  readonly fees: bigint
  readonly total: bigint
}

/** What a loan costs when it is repaid on its due date. */
export function costOf(amount: bigint, aprPpm: number, termDays: number): LoanCost {
  const interest = creditInterest(amount, aprPpm, termDays)
  return { interest, daily: creditInterest(amount, aprPpm, 1), fees: 0n, total: amount + interest }
}

/** Interest first, then principal. Undefined when it is more than what is owed. */
export function splitRepayment(
  owed: { readonly principal: bigint; readonly interest: bigint },
  amount: bigint,
): { readonly interest: bigint; readonly principal: bigint } | undefined {
  if (amount > owed.principal + owed.interest) return undefined
  const interest = min(amount, owed.interest)
  return { interest, principal: amount - interest }
}

/** Value of the pledge over everything owed, in hundredths of a percent, rounded down. Null when nothing is owed. */
export const creditRatio = (value: bigint, owed: bigint): number | null =>
  owed === 0n ? null : Number((value * whole) / owed)

/** The highest price of the one pledged stock at which the loan is below this ratio; null when there is none. */
export function creditCallPrice(shares: number, owed: bigint, ratioBp: number): number | null {
  if (shares === 0 || owed === 0n) return null
  const level = owed * BigInt(ratioBp)
  const slope = whole * BigInt(shares)
  const price = (level + slope - 1n) / slope - 1n
  return price > 0n ? Number(price) : null
}

/** The least whole dollars that bring the loan to this ratio. */
export function creditTopUp(value: bigint, owed: bigint, ratioBp: number): bigint {
  const allowed = (value * whole) / BigInt(ratioBp)
  if (owed <= allowed) return 0n
  const dollars = (owed - allowed + 99n) / 100n
  return min(dollars * 100n, owed)
}

const lot = 1_000

/** Kept of a sale for its costs and for a price that moves: the rest counts as repaid. */
const saleKeepsPpm = 950_000n

/**
 * How many shares of one stock a forced sale takes: as few whole lots as bring the loan to the ratio when their proceeds
 * repay it, otherwise all. A target of null repays everything.
 */
export function sharesToSell(
  pledge: PledgedShares,
  others: bigint,
  owed: bigint,
  ratioBp: number | null,
): number {
  const enough = (quantity: number): boolean => {
    const paid = (BigInt(quantity) * BigInt(pledge.price) * saleKeepsPpm) / million
    const left = owed - paid
    if (left <= 0n) return true
    if (ratioBp === null) return false
    const value = others + BigInt(pledge.shares - quantity) * BigInt(pledge.price)
    return value * whole >= left * BigInt(ratioBp)
  }
  if (enough(0)) return 0
  for (let quantity = lot; quantity < pledge.shares; quantity += lot) if (enough(quantity)) return quantity
  return pledge.shares
}

/** The part of a withdrawal's source that is borrowed: it needs the score, the member's own money never does. */
export const borrowedPart = (available: bigint, principal: bigint): bigint => min(available, principal)
