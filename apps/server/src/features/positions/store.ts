import type { InstrumentKind } from '@fairlot/contract/venue'
import type { CloseReason, Position, PositionState } from '@fairlot/rules/positions'
import type { Tx } from '#platform/db'

export type Product = 'competition' | 'auction' | 'etf' | 'placing'

/** A position with its names and its current price. */
export interface HoldingRow extends Position {
  readonly positionId: string
  readonly memberId: string
  readonly symbol: string
  readonly nameTw: string
  readonly nameEn: string
  readonly kind: InstrumentKind
  readonly multiple: number
  readonly product: Product
  readonly origin: 'market' | 'block' | 'subscription' | 'placement' | 'auction'
  readonly state: PositionState
  readonly reason: CloseReason | null
  readonly closing: number
  readonly openedAt: Date
  readonly closedAt: Date | null
  readonly settlesOn: string
  readonly sellableOn: string
  readonly unlocksAt: Date
  readonly closeAskedAt: Date | null
  /** The last trade, or the day's reference; null when the venue has never quoted it. */
  readonly last: number | null
  /** The same, or the price of its listing: a ratio needs a price. */
  readonly mark: number
}

// An ETF bought in the market belongs to the ETF tab, whatever product the row names.
const product = `CASE WHEN p.product = 'competition' AND p.kind = 'etf' THEN 'etf' ELSE p.product END`

const columns = `p.id AS "positionId", p.member_id AS "memberId", p.symbol, i.name_tw AS "nameTw", i.name_en AS "nameEn", p.kind,
  p.direction, p.multiple, ${product} AS product, p.origin, p.day_trade AS "dayTrade", p.state, p.reason,
  p.opened_shares AS "openedShares", p.shares, p.closing, p.opened_value AS "openedValue", p.open_fee AS "openFee",
  p.open_tax AS "openTax", p.borrow_fee AS "borrowFee", p.loan, p.collateral, p.interest,
  p.interest_through::text AS "interestThrough", p.closed_value AS "closedValue", p.close_fee AS "closeFee",
  p.close_tax AS "closeTax", p.interest_paid AS "interestPaid", p.realised, p.opened_on::text AS "openedOn",
  p.opened_at AS "openedAt", p.closed_at AS "closedAt", p.settles_on::text AS "settlesOn",
  p.sellable_on::text AS "sellableOn", p.unlocks_at AS "unlocksAt", p.close_asked_at AS "closeAskedAt",
  coalesce(q.last, q.reference) AS last, coalesce(q.last, q.reference, i.reference) AS mark`

const joined = `app.positions p JOIN app.instruments i ON i.symbol = p.symbol LEFT JOIN settlement.prices q ON q.symbol = p.symbol`

/** Everything open of one member, newest first: a ratio covers the whole account. */
export const readOpenHoldings = (tx: Tx, memberId: string): Promise<readonly HoldingRow[]> =>
  tx.query<HoldingRow>(
    `SELECT ${columns} FROM ${joined} WHERE p.member_id = $1 AND p.state <> 'closed' ORDER BY p.opened_at DESC, p.id DESC`,
    [memberId],
  )

/** The same with the rows locked, in the common locking order: by id. */
export const lockOpenHoldings = (tx: Tx, memberId: string): Promise<readonly HoldingRow[]> =>
  tx.query<HoldingRow>(
    `SELECT ${columns} FROM ${joined} WHERE p.member_id = $1 AND p.state <> 'closed' ORDER BY p.id FOR UPDATE OF p`,
    [memberId],
  )

export interface ClosedWanted {
  readonly product?: Product | undefined
  readonly dayTrade?: boolean | undefined
  /** A range of closing times, the end excluded. */
  readonly from: Date | null
  readonly until: Date | null
  /** The last position of the previous page. */
  readonly before: string | null
  readonly limit: number
}

const filters = `p.member_id = $1 AND p.state = 'closed' AND ($2::text IS NULL OR ${product} = $2)
  AND ($3::boolean IS NULL OR p.day_trade = $3)
  AND ($4::timestamptz IS NULL OR p.closed_at >= $4) AND ($5::timestamptz IS NULL OR p.closed_at < $5)`

