// Whether a member's debt is still covered, over the whole account:
//
//   ratio = (market value of longs with a loan + collateral of shorts) / (loans + market value of shorted shares)
//
// Longs without a loan do not count. Everything here is exact in integers. The displayed ratio is rounded down, so that
// it never looks safer than it is, and "below 130 %" means the same for the figure and for the fraction.

import type { Direction } from '../orders/funding.ts'
import { valueAt } from '../orders/costs.ts'
import type { TradingTerms } from '../orders/terms.ts'

/** The fields of a position that the ratio uses. */
export interface Secured {
  readonly positionId: string
  readonly symbol: string
  readonly direction: Direction
  readonly shares: number
  readonly loan: bigint
  readonly collateral: bigint
  /** Accrued but not paid. */
  readonly interest: bigint
  readonly last: number
}

export interface Cover {
  /** What secures the debt. */
  readonly securing: bigint
  /** What is owed on it. */
  readonly debt: bigint
}

const whole = 10_000n

/** The debt of one position at the last price: its loan, or what buying the lent shares back costs. */
export const debtOf = ({ direction, loan, last, shares }: Secured): bigint =>
  direction === 'short' ? valueAt(last, shares) : loan

export const securingOf = ({ direction, loan, collateral, last, shares }: Secured): bigint =>
  direction === 'short' ? collateral : loan > 0n ? valueAt(last, shares) : 0n

export const coverOf = (account: readonly Secured[]): Cover =>
  account.reduce(
    ({ securing, debt }, one) => ({ securing: securing + securingOf(one), debt: debt + debtOf(one) }),
    { securing: 0n, debt: 0n },
  )

/** Hundredths of a percent, rounded down; null without debt. */
export const ratioOf = ({ securing, debt }: Cover): number | null =>
  debt === 0n ? null : Number((securing * whole) / debt)

/** The maintenance ratio of the whole account. */
export const maintenance = (account: readonly Secured[]): number | null => ratioOf(coverOf(account))

const isBelow = ({ securing, debt }: Cover, ratioBp: number): boolean =>
  securing * whole < debt * BigInt(ratioBp)

const ceilDiv = (a: bigint, b: bigint): bigint => (a > 0n ? (a + b - 1n) / b : a / b)

/**
 * The first price at which the account gets a margin call when `moving` shares have that price and all else is
 * unchanged: for longs the highest such price, for shorts the lowest. Null when no price causes a call. `others` is the
 * rest of the account, the loans and collateral of the moving shares included.
 */
export function callPriceOf(
  terms: Pick<TradingTerms, 'callRatio'>,
  others: Cover,
  moving: { readonly long: number; readonly short: number },
): number | null {
  // A call comes when 10,000 (S + long p) < call (D + short p), that is slope p < level.
  const call = BigInt(terms.callRatio)
  const slope = whole * BigInt(moving.long) - call * BigInt(moving.short)
  const level = call * others.debt - whole * others.securing
  if (slope > 0n) {
    const price = ceilDiv(level, slope) - 1n
    return price > 0n ? Number(price) : null
  }
  if (slope < 0n) {
    // Above -level / -slope.
    const price = -level < 0n ? 1n : -level / -slope + 1n
    return Number(price)
  }
  return null
}

/** The call price of a symbol in this account: all its positions move together, the other symbols stay. */
export function callPrice(
  terms: Pick<TradingTerms, 'callRatio'>,
  account: readonly Secured[],
  symbol: string,
): number | null {
  const owing = account.filter((one) => debtOf(one) > 0n)
  const here = owing.filter((one) => one.symbol === symbol)
  if (here.length === 0) return null
  const shares = (direction: Direction): number =>
    here.filter((one) => one.direction === direction).reduce((sum, one) => sum + one.shares, 0)
  return callPriceOf(
    terms,
    coverOf(owing.map((one) => (one.symbol === symbol ? { ...one, last: 0 } : one))),
    { long: shares('long'), short: shares('short') },
  )
}

/** The effect of added money on one position. */
export interface TopUpPart {
  readonly positionId: string
  readonly interest: bigint
  readonly loan: bigint
  readonly collateral: bigint
}

/** NT$1 of a loan. */
const stub = 100n

const byDebt = (account: readonly Secured[]): readonly Secured[] =>
  account
    .filter((one) => debtOf(one) > 0n)
    .toSorted((a, b) => {
      const [first, second] = [debtOf(a), debtOf(b)]
      if (first !== second) return first > second ? -1 : 1
      return a.positionId < b.positionId ? -1 : 1
    })

/**
 * Where added money goes: to the loans, the largest first, interest before principal; then to the collateral of the
 * short with the worst cover. While the debt exceeds the money, a dollar of each loan remains: a position without a
 * loan secures nothing, and paying one off would lower the ratio of the others.
 */
