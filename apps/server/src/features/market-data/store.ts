import type { OddQuote } from '@fairlot/contract/market-data'
import type { TradingState } from '@fairlot/contract/venue'
import type { TimedCandle } from '@fairlot/rules/market-data'
import type { PastExDate } from '@fairlot/rules/corporate-actions'
import type { Tx } from '#platform/db'

/** A row of a list as stored. Sums are far below 2^53, so they are read as doubles and stay exact. */
export interface BoardRow {
  readonly symbol: string
  readonly nameTw: string
  readonly nameEn: string
  readonly board: 'listed' | 'otc'
  readonly kind: 'stock' | 'etf'
  /** Other when it is not known. */
  readonly industryTw: string
  readonly industryEn: string
  /** Its current trading day; null before its first. */
  readonly date: string | null
  readonly state: TradingState
  readonly version: number
  readonly last: number | null
  readonly reference: number
  readonly upper: number | null
  readonly lower: number | null
  readonly volume: number
  readonly turnover: number
  readonly indicativePrice: number | null
  readonly indicativeQuantity: number | null
  readonly reason: string | null
  readonly until: number | null
}

const milliseconds = (column: string): string => `floor(extract(epoch FROM ${column}) * 1000)::float8`
const midnight = (date: string): string => `(${date}::timestamp AT TIME ZONE 'Asia/Taipei')`

// An instrument without a quote has the reference price of its listing.
const boardColumns = `i.symbol, i.name_tw AS "nameTw", i.name_en AS "nameEn", i.board, i.kind,
  coalesce(nullif(i.industry_tw, ''), '其他業') AS "industryTw",
  coalesce(nullif(i.industry_en, ''), 'Other') AS "industryEn",
  q.date::text AS date, coalesce(q.state, 'closed') AS state, coalesce(q.version, 0)::float8 AS version,
  q.last, coalesce(q.reference, i.reference) AS reference, q.upper, q.lower,
  coalesce(q.volume, 0)::float8 AS volume, coalesce(q.turnover, 0)::float8 AS turnover,
  q.indicative_price AS "indicativePrice", q.indicative_quantity::float8 AS "indicativeQuantity",
  q.reason, ${milliseconds('q.until')} AS until`

export const readBoard = (tx: Tx): Promise<readonly BoardRow[]> =>
  tx.query<BoardRow>(
    `SELECT ${boardColumns} FROM app.instruments i LEFT JOIN market.quotes q USING (symbol)
     WHERE i.delisted_on IS NULL ORDER BY i.symbol`,
  )

export interface ImportedFigures {
  readonly pe: number | null
  readonly dividendYield: number | null
}

/** The newest imported valuation of each security. */
export const readImportedFigures = (
  tx: Tx,
): Promise<readonly (ImportedFigures & { readonly symbol: string })[]> =>
  tx.query<ImportedFigures & { readonly symbol: string }>(
    `SELECT DISTINCT ON (symbol) symbol, (figures ->> 'pe')::integer AS pe, (figures ->> 'yieldBp')::integer AS "dividendYield"
     FROM app.fundamentals WHERE kind = 'valuation' ORDER BY symbol, period DESC`,
  )

export interface FullRow extends BoardRow {
  /** The same, or the newest known day. */
  readonly newestDate: string
  readonly open: number | null
  readonly high: number | null
  readonly low: number | null
  readonly trades: number
  readonly insideVolume: number
  readonly outsideVolume: number
  readonly bids: [price: number, quantity: number][]
  readonly asks: [price: number, quantity: number][]
  readonly odd: OddQuote | null
  readonly at: number
}

