// The SQL of the quotes role. Only it writes these tables; every write of a shard includes its cursor.

import type { OddQuote } from '@fairlot/contract/market-data'
import type { Level, TradingState } from '@fairlot/contract/venue'
import type { CandleBody } from '@fairlot/rules/market-data'
import type { Tx } from '#platform/db'
import type { LogPosition } from '#platform/event-log'
import type { Frame, Instrument } from './instrument.ts'

const milliseconds = (column: string): string => `floor(extract(epoch FROM ${column}) * 1000)::float8`
const instant = (column: string): string => `to_timestamp(${column} / 1000)`

/** All reads of this transaction see one snapshot. */
export async function readOneSnapshot(tx: Tx): Promise<void> {
  await tx.query('SET TRANSACTION ISOLATION LEVEL REPEATABLE READ')
}

export async function readCursor(tx: Tx, shard: number): Promise<LogPosition | undefined> {
  const [row] = await tx.query<LogPosition>(
    `SELECT sequence::float8 AS sequence, event::float8 AS event, hash FROM market.cursors WHERE shard = $1`,
    [shard],
  )
  return row
}

/** Returns false when the cursor is not where this process left it: another process has written this shard. */
export async function moveCursor(
  tx: Tx,
  shard: number,
  from: LogPosition | undefined,
  to: LogPosition,
): Promise<boolean> {
  const moved = from
    ? await tx.query(
        `UPDATE market.cursors SET event = $2, sequence = $3, hash = $4
         WHERE shard = $1 AND event = $5 AND sequence = $6 AND hash = $7 RETURNING 1`,
        [shard, to.event, to.sequence, to.hash, from.event, from.sequence, from.hash],
      )
    : await tx.query(
        `INSERT INTO market.cursors (shard, event, sequence, hash) VALUES ($1, $2, $3, $4)
         ON CONFLICT DO NOTHING RETURNING 1`,
        [shard, to.event, to.sequence, to.hash],
      )
  return moved.length === 1
}

/** Stored before the first message sealed with it, so that a gateway finds it. */
export async function keepFeedKey(tx: Tx, name: string, key: string): Promise<void> {
  await tx.query(
    `INSERT INTO market.feed_keys (name, key) VALUES ($1, $2) ON CONFLICT (name) DO UPDATE SET key = EXCLUDED.key`,
    [name, key],
  )
}

/** The keys with which the exchange seals its books, by shard. */
export async function readBookKeys(tx: Tx): Promise<ReadonlyMap<string, string>> {
  const rows = await tx.query<{ shard: number; key: string }>('SELECT shard, key FROM exchange.book_keys')
  return new Map(rows.map(({ shard, key }) => [String(shard), key]))
}

/** These tables can be rebuilt from the exchange's events, so a commit need not wait for the disk. */
export async function commitLazily(tx: Tx): Promise<void> {
  await tx.query('SET LOCAL synchronous_commit = off')
}

interface StoredRow {
  readonly symbol: string
  readonly version: number
  readonly state: TradingState
  readonly reason: string | null
  readonly until: number | null
  readonly frame: Frame
  readonly day: CandleBody | null
  readonly insideVolume: number
  readonly outsideVolume: number
  readonly minute: (CandleBody & { readonly at: number }) | null
  readonly bids: Level[]
  readonly asks: Level[]
  readonly indicativePrice: number | null
  readonly indicativeQuantity: number | null
  readonly odd: OddQuote | null
  readonly at: number
}

