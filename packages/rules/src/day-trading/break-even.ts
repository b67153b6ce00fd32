// The result of an open day trade at each tick around its price, after both brokerages and the half tax.

import type { InstrumentKind } from '@fairlot/contract/venue'
import { stepPrice } from '../instruments/ticks.ts'
import { brokerage, transactionTax, valueAt } from '../orders/costs.ts'
import type { Direction } from '../orders/funding.ts'
import type { TradingTerms } from '../orders/terms.ts'

export interface OpenDayTrade {
  readonly kind: InstrumentKind
  readonly direction: Direction
  /** Still open. */
  readonly shares: number
  /** Value and costs of opening the part that is still open: brokerage, and the tax if sold first. */
  readonly openedValue: bigint
  readonly openCosts: bigint
}

export interface CoverCosts {
  readonly fee: bigint
  /** Due when bought first: the seller pays it. A sell-first trade paid it when it opened. */
  readonly tax: bigint
}

export function coverCosts(terms: TradingTerms, trade: OpenDayTrade, price: number): CoverCosts {
  const value = valueAt(price, trade.shares)
  return {
    fee: brokerage(terms, value),
    tax: trade.direction === 'long' ? transactionTax(terms, trade.kind, true, value) : 0n,
  }
}

/** The whole result of covering everything at this price. */
export function resultAt(terms: TradingTerms, trade: OpenDayTrade, price: number): bigint {
  const { fee, tax } = coverCosts(terms, trade, price)
  const out = valueAt(price, trade.shares)
  const gross = trade.direction === 'long' ? out - trade.openedValue : trade.openedValue - out
  return gross - trade.openCosts - fee - tax
}

export interface TickResult {
  readonly price: number
  /** From the opening price; positive is up. */
  readonly ticks: number
  readonly result: bigint
}

/** The result at each tick from `down` below `from` to `up` above it, lowest price first; no price below one tick. */
export function resultsAround(
  terms: TradingTerms,
  trade: OpenDayTrade,
  from: number,
  down: number,
  up: number,
): readonly TickResult[] {
  const results: TickResult[] = []
  for (let ticks = -down; ticks <= up; ticks += 1) {
    const price = stepPrice(trade.kind, from, ticks)
    if (results.at(-1)?.price !== price) results.push({ price, ticks, result: resultAt(terms, trade, price) })
  }
  return results
}

/** Further than a day's limit of ten per cent, at the finest tick of a price of NT$10. */
const furthest = 400

/**
 * The nearest tick to the opening price without a loss, and its distance in ticks. Undefined when no price qualifies: a
 * single share costs more than it can earn.
 */
export function breakEven(
  terms: TradingTerms,
  trade: OpenDayTrade,
  openPrice: number,
): TickResult | undefined {
  const by = trade.direction === 'long' ? 1 : -1
  let price = openPrice
  for (let steps = 0; steps <= furthest; steps += 1) {
    const result = resultAt(terms, trade, price)
    if (result >= 0n) return { price, ticks: steps * by, result }
    const next = stepPrice(trade.kind, price, by)
    if (next === price) return undefined
    price = next
  }
  return undefined
}
