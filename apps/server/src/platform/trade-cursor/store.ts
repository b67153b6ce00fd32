import type { Tx } from '../db.ts'

/** The names are written in code, never taken from input. */
export interface TradeCursor {
  /** The reader's own table: shard, event. */
  readonly table: string
  /** How far it may read: the exchange's head, or what settlement has applied. */
  readonly heads: 'exchange.shards' | 'settlement.cursors'
}

export interface TradeEvent {
  readonly event: bigint
  readonly at: Date
  readonly kind: 'day' | 'traded'
  readonly symbol: string
  readonly body: string
}

/** A condition: a shard has events that the reader has not read yet. */
export const isBehind = ({ table, heads }: TradeCursor): string =>
  `EXISTS (SELECT FROM ${heads} h LEFT JOIN ${table} c USING (shard) WHERE h.event > coalesce(c.event, 0))`

/** Shards with events that the reader has not read yet. */
export async function readShardsBehind(tx: Tx, { table, heads }: TradeCursor): Promise<readonly number[]> {
  const rows = await tx.query<{ shard: number }>(
    `SELECT h.shard FROM ${heads} h LEFT JOIN ${table} c USING (shard)
     WHERE h.event > coalesce(c.event, 0) ORDER BY h.shard`,
  )
  return rows.map(({ shard }) => shard)
}

/** The holder of the cursor reads; a second worker waits here and then finds it moved. */
export async function lockCursor(
  tx: Tx,
  { table, heads }: TradeCursor,
  shard: number,
): Promise<{ cursor: bigint; head: bigint }> {
  await tx.query(`INSERT INTO ${table} (shard, event) VALUES ($1, 0) ON CONFLICT (shard) DO NOTHING`, [shard])
  const [row] = await tx.query<{ cursor: bigint }>(
    `SELECT event AS cursor FROM ${table} WHERE shard = $1 FOR UPDATE`,
    [shard],
  )
  const [state] = await tx.query<{ head: bigint }>(`SELECT event AS head FROM ${heads} WHERE shard = $1`, [
    shard,
  ])
  return { cursor: row!.cursor, head: state?.head ?? 0n }
}

/** The day starts of every stock, and the trades of these symbols; of all when undefined. */
export const readEvents = (
  tx: Tx,
  shard: number,
  after: bigint,
  upTo: bigint,
  symbols: readonly string[] | undefined,
  count: number,
): Promise<readonly TradeEvent[]> =>
  tx.query<TradeEvent>(
    `SELECT event, at, kind, symbol, body FROM exchange.events
     WHERE shard = $1 AND NOT practice AND event > $2 AND event <= $3 AND kind IN ('day', 'traded')
       AND ($4::text[] IS NULL OR kind = 'day' OR symbol = ANY($4))
     ORDER BY event LIMIT $5`,
    [shard, after, upTo, symbols ?? null, count],
  )

export async function moveCursor(
  tx: Tx,
  { table }: TradeCursor,
  shard: number,
  event: bigint,
): Promise<void> {
  await tx.query(`UPDATE ${table} SET event = $2 WHERE shard = $1`, [shard, event])
}