export function spreadTopUp(account: readonly Secured[], amount: bigint): readonly TopUpPart[] {
  const owing = byDebt(account)
  const loans = owing.filter((one) => one.direction === 'long')
  const shorts = owing.filter((one) => one.direction === 'short')
  const all = loans.reduce((sum, one) => sum + one.loan + one.interest, 0n)
  const keep = shorts.length > 0 || amount < all ? stub : 0n
  const parts: TopUpPart[] = []
  let left = amount
  for (const { positionId, interest, loan } of loans) {
    const paid = { interest: min(left, interest), loan: 0n }
    left -= paid.interest
    paid.loan = min(left, loan > keep ? loan - keep : 0n)
    left -= paid.loan
    if (paid.interest + paid.loan > 0n) parts.push({ positionId, ...paid, collateral: 0n })
  }
  if (left > 0n && shorts.length > 0) {
    const worst = shorts.reduce((a, b) => (a.collateral * debtOf(b) <= b.collateral * debtOf(a) ? a : b))
    parts.push({ positionId: worst.positionId, interest: 0n, loan: 0n, collateral: left })
  }
  return parts
}

const min = (a: bigint, b: bigint): bigint => (a < b ? a : b)

/** The account after the top-up. */
export const afterTopUp = (account: readonly Secured[], parts: readonly TopUpPart[]): readonly Secured[] =>
  account.map((one) => {
    const part = parts.find(({ positionId }) => positionId === one.positionId)
    if (!part) return one
    return {
      ...one,
      interest: one.interest - part.interest,
      loan: one.loan - part.loan,
      collateral: one.collateral + part.collateral,
    }
  })

/** The least whole dollars that bring the account to this ratio when spread as above; zero when already there. */
export function topUpFor(account: readonly Secured[], targetBp: number): bigint {
  if (!isBelow(coverOf(account), targetBp)) return 0n
  const enough = (dollars: bigint): boolean =>
    !isBelow(coverOf(afterTopUp(account, spreadTopUp(account, dollars * 100n))), targetBp)
  // Paying off every loan with its interest and filling collateral up to the target is always enough.
  const { securing, debt } = coverOf(account)
  const dues = account.reduce((sum, one) => sum + one.interest + one.loan, 0n)
  let low = 0n
  let high = ((debt * BigInt(targetBp)) / whole + securing + dues) / 100n + BigInt(account.length) + 2n
  while (high - low > 1n) {
    const middle = (low + high) / 2n
    if (enough(middle)) high = middle
    else low = middle
  }
  return high * 100n
}

export interface ForcedClose {
  readonly positionId: string
  readonly quantity: number
}

const lot = 1_000

/**
 * What a forced close takes, the largest debt first, until the account reaches the ratio. The last position is closed
 * by as many whole lots as needed; when lots do not help, completely.
 */
export function forcedCloses(account: readonly Secured[], targetBp: number): readonly ForcedClose[] {
  const closes: ForcedClose[] = []
  let following: readonly Secured[] = byDebt(account)
  while (following.length > 0 && isBelow(coverOf(following), targetBp)) {
    const [first, ...others] = following as readonly [Secured, ...Secured[]]
    const quantity = fewestLots(first, others, targetBp)
    closes.push({ positionId: first.positionId, quantity })
    if (quantity < first.shares) break
    following = others
  }
  return closes
}

function fewestLots(first: Secured, others: readonly Secured[], targetBp: number): number {
  const enough = (quantity: number): boolean => {
    const left = first.shares - quantity
    const share = (amount: bigint): bigint => amount - (amount * BigInt(quantity)) / BigInt(first.shares)
    const part = { ...first, shares: left, loan: share(first.loan), collateral: share(first.collateral) }
    return !isBelow(coverOf(left === 0 ? others : [part, ...others]), targetBp)
  }
  // The ratio is monotonic in the quantity, so the first sufficient lot count is found by bisection.
  const lots = Math.floor((first.shares - 1) / lot)
  if (lots === 0 || !enough(lots * lot)) return first.shares
  let low = 0
  let high = lots
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2)
    if (enough(middle * lot)) high = middle
    else low = middle
  }
  return high * lot
}

/**
 * The amount an open margin call still requires: the unpaid part of the called amount, or more if prices have fallen
 * further since.
 */
export function callAsksOf(
  call: { readonly amount: bigint; readonly paid: bigint },
  account: readonly Secured[],
  { cancelRatio }: Pick<TradingTerms, 'cancelRatio'>,
): bigint {
  const remaining = call.amount - call.paid
  const needed = topUpFor(account, cancelRatio)
  const asks = needed > remaining ? needed : remaining
  return asks > 0n ? asks : 0n
}
