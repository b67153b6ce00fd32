// Blocks of copied orders that are done, and their lines, as their evidence has them.

import type { Tx } from '#platform/db'

export interface BlockRow {
  readonly id: string
  readonly mentorId: string
  readonly date: string
  readonly symbol: string
  readonly side: 'buy' | 'sell'
  readonly price: number
  readonly seed: string
  readonly quantity: number
  readonly copies: number
  /** What the venue filled; 0 for a block that it refused. */
  readonly filled: number
  readonly value: bigint
}

export interface LineRow {
  readonly copyId: string
  readonly place: number
  /** Hex. */
  readonly key: string
  readonly planned: number
  readonly reason: string | null
  readonly orderId: string | null
  readonly shares: number
  readonly value: bigint
}

const columns = `b.id, b.mentor_id AS "mentorId", b.date::text AS date, b.symbol, b.side, b.price, b.seed, b.quantity, b.copies,
  coalesce((e.body ->> 'filled')::integer, 0) AS filled, coalesce((e.body ->> 'value')::bigint, 0) AS value`
const source = `app.copy_blocks b LEFT JOIN LATERAL (
    SELECT x.body::jsonb AS body FROM exchange.events x
    WHERE x.kind = 'block-done' AND NOT x.practice AND x.symbol = b.symbol AND x.at >= b.at - interval '1 minute' AND x.at < b.at + interval '7 days'
      AND x.body::jsonb ->> 'block' = b.id::text LIMIT 1) AS e ON true`

const blockNotInATree = `NOT EXISTS (
  SELECT FROM app.copy_block_lines x JOIN audit.tree_leaves l ON l.subject = concat_ws('/', x.block_id, x.copy_id) AND l.body <> ''
  JOIN audit.trees t ON t.id = l.tree AND t.kind = 'copies' WHERE x.block_id = b.id AND x.place = 1)`

const blockToBuild = `b.state = 'done' AND b.copies > 0 AND ${blockNotInATree}`

/** Days up to this one, two weeks back, with blocks that are done, have a list and are in no tree yet. */
export const blockDatesToBuild = async (tx: Tx, upTo: string): Promise<readonly string[]> => {
  const rows = await tx.query<{ date: string }>(
    `SELECT DISTINCT b.date::text AS date FROM app.copy_blocks b
     WHERE ${blockToBuild} AND b.date <= $1 AND b.date > $1::date - 14 ORDER BY 1`,
    [upTo],
  )
  return rows.map(({ date }) => date)
}

export const readBlocksToBuild = (tx: Tx, date: string): Promise<readonly BlockRow[]> =>
  tx.query<BlockRow>(`SELECT ${columns} FROM ${source} WHERE ${blockToBuild} AND b.date = $1 ORDER BY b.id`, [
    date,
  ])

export async function readBlock(tx: Tx, id: string): Promise<BlockRow | undefined> {
  const [row] = await tx.query<BlockRow>(
    `SELECT ${columns} FROM ${source} WHERE b.id = $1 AND b.state = 'done'`,
    [id],
  )
  return row
}

/** In the order of the day. OFFSET: orders are looked up by id, each in its month. */
export const readLines = (tx: Tx, blockId: string): Promise<readonly LineRow[]> =>
  tx.query<LineRow>(
    `SELECT l.copy_id AS "copyId", l.place, encode(l.key, 'hex') AS key, coalesce(l.planned, 0) AS planned, l.reason, l.order_id AS "orderId",
       coalesce(o.filled_shares, 0) AS shares, coalesce(o.filled_value, 0)::bigint AS value
     FROM app.copy_block_lines l
     LEFT JOIN LATERAL (SELECT x.filled_shares, x.filled_value FROM app.orders x WHERE x.id = l.order_id OFFSET 0) AS o ON true
     WHERE l.block_id = $1 ORDER BY l.place`,
    [blockId],
  )

/** Whether this copy is this member's. */
export async function isOwnCopy(tx: Tx, copyId: string, memberId: string): Promise<boolean> {
  const rows = await tx.query('SELECT FROM app.copies c WHERE c.id = $1 AND c.member_id = $2', [
    copyId,
    memberId,
  ])
  return rows.length > 0
}