const filterValues = (memberId: string, wanted: Omit<ClosedWanted, 'before' | 'limit'>): unknown[] => [
  memberId,
  wanted.product ?? null,
  wanted.dayTrade ?? null,
  wanted.from,
  wanted.until,
]

export const readClosedHoldings = (
  tx: Tx,
  memberId: string,
  wanted: ClosedWanted,
): Promise<readonly HoldingRow[]> =>
  tx.query<HoldingRow>(
    `SELECT ${columns} FROM ${joined}
     WHERE ${filters}
       AND ($6::uuid IS NULL OR (p.closed_at, p.id) < (SELECT b.closed_at, b.id FROM app.positions b WHERE b.id = $6 AND b.member_id = $1))
     ORDER BY p.closed_at DESC, p.id DESC LIMIT $7`,
    [...filterValues(memberId, wanted), wanted.before, wanted.limit],
  )

export interface RealisedTotals {
  /** Fills that closed something. */
  readonly count: number
  /** Result of the prices alone, before costs. */
  readonly gross: bigint
  readonly realised: bigint
}

/**
 * What closing fills of these trading days realised, partial closes included. `began` and `ended` bound the index range:
 * the moments when the first day began and the day after the last one.
 */
export async function sumRealisedBetween(
  tx: Tx,
  memberId: string,
  wanted: {
    readonly from: string
    readonly until: string
    readonly began: Date
    readonly ended: Date
    readonly product?: Product | undefined
    readonly dayTrade?: boolean | undefined
  },
): Promise<RealisedTotals> {
  const [row] = await tx.query<RealisedTotals>(
    `WITH closing AS (
       SELECT f.shard, f.event, f.side, f.position_id, f.realised, f.price::bigint * f.quantity AS value
       FROM app.fills f JOIN app.positions p ON p.id = f.position_id
       WHERE f.member_id = $1 AND f.traded_at >= $2 AND f.traded_at < $3 AND f.date >= $4 AND f.date < $5
         AND f.realised IS NOT NULL AND ($6::text IS NULL OR ${product} = $6) AND ($7::boolean IS NULL OR p.day_trade = $7)
     ), opened AS (
       -- A part of the opening value is the difference of two cuts, as settlement takes it.
       SELECT x.shard, x.event, x.side, p.direction,
         div(p.opened_value::numeric * x.upto, p.opened_shares) - div(p.opened_value::numeric * (x.upto - x.quantity), p.opened_shares) AS value
       FROM (
         SELECT f.shard, f.event, f.side, f.position_id, f.quantity * n.factor AS quantity,
           sum(f.quantity * n.factor) OVER (PARTITION BY f.position_id ORDER BY f.shard, f.event) AS upto
         -- In today's shares: a stock dividend or a split may have come after the fill.
         FROM app.fills f CROSS JOIN LATERAL (SELECT app.share_factor(f.symbol, f.date) AS factor) AS n
         WHERE f.position_id IN (SELECT position_id FROM closing) AND f.realised IS NOT NULL
       ) AS x JOIN app.positions p ON p.id = x.position_id
     )
     SELECT count(*)::integer AS count, coalesce(sum(c.realised), 0)::bigint AS realised,
       coalesce(sum(CASE o.direction WHEN 'long' THEN c.value - o.value ELSE o.value - c.value END), 0)::bigint AS gross
     FROM closing c JOIN opened o USING (shard, event, side)`,
    [
      memberId,
      wanted.began,
      wanted.ended,
      wanted.from,
      wanted.until,
      wanted.product ?? null,
      wanted.dayTrade ?? null,
    ],
  )
  return row!
}

export async function readHolding(
  tx: Tx,
  memberId: string,
  positionId: string,
): Promise<HoldingRow | undefined> {
  const [row] = await tx.query<HoldingRow>(
    `SELECT ${columns} FROM ${joined} WHERE p.id = $2 AND p.member_id = $1`,
    [memberId, positionId],
  )
  return row
}

export interface FillRow {
  readonly fillId: string
  readonly orderId: string
  readonly side: 'buy' | 'sell'
  readonly price: number
  readonly quantity: number
  readonly fee: bigint
  readonly tax: bigint
  readonly borrowFee: bigint
  readonly realised: bigint | null
  readonly at: Date
  readonly entryId: string
}

