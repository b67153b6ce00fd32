// How the fills of a parent order are divided. The database does the same in sets, batch by batch; the phone repeats it
// here. Integers only.

import { divide } from '@fairlot/money'
import { splitLots } from '../instruments/lots.ts'
import { brokerage, transactionTax } from '../orders/costs.ts'
import type { InstrumentKind } from '@fairlot/contract/venue'
import type { TradingTerms } from '../orders/terms.ts'
import type { FeeTerms } from './scale.ts'

export interface PlannedLine {
  readonly id: string
  readonly isMentor: boolean
  readonly planned: number
  /** In the order of the day: 1 is first. The mentor's is not used. */
  readonly place: number
}

/** What the two books have filled: shares, and their value in hundredths. */
export interface BlockFills {
  readonly shares: number
  readonly value: bigint
}

export interface AllocatedLine extends PlannedLine {
  readonly base: number
  readonly remainder: bigint
  readonly shares: number
  readonly value: bigint
}

export interface Allocation {
  readonly lines: readonly AllocatedLine[]
  /** What rounding to the cent leaves with the pool, negative when it pays. */
  readonly rounding: bigint
}

/** The parent order in its two books: whole lots in the regular one, the remainder in that of odd lots. */
export const parentOrders = splitLots

/** Of a value, what these of all shares are at the one average price, to the nearest cent. */
export const valueOf = ({ shares, value }: BlockFills, own: number): bigint =>
  own === 0 ? 0n : divide(value * BigInt(own), BigInt(shares))

/** Before whom a share of the remainder is given: the larger remainder, then the order of the day; the mentor is last. */
const isBefore = (
  a: Omit<AllocatedLine, 'shares' | 'value'>,
  b: Omit<AllocatedLine, 'shares' | 'value'>,
): number => {
  if (a.isMentor !== b.isMentor) return a.isMentor ? 1 : -1
  if (a.remainder !== b.remainder) return a.remainder > b.remainder ? -1 : 1
  return a.place - b.place
}

/**
 * Pro rata of what was planned, rounded down; the shares that are left go one each to the largest remainders. A mentor
 * takes part last, so they never get more than their exact part while followers have a remainder.
 */
export function allocate(fills: BlockFills, planned: readonly PlannedLine[]): Allocation {
  const total = planned.reduce((sum, line) => sum + line.planned, 0)
  if (fills.shares < 0 || fills.shares > total)
    throw new Error(`${fills.shares} shares are filled of a block of ${total}: check its fills`)
  const parts = planned.map((line) => {
    const product = BigInt(fills.shares) * BigInt(line.planned)
    return total === 0
      ? { ...line, base: 0, remainder: 0n }
      : { ...line, base: Number(product / BigInt(total)), remainder: product % BigInt(total) }
  })
  const left = fills.shares - parts.reduce((sum, { base }) => sum + base, 0)
  const more = new Set(
    parts
      .toSorted(isBefore)
      .slice(0, left)
      .map(({ id }) => id),
  )
  const lines = parts.map((part) => {
    const shares = part.base + (more.has(part.id) ? 1 : 0)
    return { ...part, shares, value: valueOf(fills, shares) }
  })
  return { lines, rounding: lines.reduce((sum, { value }) => sum + value, 0n) - fills.value }
}

/** As for every order: the planned shares decide the minimum, whatever they get of it. No fee without a fill. */
export const buyFee = (terms: FeeTerms, line: { readonly planned: number; readonly value: bigint }): bigint =>
  brokerage(terms, line.value, line.planned)

/** As for every sale; a copied one is never a day trade. */
export const saleCosts = (
  terms: TradingTerms,
  kind: InstrumentKind,
  { planned, value }: { readonly planned: number; readonly value: bigint },
): { readonly fee: bigint; readonly tax: bigint } => ({
  fee: brokerage(terms, value, planned),
  tax: transactionTax(terms, kind, false, value),
})
