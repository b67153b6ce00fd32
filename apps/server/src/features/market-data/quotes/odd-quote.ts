// The odd lots of one instrument. Their trades move nothing else: no candle, no last price, no index.

import type { OddQuote } from '@fairlot/contract/market-data'
import type { Level, OddDepth, OddTraded } from '@fairlot/contract/venue'

const blank: OddQuote = { last: null, volume: 0, bids: [], asks: [], indicative: null, next: null }

export const addOddTrade = (known: OddQuote | null, { price, quantity }: OddTraded): OddQuote => {
  const before = known ?? blank
  return { ...before, last: price, volume: before.volume + quantity }
}

/** The depth changes; without one, outside their hours, the day's last price and volume stay. */
export function withOddDepth(known: OddQuote | null, depth: OddDepth | undefined): OddQuote | null {
  if (!depth) return known && { ...blank, last: known.last, volume: known.volume }
  const { bids, asks, indicative, next } = depth
  return {
    ...(known ?? blank),
    bids: bids.map(pairOf),
    asks: asks.map(pairOf),
    indicative: indicative ?? null,
    next: next ?? null,
  }
}

const pairOf = ([price, quantity]: Level): [number, number] => [price, quantity]

/** In the short names of the live feed. */
export const shortOdd = (odd: OddQuote | null) =>
  odd && {
    q: {
      p: odd.last,
      v: odd.volume,
      b: odd.bids,
      k: odd.asks,
      ...(odd.indicative && { i: [odd.indicative.price, odd.indicative.quantity] as [number, number] }),
      ...(odd.next !== null && { w: odd.next }),
    },
  }
