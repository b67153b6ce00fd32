import type { HaltReason } from '@fairlot/contract/market-data'
import type { Tx } from '#platform/db'

export interface OpenHalt {
  readonly haltId: string
  /** Null: the whole market. */
  readonly symbol: string | null
  readonly reason: HaltReason
  readonly haltedAt: Date
}

export const readOpenHalts = (tx: Tx): Promise<readonly OpenHalt[]> =>
  tx.query<OpenHalt>(
    `SELECT h.id AS "haltId", h.symbol, h.reason, h.halted_at AS "haltedAt" FROM app.market_halts h
     WHERE h.resumed_at IS NULL ORDER BY h.halted_at`,
  )

/** The same with the two operators who approved it, for the console. */
export const readNamedHalts = (tx: Tx): Promise<readonly (OpenHalt & { readonly by: readonly string[] })[]> =>
  tx.query(
    `SELECT h.id AS "haltId", h.symbol, h.reason, h.halted_at AS "haltedAt", ARRAY(
       SELECT o.name FROM app.review_votes v JOIN app.operators o ON o.id = v.operator_id
       WHERE v.review_id = h.id AND v.decision = 'approve' ORDER BY v.at) AS by
     FROM app.market_halts h WHERE h.resumed_at IS NULL ORDER BY h.halted_at`,
  )

/** Serialises halts and resumptions: each depends on the state the previous one left. */
export async function lockHalts(tx: Tx): Promise<void> {
  await tx.query(`SELECT pg_advisory_xact_lock(hashtextextended('market halts', 0))`)
}

export async function insertHalt(tx: Tx, halt: OpenHalt): Promise<void> {
  await tx.query(`INSERT INTO app.market_halts (id, symbol, reason, halted_at) VALUES ($1, $2, $3, $4)`, [
    halt.haltId,
    halt.symbol,
    halt.reason,
    halt.haltedAt,
  ])
}

export async function endHalt(tx: Tx, haltId: string, reviewId: string, at: Date): Promise<void> {
  await tx.query(`UPDATE app.market_halts SET resumed_at = $2, resumed_by = $3 WHERE id = $1`, [
    haltId,
    at,
    reviewId,
  ])
}

export async function submitCommands(
  tx: Tx,
  commands: readonly { readonly shard: number; readonly text: string }[],
): Promise<void> {
  if (commands.length === 0) return
  await tx.query('SELECT exchange.submit_many($1, $2)', [
    commands.map(({ shard }) => shard),
    commands.map(({ text }) => text),
  ])
}

export const readVenueSymbols = (tx: Tx): Promise<readonly { readonly symbol: string }[]> =>
  tx.query(
    'SELECT symbol FROM app.instruments WHERE venue_sent_at IS NOT NULL AND delisted_on IS NULL ORDER BY symbol',
  )

export interface Standing {
  readonly orders: number
  readonly buyLots: number
  readonly sellLots: number
  readonly conditional: number
  readonly indicativePrice: number | null
}

/** Members' waiting orders. The practice market's seats quote at the exchange and are not included. */
export async function readStandingRow(tx: Tx, symbol: string): Promise<Standing> {
  const [row] = await tx.query<Standing>(
    `SELECT o.orders, o."buyLots", o."sellLots",
       (SELECT count(*)::integer FROM app.conditional_orders c WHERE c.symbol = $1 AND c.state = 'waiting') AS conditional,
       (SELECT q.indicative_price FROM market.quotes q WHERE q.symbol = $1) AS "indicativePrice"
     FROM (
       SELECT count(*)::integer AS orders,
         coalesce(sum(left_shares / 1000) FILTER (WHERE side = 'buy'), 0)::integer AS "buyLots",
         coalesce(sum(left_shares / 1000) FILTER (WHERE side = 'sell'), 0)::integer AS "sellLots"
       FROM app.orders WHERE state = 'entrusted' AND symbol = $1
     ) o`,
    [symbol],
  )
  return row!
}

export interface AskedNewsHalt {
  readonly id: string
  readonly symbol: string
  readonly isListed: boolean
  readonly until: Date
}

/** A condition: a halt was requested and not decided. */
export const isNewsHaltAsked = 'EXISTS (SELECT FROM practice.halt_requests WHERE decided_at IS NULL)'

/** New requests of the practice market; locked, so that two workers do not both handle them. */
export const lockNewsHalts = (tx: Tx): Promise<readonly AskedNewsHalt[]> =>
  tx.query<AskedNewsHalt>(
    `SELECT r.id::text AS id, r.symbol, r.until, EXISTS (SELECT FROM app.instruments i
       WHERE i.symbol = r.symbol AND i.venue_sent_at IS NOT NULL AND i.delisted_on IS NULL) AS "isListed"
     FROM practice.halt_requests r WHERE r.decided_at IS NULL ORDER BY r.id LIMIT 100 FOR UPDATE OF r SKIP LOCKED`,
  )

export async function readNewsHaltsToday(tx: Tx, now: Date): Promise<number> {
  const [row] = await tx.query<{ count: number }>(
    `SELECT count(*)::int AS count FROM practice.halt_requests
     WHERE decided_at > $1::timestamptz - interval '1 day' AND refusal IS NULL`,
    [now],
  )
  return row!.count
}

export async function decideNewsHalt(tx: Tx, id: string, refusal: string | null, at: Date): Promise<void> {
  await tx.query('UPDATE practice.halt_requests SET decided_at = $3, refusal = $2 WHERE id = $1', [
    id,
    refusal,
    at,
  ])
}