/** The stored instruments of a shard, with the current minute of each. */
export async function readInstruments(tx: Tx, isOfShard: (symbol: string) => boolean): Promise<Instrument[]> {
  const rows = await tx.query<StoredRow>(
    `SELECT q.symbol, q.version::float8 AS version, q.state, q.reason, ${milliseconds('q.until')} AS until,
       json_build_object('date', d.date::text, 'beganEvent', d.began_event, 'beganAt', ${milliseconds('d.began_at')},
         'lineFrom', ${milliseconds('d.line_from')}, 'reference', d.reference, 'upper', d.upper, 'lower', d.lower,
         'closedAt', ${milliseconds('d.closed_at')}, 'close', d.close, 'nextReference', d.next_reference) AS frame,
       CASE WHEN q.last IS NOT NULL THEN json_build_object('open', q.open, 'high', q.high, 'low', q.low,
         'close', q.last, 'volume', q.volume, 'turnover', q.turnover, 'trades', q.trades) END AS day,
       q.inside_volume::float8 AS "insideVolume", q.outside_volume::float8 AS "outsideVolume",
       m.minute, q.bids, q.asks, q.indicative_price AS "indicativePrice",
       q.indicative_quantity::float8 AS "indicativeQuantity", q.odd, ${milliseconds('q.at')} AS at
     FROM market.quotes q
     JOIN market.days d ON d.symbol = q.symbol AND d.date = q.date
     LEFT JOIN LATERAL (
       SELECT json_build_object('at', ${milliseconds('c.at')}, 'open', c.open, 'high', c.high, 'low', c.low,
         'close', c.close, 'volume', c.volume, 'turnover', c.turnover, 'trades', c.trades) AS minute
       FROM market.minute_candles c WHERE c.symbol = q.symbol AND NOT c.simulated ORDER BY c.at DESC LIMIT 1
     ) AS m ON true`,
  )
  return rows
    .filter(({ symbol }) => isOfShard(symbol))
    .map(({ day, minute, indicativePrice, indicativeQuantity, ...row }) => {
      const { at, ...candle } = minute ?? { at: 0 }
      return {
        ...row,
        day: day ?? undefined,
        minute: minute ? { at, candle: candle as CandleBody } : undefined,
        indicative:
          indicativePrice === null || indicativeQuantity === null
            ? undefined
            : { price: indicativePrice, quantity: indicativeQuantity },
      }
    })
}

export async function writeQuotes(tx: Tx, instruments: readonly Instrument[]): Promise<void> {
  if (instruments.length === 0) return
  const rows = instruments.map(({ frame, day, indicative, minute: _minute, ...own }) => ({
    ...own,
    date: frame.date,
    reference: frame.reference,
    upper: frame.upper,
    lower: frame.lower,
    open: day?.open,
    high: day?.high,
    low: day?.low,
    last: day?.close,
    volume: day?.volume ?? 0,
    turnover: day?.turnover ?? 0,
    trades: day?.trades ?? 0,
    price: indicative?.price,
    quantity: indicative?.quantity,
  }))
  await tx.query(
    `INSERT INTO market.quotes (symbol, version, date, state, reason, until, reference, upper, lower, open, high,
       low, last, volume, turnover, trades, inside_volume, outside_volume, bids, asks, indicative_price,
       indicative_quantity, odd, at)
     SELECT symbol, version, date, state, reason, ${instant('until')}, reference, upper, lower, open, high, low,
       last, volume, turnover, trades, "insideVolume", "outsideVolume", bids, asks, price, quantity, odd,
       ${instant('at')}
     FROM json_to_recordset($1::json) AS r (symbol text, version bigint, date date, state text, reason text,
       until float8, reference integer, upper integer, lower integer, open integer, high integer, low integer,
       last integer, volume bigint, turnover bigint, trades integer, "insideVolume" bigint,
       "outsideVolume" bigint, bids jsonb, asks jsonb, price integer, quantity bigint, odd jsonb, at float8)
     ON CONFLICT (symbol) DO UPDATE SET version = EXCLUDED.version, date = EXCLUDED.date, state = EXCLUDED.state,
       reason = EXCLUDED.reason, until = EXCLUDED.until, reference = EXCLUDED.reference, upper = EXCLUDED.upper,
       lower = EXCLUDED.lower, open = EXCLUDED.open, high = EXCLUDED.high, low = EXCLUDED.low,
       last = EXCLUDED.last, volume = EXCLUDED.volume, turnover = EXCLUDED.turnover, trades = EXCLUDED.trades,
       inside_volume = EXCLUDED.inside_volume, outside_volume = EXCLUDED.outside_volume, bids = EXCLUDED.bids,
       asks = EXCLUDED.asks, indicative_price = EXCLUDED.indicative_price,
       indicative_quantity = EXCLUDED.indicative_quantity, odd = EXCLUDED.odd, at = EXCLUDED.at`,
    [JSON.stringify(rows)],
  )
}