export async function readFull(tx: Tx, symbol: string): Promise<FullRow | undefined> {
  const [row] = await tx.query<FullRow>(
    `SELECT ${boardColumns},
       coalesce(q.date, (SELECT max(date) FROM market.day_candles d WHERE d.symbol = i.symbol),
         (i.listed_at AT TIME ZONE 'Asia/Taipei')::date)::text AS "newestDate",
       q.open, q.high, q.low, coalesce(q.trades, 0) AS trades,
       coalesce(q.inside_volume, 0)::float8 AS "insideVolume",
       coalesce(q.outside_volume, 0)::float8 AS "outsideVolume",
       coalesce(q.bids, '[]') AS bids, coalesce(q.asks, '[]') AS asks, q.odd,
       ${milliseconds('coalesce(q.at, i.listed_at)')} AS at
     FROM app.instruments i LEFT JOIN market.quotes q USING (symbol) WHERE i.symbol = $1`,
    [symbol],
  )
  return row
}

export interface InstrumentRow {
  readonly delisted: boolean
}

export async function readInstrument(tx: Tx, symbol: string): Promise<InstrumentRow | undefined> {
  const [row] = await tx.query<InstrumentRow>(
    'SELECT delisted_on IS NOT NULL AS delisted FROM app.instruments WHERE symbol = $1',
    [symbol],
  )
  return row
}

export interface CandleRow extends TimedCandle {
  readonly simulated: boolean
}

const candleColumns = `open, high, low, close, volume::float8 AS volume, turnover::float8 AS turnover, trades,
  simulated`

/** The newest minutes that begin before `before`, newest first. */
export const readMinutes = (
  tx: Tx,
  symbol: string,
  before: number,
  limit: number,
): Promise<readonly CandleRow[]> =>
  tx.query<CandleRow>(
    `SELECT ${milliseconds('at')} AS at, ${candleColumns} FROM market.minute_candles
     WHERE symbol = $1 AND at < to_timestamp($2::float8 / 1000) ORDER BY market.minute_candles.at DESC LIMIT $3`,
    [symbol, before, limit],
  )

/** The newest days before the date, newest first. A day is dated at its midnight in Taipei. */
export const readDays = (
  tx: Tx,
  symbol: string,
  before: number,
  limit: number,
): Promise<readonly CandleRow[]> =>
  tx.query<CandleRow>(
    `SELECT ${milliseconds(`(date::timestamp AT TIME ZONE 'Asia/Taipei')`)} AS at, ${candleColumns}
     FROM market.day_candles
     WHERE symbol = $1 AND date < (to_timestamp($2::float8 / 1000) AT TIME ZONE 'Asia/Taipei')
     ORDER BY date DESC LIMIT $3`,
    [symbol, before, limit],
  )

/** Ex-dates that have passed. A day's candle begins at midnight, a minute's when it was traded. */
export const readPastExDates = (tx: Tx, symbol: string, byMinute: boolean): Promise<readonly PastExDate[]> =>
  tx.query<PastExDate>(
    `SELECT ${milliseconds(`CASE WHEN $2 THEN a.ex_at ELSE a.ex_on::timestamp AT TIME ZONE 'Asia/Taipei' END`)} AS at, a.close,
       a.reference, a.ratio_to::float8 AS to, a.ratio_from::float8 AS from
     FROM app.corporate_actions a WHERE a.symbol = $1 AND a.state IN ('ex', 'paid') ORDER BY a.ex_on`,
    [symbol, byMinute],
  )

export interface DayFrame {
  readonly date: string
  readonly beganEvent: number
  readonly lineFrom: number
  readonly reference: number
}

/** The current day, or the last one. Undefined when the instrument has never had a day here. */
export async function readFrame(tx: Tx, symbol: string): Promise<DayFrame | undefined> {
  const [row] = await tx.query<DayFrame>(
    `SELECT date::text AS date, began_event::float8 AS "beganEvent", ${milliseconds('line_from')} AS "lineFrom",
       reference
     FROM market.days WHERE symbol = $1 ORDER BY market.days.date DESC LIMIT 1`,
    [symbol],
  )
  return row
}

/**
 * The minutes of a day: those traded since `from`, and those generated for the part of the first day before the market
 * was started. The generated ones before its midnight belong to earlier days.
 */