export const readFills = (tx: Tx, positionId: string): Promise<readonly FillRow[]> =>
  tx.query<FillRow>(
    `SELECT shard || '/' || event || '/' || side AS "fillId", order_id AS "orderId", side, price, quantity, fee, tax,
       borrow_fee AS "borrowFee", realised, traded_at AS at, entry_id AS "entryId"
     FROM app.fills
     WHERE position_id = $1 AND traded_at >= (SELECT p.opened_at - interval '1 day' FROM app.positions p WHERE p.id = $1)
       AND traded_at <= (SELECT coalesce(p.closed_at, 'infinity') + interval '1 day' FROM app.positions p WHERE p.id = $1)
     ORDER BY traded_at, shard, event LIMIT 1000`,
    [positionId],
  )

export const readOrderIds = (tx: Tx, positionId: string): Promise<readonly { orderId: string }[]> =>
  tx.query<{ orderId: string }>(
    `SELECT id AS "orderId" FROM (
       SELECT id, placed_at FROM app.orders WHERE id = $1
       UNION ALL
       SELECT id, placed_at FROM app.orders WHERE position_id = $1 AND purpose = 'close'
         AND id >= (SELECT app.first_order_id(p.opened_at) FROM app.positions p WHERE p.id = $1)
     ) AS o ORDER BY placed_at, id LIMIT 1000`,
    [positionId],
  )

export interface PricePoint {
  readonly at: Date
  readonly price: number
}

/** Closing prices of the days since the one it was opened on. */
export const readDayCloses = (
  tx: Tx,
  symbol: string,
  from: string,
  until: Date,
): Promise<readonly PricePoint[]> =>
  tx.query<PricePoint>(
    `SELECT (date::timestamp AT TIME ZONE 'Asia/Taipei') AS at, close AS price FROM market.day_candles
     WHERE symbol = $1 AND date >= $2 AND date <= ($3::timestamptz AT TIME ZONE 'Asia/Taipei')::date
     ORDER BY date DESC LIMIT 400`,
    [symbol, from, until],
  )

/** Closing prices of the minutes since it was opened. */
export const readMinuteCloses = (
  tx: Tx,
  symbol: string,
  from: Date,
  until: Date,
): Promise<readonly PricePoint[]> =>
  tx.query<PricePoint>(
    `SELECT at, close AS price FROM market.minute_candles
     WHERE symbol = $1 AND at >= date_trunc('minute', $2::timestamptz) AND at <= $3
     ORDER BY at DESC LIMIT 1500`,
    [symbol, from, until],
  )

/**
 * The result that fills of this trading day have realised. `from` is when the day began: it keeps the index range
 * short.
 */
export async function sumRealised(tx: Tx, memberId: string, date: string, from: Date): Promise<bigint> {
  const [row] = await tx.query<{ realised: bigint }>(
    `SELECT coalesce(sum(realised), 0)::bigint AS realised FROM app.fills
     WHERE member_id = $1 AND traded_at >= $3 AND date = $2`,
    [memberId, date, from],
  )
  return row!.realised
}

export interface Price {
  readonly symbol: string
  /** What shares count at: the last trade, else the reference, else the price of the listing. */
  readonly mark: number
  /** The last close. */
  readonly reference: number
}

/** Omits symbols that are not listed. */
export const readPrices = (tx: Tx, symbols: readonly string[]): Promise<readonly Price[]> =>
  symbols.length === 0
    ? Promise.resolve([])
    : tx.query<Price>(
        `SELECT i.symbol, coalesce(q.last, q.reference, i.reference) AS mark, coalesce(q.reference, i.reference) AS reference
         FROM app.instruments i LEFT JOIN settlement.prices q USING (symbol) WHERE i.symbol = ANY($1)`,
        [symbols],
      )

/** Names the prices of a snapshot: the event of each shard's log up to which settlement has read. */
export async function readQuoteId(tx: Tx): Promise<string> {
  const [row] = await tx.query<{ quote: string | null }>(
    `SELECT string_agg(shard || '.' || event, '-' ORDER BY shard) AS quote FROM settlement.cursors`,
  )
  return row?.quote ?? '0'
}
