// The gateway's reads of prices: initial quotes, and the keys that seal the messages of the quotes role.

import type { DetailUpdate } from '@fairlot/contract/live'
import type { OddQuote } from '@fairlot/contract/market-data'
import type { Level, TradingState } from '@fairlot/contract/venue'
import type { Tx } from '#platform/db'
import { shortOdd } from '../quotes/odd-quote.ts'

interface StoredQuote {
  readonly symbol: string
  readonly version: number
  readonly date: string
  readonly state: TradingState
  readonly reason: string | null
  readonly until: number | null
  readonly reference: number
  readonly upper: number | null
  readonly lower: number | null
  readonly open: number | null
  readonly high: number | null
  readonly low: number | null
  readonly last: number | null
  readonly volume: number
  readonly turnover: number
  readonly trades: number
  readonly inside: number
  readonly outside: number
  readonly bids: readonly Level[]
  readonly asks: readonly Level[]
  readonly indicativePrice: number | null
  readonly indicativeQuantity: number | null
  readonly odd: OddQuote | null
}

/** Sums are far below 2^53, so they are read as doubles and stay exact. */
export async function readQuotes(tx: Tx, symbols: readonly string[]): Promise<readonly DetailUpdate[]> {
  const rows = await tx.query<StoredQuote>(
    `SELECT symbol, version::float8 AS version, date::text AS date, state, reason,
       (extract(epoch FROM until) * 1000)::float8 AS until, reference, upper, lower, open, high, low, last,
       volume::float8 AS volume, turnover::float8 AS turnover, trades, inside_volume::float8 AS inside,
       outside_volume::float8 AS outside, bids, asks, indicative_price AS "indicativePrice",
       indicative_quantity::float8 AS "indicativeQuantity", odd
     FROM market.quotes WHERE symbol = ANY ($1)`,
    [symbols],
  )
  return rows.map((row) => ({
    s: row.symbol,
    n: row.version,
    st: row.state,
    p: row.last,
    r: row.reference,
    v: row.volume,
    a: row.turnover,
    ...(row.upper === null ? {} : { u: row.upper }),
    ...(row.lower === null ? {} : { d: row.lower }),
    ...(row.indicativePrice === null || row.indicativeQuantity === null
      ? {}
      : { i: [row.indicativePrice, row.indicativeQuantity] as const }),
    ...(row.reason === null ? {} : { why: row.reason }),
    ...(row.until === null ? {} : { until: row.until }),
    o: row.open,
    h: row.high,
    l: row.low,
    y: row.date,
    c: row.trades,
    x: [row.inside, row.outside],
    b: row.bids,
    k: row.asks,
    ...shortOdd(row.odd),
  }))
}

/** The keys with which the quotes role seals its messages, by shard, and `indices`. */
export async function readFeedKeys(tx: Tx): Promise<ReadonlyMap<string, string>> {
  const rows = await tx.query<{ name: string; key: string }>('SELECT name, key FROM market.feed_keys')
  return new Map(rows.map(({ name, key }) => [name, key]))
}
