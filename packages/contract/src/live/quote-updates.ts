// The prices in a frame. Keys are short because they are sent a million times a second; every other place uses the long
// names of `QuoteData`.

import * as z from 'zod/mini'
import type { DeepReadonly } from '../deep-readonly.ts'

const level = z.tuple([z.number(), z.number()])

const row = {
  /** Symbol. */
  s: z.string(),
  /**
   * Version: grows with every change of this instrument and never goes back, not even when the quotes role restarts. A
   * smaller version is outdated.
   */
  n: z.number(),
  /** Trading state. */
  st: z.enum(['opening-call', 'continuous', 'paused', 'halted', 'closing-call', 'closed']),
  /** Last price; null until the first trade of the day. */
  p: z.nullable(z.number()),
  /** Reference: yesterday's close. */
  r: z.number(),
  /** Volume of the day in shares. */
  v: z.number(),
  /** Turnover of the day. */
  a: z.number(),
  /** Upper and lower limit; absent when the instrument has none. */
  u: z.exactOptional(z.number()),
  d: z.exactOptional(z.number()),
  /** Indicative price and shares while an auction collects. */
  i: z.exactOptional(level),
  /** Why it is paused or halted, and until when (milliseconds since 1970). */
  why: z.exactOptional(z.string()),
  until: z.exactOptional(z.number()),
}

/** A trade of the tape: event number, time, price, shares, and which side was the taker. */
const tapeEntry = z.tuple([
  z.number(),
  z.number(),
  z.number(),
  z.number(),
  z.enum(['buy', 'sell', 'auction']),
])

/** A row of a list. Prices are hundredths, volume shares, turnover hundredths of a dollar. */
export const rowUpdate = z.object(row)

/** A list row plus the fields of the detail page. */
export const detailUpdate = z.object({
  ...row,
  /** Open, high and low of the day. */
  o: z.nullable(z.number()),
  h: z.nullable(z.number()),
  l: z.nullable(z.number()),
  /** The trading day, as 2026-11-16. */
  y: z.string(),
  /** Number of trades of the day. If it grows by more than the trades received with it, the tape has a gap. */
  c: z.number(),
  /** Shares that traded at the bid and at the ask. */
  x: z.tuple([z.number(), z.number()]),
  /** Best bids and asks. */
  b: z.array(level),
  k: z.array(level),
  /**
   * The book of odd lots, on a day that has one: last price, shares, best bids and asks, indicative price and shares, and
   * the time of the next match.
   */
  q: z.exactOptional(
    z.object({
      p: z.nullable(z.number()),
      v: z.number(),
      b: z.array(level),
      k: z.array(level),
      i: z.exactOptional(level),
      w: z.exactOptional(z.number()),
    }),
  ),
  /** Trades since the last frame, oldest first; at most 20, and `gap` when more were left out. */
  t: z.exactOptional(z.array(tapeEntry)),
  gap: z.exactOptional(z.literal(true)),
})

/** Code, value and yesterday's close of an index. */
export const indexUpdate = z.object({ s: z.string(), p: z.number(), r: z.number() })

export type RowUpdate = DeepReadonly<z.output<typeof rowUpdate>>
export type DetailUpdate = DeepReadonly<z.output<typeof detailUpdate>>
export type TapeEntry = DeepReadonly<z.output<typeof tapeEntry>>
export type IndexUpdate = DeepReadonly<z.output<typeof indexUpdate>>