export const readLine = (tx: Tx, symbol: string, date: string, from: number): Promise<readonly CandleRow[]> =>
  tx.query<CandleRow>(
    `SELECT ${milliseconds('at')} AS at, ${candleColumns} FROM market.minute_candles
     WHERE symbol = $1 AND at >= least(${midnight('$2::date')}, to_timestamp($3::float8 / 1000))
       AND (simulated OR at >= to_timestamp($3::float8 / 1000))
     ORDER BY market.minute_candles.at`,
    [symbol, date, from],
  )

export interface SparkPoint {
  readonly symbol: string
  readonly date: string
  readonly at: number
  readonly close: number
}

/**
 * Closes by minute of each instrument's current day, generated ones included, from `since` on: one short index lookup
 * per instrument.
 */
export const readSparkPoints = (tx: Tx, since: number): Promise<readonly SparkPoint[]> =>
  tx.query<SparkPoint>(
    `SELECT q.symbol, q.date::text AS date, ${milliseconds('m.at')} AS at, m.close
     FROM market.quotes q
     JOIN market.days d ON d.symbol = q.symbol AND d.date = q.date
     CROSS JOIN LATERAL (
       SELECT c.at, c.close FROM market.minute_candles c
       WHERE c.symbol = q.symbol
         AND c.at >= greatest(least(${midnight('d.date')}, d.line_from), to_timestamp($1::float8 / 1000))
         AND (c.simulated OR c.at >= d.line_from)
       ORDER BY c.at
     ) AS m`,
    [since],
  )

export interface TradeRow {
  readonly event: number
  readonly at: number
  readonly body: string
}

/** Trades after the event `from`, newest first. The events of one symbol are all of one shard, so their numbers order them. */
export const readTrades = (
  tx: Tx,
  symbol: string,
  from: number,
  before: number,
  limit: number,
): Promise<readonly TradeRow[]> =>
  tx.query<TradeRow>(
    `SELECT event::float8 AS event, ${milliseconds('at')} AS at, body FROM exchange.events
     WHERE symbol = $1 AND kind = 'traded' AND exchange.events.event > $2::bigint
       AND exchange.events.event < $3::bigint
     ORDER BY exchange.events.event DESC LIMIT $4`,
    [symbol, from, before, limit],
  )

export interface IndexDay {
  readonly code: string
  readonly date: string
  readonly value: number
}

/** The two newest closes of each index, newest first. */
export const readIndexDays = (tx: Tx): Promise<readonly IndexDay[]> =>
  tx.query<IndexDay>(
    `SELECT code, date::text AS date, value FROM (
       SELECT *, row_number() OVER (PARTITION BY code ORDER BY date DESC) AS place FROM market.index_days
     ) AS d WHERE place <= 2 ORDER BY code, d.date DESC`,
  )

export interface IndexMinute {
  readonly code: string
  readonly at: number
  readonly value: number
}

/** Those of this trading day, generated ones included. */
export const readIndexMinutes = (tx: Tx, date: string, since: number): Promise<readonly IndexMinute[]> =>
  tx.query<IndexMinute>(
    `SELECT code, ${milliseconds('at')} AS at, value FROM market.index_minutes
     WHERE at >= least(${midnight('$1::date')}, to_timestamp($2::float8 / 1000))
       AND (simulated OR at >= to_timestamp($2::float8 / 1000))
     ORDER BY code, market.index_minutes.at`,
    [date, since],
  )

/** The newest trading day of the venue, and when it began. */
export async function readVenueDay(tx: Tx): Promise<{ date: string; beganAt: number } | undefined> {
  const [row] = await tx.query<{ date: string; beganAt: number }>(
    `SELECT date::text AS date, ${milliseconds('min(line_from)')} AS "beganAt" FROM market.days
     WHERE date = (SELECT max(date) FROM market.days) GROUP BY date`,
  )
  return row
}
