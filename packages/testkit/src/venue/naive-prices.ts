// Valid prices as plain lists, so that every question about ticks and limits is a search in them. Written from the rule
// text, not from packages/rules: the engine's tests compare the two.

import type { InstrumentKind } from '@fairlot/contract/venue'

/** In dollars: below this price, this step. */
const steps: Readonly<Record<InstrumentKind, readonly (readonly [below: number, step: number])[]>> = {
  stock: [
    [10, 0.01],
    [50, 0.05],
    [100, 0.1],
    [500, 0.5],
    [1_000, 1],
    [4_000, 5],
  ],
  etf: [
    [50, 0.01],
    [4_000, 0.05],
  ],
}

function allPrices(kind: InstrumentKind): number[] {
  const prices: number[] = []
  let price = 0
  for (const [below, step] of steps[kind])
    while (price + Math.round(step * 100) <= below * 100) {
      price += Math.round(step * 100)
      prices.push(price)
    }
  return prices
}

/** Every valid price in hundredths, up to NT$4,000: more than the random markets reach. */
export const prices: Readonly<Record<InstrumentKind, readonly number[]>> = {
  stock: allPrices('stock'),
  etf: allPrices('etf'),
}
const sets: Readonly<Record<InstrumentKind, ReadonlySet<number>>> = {
  stock: new Set(prices.stock),
  etf: new Set(prices.etf),
}

export const isPrice = (kind: InstrumentKind, price: number): boolean => sets[kind].has(price)

/** The valid prices from `low` to `high`, both included. */
export const pricesBetween = (kind: InstrumentKind, low: number, high: number): number[] =>
  prices[kind].slice(firstAtOrAbove(prices[kind], low), firstAtOrAbove(prices[kind], high + 1))

function firstAtOrAbove(list: readonly number[], price: number): number {
  let low = 0
  let high = list.length
  while (low < high) {
    const middle = Math.floor((low + high) / 2)
    if (list[middle]! < price) low = middle + 1
    else high = middle
  }
  return low
}

/** The farthest valid prices within ten per cent, and at least the neighbours of the reference. */
export function naiveLimits(kind: InstrumentKind, reference: number): { upper: number; lower: number } {
  const list = prices[kind]
  const own = list.indexOf(reference)
  const within = list.filter((price) => price * 10 <= reference * 11 && price * 10 >= reference * 9)
  return {
    upper: Math.max(...within, list[own + 1]!),
    lower: Math.min(...within, list[Math.max(own - 1, 0)]!),
  }
}
