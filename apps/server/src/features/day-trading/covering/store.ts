import type { Tx } from '#platform/db'

export interface OpenDayTradeRow {
  readonly positionId: string
  readonly memberId: string
  readonly symbol: string
}

/** A condition: there is an open day trade. */
/**
 * `min` reads one entry of the index. For EXISTS PostgreSQL may read the whole table when its statistics are old: 36 ms
 * of 100,000 positions, four times a second.
 */
export const isDayTradeOpen = `(SELECT min(opened_on) FROM app.positions WHERE state <> 'closed' AND day_trade) IS NOT NULL`

/** Open day trades of this day, by member. Covered ones leave the index, so this stays short. */
export const readOpenDayTrades = (tx: Tx, date: string): Promise<readonly OpenDayTradeRow[]> =>
  tx.query<OpenDayTradeRow>(
    `SELECT id AS "positionId", member_id AS "memberId", symbol FROM app.positions
     WHERE opened_on = $1 AND state <> 'closed' AND day_trade ORDER BY member_id, id`,
    [date],
  )

export interface CoverRow {
  readonly memberId: string
  readonly symbol: string
  readonly direction: 'long' | 'short'
  readonly shares: number
  /** Shares in open close orders and waiting conditional ones. */
  readonly closing: number
}

/** Returns undefined when the day trade was closed or converted to an ordinary position meanwhile. */
export async function lockOpenDayTrade(tx: Tx, positionId: string): Promise<CoverRow | undefined> {
  const [row] = await tx.query<CoverRow>(
    `SELECT member_id AS "memberId", symbol, direction, shares, closing FROM app.positions
     WHERE id = $1 AND state <> 'closed' AND day_trade FOR UPDATE`,
    [positionId],
  )
  return row
}

/** Close orders of the position that may rest in the book and have no cancel request. */
export async function readRestingCloses(tx: Tx, positionId: string): Promise<readonly string[]> {
  const rows = await tx.query<{ id: string }>(
    `SELECT id FROM app.orders WHERE position_id = $1 AND purpose = 'close' AND state = 'entrusted'
       AND cancel_asked_at IS NULL AND origin <> 'auto-cover'
       AND id >= (SELECT app.first_order_id(p.opened_at) FROM app.positions p WHERE p.id = $1) ORDER BY id`,
    [positionId],
  )
  return rows.map(({ id }) => id)
}

/** Returns false when this round is already done: the primary key lets only one worker do it. */
export async function claimRound(
  tx: Tx,
  positionId: string,
  date: string,
  round: number,
  orderId: string | null,
  at: Date,
): Promise<boolean> {
  const rows = await tx.query(
    `INSERT INTO app.day_trade_covers (position_id, date, round, order_id, at) VALUES ($1, $2, $3, $4, $5)
     ON CONFLICT DO NOTHING RETURNING 1`,
    [positionId, date, round, orderId, at],
  )
  return rows.length === 1
}

/** Those of these positions whose owner has not been notified. */
export async function readUnnotified(
  tx: Tx,
  positionIds: readonly string[],
  date: string,
): Promise<readonly string[]> {
  const rows = await tx.query<{ id: string }>(
    `SELECT p.id FROM unnest($1::uuid[]) AS p (id) WHERE NOT EXISTS (
       SELECT FROM app.day_trade_covers c WHERE c.position_id = p.id AND c.date = $2 AND c.round = -1)`,
    [positionIds, date],
  )
  return rows.map(({ id }) => id)
}
