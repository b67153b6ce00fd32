// Turns an order into one of before 0.2.0, whose first steps are rows of app.order_steps.

import { firstStepsOf } from '../../../apps/server/src/features/orders/first-steps.ts'

interface Sql {
  query<Row>(text: string, values?: readonly unknown[]): Promise<readonly Row[]>
}

interface AcceptedRow {
  readonly id: string
  readonly placedAt: Date
  readonly side: string
  readonly price: number | null
  readonly quantity: number
  readonly validity: string
  readonly origin: string
  readonly replaces: string | null
  readonly worstPrice: number
  readonly heldCash: string
  readonly heldShares: number
}

export async function storeFirstSteps(sql: Sql, orderId: string): Promise<void> {
  const [order] = await sql.query<AcceptedRow>(
    `SELECT id, placed_at AS "placedAt", side, price, quantity, validity, origin, replaces, worst_price AS "worstPrice",
       held_cash::text AS "heldCash", held_shares AS "heldShares" FROM app.orders WHERE id = $1`,
    [orderId],
  )
  for (const { n, at, what, who, data, hash } of firstStepsOf(
    { ...order!, heldCash: BigInt(order!.heldCash) },
    order!.placedAt,
  ))
    await sql.query(
      `INSERT INTO app.order_steps (order_id, n, at, what, who, data, hash) VALUES ($1, $2, $3, $4, $5, $6, decode($7, 'hex'))`,
      [orderId, n, new Date(at), what, who, data, hash],
    )
  await sql.query('UPDATE app.orders SET held_cash = NULL, held_shares = NULL WHERE id = $1', [orderId])
}