export async function writeFrames(
  tx: Tx,
  frames: readonly (Frame & { readonly symbol: string })[],
): Promise<void> {
  if (frames.length === 0) return
  await tx.query(
    `INSERT INTO market.days (symbol, date, began_event, began_at, line_from, reference, upper, lower, closed_at, close,
       next_reference)
     SELECT symbol, date, "beganEvent", ${instant('"beganAt"')}, ${instant('"lineFrom"')}, reference, upper, lower,
       ${instant('"closedAt"')}, close, "nextReference"
     FROM json_to_recordset($1::json) AS r (symbol text, date date, "beganEvent" bigint, "beganAt" float8, "lineFrom" float8,
       reference integer, upper integer, lower integer, "closedAt" float8, close integer, "nextReference" integer)
     ON CONFLICT (symbol, date) DO UPDATE SET began_event = EXCLUDED.began_event, began_at = EXCLUDED.began_at, line_from = EXCLUDED.line_from,
       reference = EXCLUDED.reference, upper = EXCLUDED.upper, lower = EXCLUDED.lower,
       closed_at = EXCLUDED.closed_at, close = EXCLUDED.close, next_reference = EXCLUDED.next_reference`,
    [JSON.stringify(frames)],
  )
}

export interface KeyedCandle extends CandleBody {
  readonly symbol: string
}

const candleValues = `open, high, low, close, volume, turnover, trades, false`
const candleTypes = `open integer, high integer, low integer, close integer, volume bigint, turnover bigint,
       trades integer`
// A traded candle replaces a generated one of the same time.
const candleUpdate = `open = EXCLUDED.open, high = EXCLUDED.high, low = EXCLUDED.low, close = EXCLUDED.close,
       volume = EXCLUDED.volume, turnover = EXCLUDED.turnover, trades = EXCLUDED.trades, simulated = false`

export async function writeMinutes(
  tx: Tx,
  candles: readonly (KeyedCandle & { readonly at: number })[],
): Promise<void> {
  if (candles.length === 0) return
  await tx.query(
    `INSERT INTO market.minute_candles (symbol, at, open, high, low, close, volume, turnover, trades, simulated)
     SELECT symbol, ${instant('at')}, ${candleValues}
     FROM json_to_recordset($1::json) AS r (symbol text, at float8, ${candleTypes})
     ON CONFLICT (symbol, at) DO UPDATE SET ${candleUpdate}`,
    [JSON.stringify(candles)],
  )
}

export async function writeDays(
  tx: Tx,
  candles: readonly (KeyedCandle & { readonly date: string })[],
): Promise<void> {
  if (candles.length === 0) return
  await tx.query(
    `INSERT INTO market.day_candles (symbol, date, open, high, low, close, volume, turnover, trades, simulated)
     SELECT symbol, date, ${candleValues}
     FROM json_to_recordset($1::json) AS r (symbol text, date date, ${candleTypes})
     ON CONFLICT (symbol, date) DO UPDATE SET ${candleUpdate}`,
    [JSON.stringify(candles)],
  )
}

/** Deletes minutes of securities and indices before a time, at most `limit` of each. */
export async function forgetMinutes(tx: Tx, before: Date, limit: number): Promise<number> {
  const [row] = await tx.query<{ deleted: number }>(`SELECT market.forget_minutes($1, $2) AS deleted`, [
    before,
    limit,
  ])
  return row!.deleted
}
