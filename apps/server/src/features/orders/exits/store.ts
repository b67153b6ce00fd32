import type { Exits } from '@fairlot/rules/orders'
import type { Tx } from '#platform/db'

export interface NewExits extends Exits {
  /** Of the order. */
  readonly id: string
  readonly memberId: string
}

export async function insertExits(tx: Tx, rows: readonly NewExits[]): Promise<void> {
  if (rows.length === 0) return
  await tx.query(
    `INSERT INTO app.order_exits (order_id, member_id, stop, take_profit)
     SELECT * FROM unnest($1::uuid[], $2::uuid[], $3::integer[], $4::integer[])`,
    [
      rows.map(({ id }) => id),
      rows.map(({ memberId }) => memberId),
      rows.map(({ stop }) => stop ?? null),
      rows.map(({ takeProfit }) => takeProfit ?? null),
    ],
  )
}

interface StoredExits {
  readonly orderId: string
  readonly stop: number | null
  readonly takeProfit: number | null
}

/** By order; an order without exits is not in the answer. */
export async function readExits(tx: Tx, orderIds: readonly string[]): Promise<ReadonlyMap<string, Exits>> {
  const rows = await tx.query<StoredExits>(
    `SELECT order_id AS "orderId", stop, take_profit AS "takeProfit" FROM app.order_exits WHERE order_id = ANY($1::uuid[])`,
    [orderIds],
  )
  return new Map(rows.map((row) => [row.orderId, exitsOf(row)]))
}

const exitsOf = ({ stop, takeProfit }: Pick<StoredExits, 'stop' | 'takeProfit'>): Exits => ({
  ...(stop === null ? {} : { stop }),
  ...(takeProfit === null ? {} : { takeProfit }),
})

/** A condition: fills have no exits yet, or the order has ended. */
const areUnarmed = `NOT e.done AND (o.filled_shares > e.armed OR o.state <> 'entrusted')`

/** A condition. */
export const areExitsUnarmed = `EXISTS (SELECT FROM app.order_exits e JOIN app.orders o ON o.id = e.order_id WHERE ${areUnarmed})`

export const readUnarmed = async (tx: Tx): Promise<readonly string[]> => {
  const rows = await tx.query<{ id: string }>(
    `SELECT e.order_id AS id FROM app.order_exits e JOIN app.orders o ON o.id = e.order_id WHERE ${areUnarmed} ORDER BY 1`,
  )
  return rows.map(({ id }) => id)
}

export interface UnarmedExits extends Exits {
  readonly memberId: string
  readonly armed: number
}

export async function lockUnarmed(tx: Tx, orderId: string): Promise<UnarmedExits | undefined> {
  const [row] = await tx.query<{
    memberId: string
    stop: number | null
    takeProfit: number | null
    armed: number
  }>(
    `SELECT member_id AS "memberId", stop, take_profit AS "takeProfit", armed FROM app.order_exits
     WHERE order_id = $1 AND NOT done FOR UPDATE`,
    [orderId],
  )
  return row && { memberId: row.memberId, armed: row.armed, ...exitsOf(row) }
}

export async function setArmed(tx: Tx, orderId: string, armed: number, done: boolean): Promise<void> {
  await tx.query('UPDATE app.order_exits SET armed = $2, done = $3 WHERE order_id = $1', [
    orderId,
    armed,
    done,
  ])
}

/** The waiting close that earlier fills of the order got, while none of its legs is due or in the book. */
export async function findGrowing(tx: Tx, orderId: string): Promise<string | undefined> {
  const [row] = await tx.query<{ id: string }>(
    `SELECT id FROM app.conditional_orders WHERE position_id = $1 AND state = 'waiting' AND order_id IS NULL AND due IS NULL
       AND body ->> 'exits' = 'true' ORDER BY id LIMIT 1`,
    [orderId],
  )
  return row?.id
}
