import type { Tx } from '#platform/db'

export interface StatementOrder {
  readonly orderId: string
  readonly symbol: string
  readonly side: 'buy' | 'sell'
  readonly purpose: 'open' | 'close'
  readonly direction: 'long' | 'short'
  readonly multiple: number
  readonly price: number | null
  readonly quantity: number
  readonly filled: number
  readonly validity: string
  readonly state: string
  readonly reason: string | null
  readonly origin: string
  readonly placedAt: Date
  /** The head of its timeline. */
  readonly steps: number
  readonly stepsHash: string
}

export const readOrders = (
  tx: Tx,
  memberId: string,
  from: Date,
  until: Date,
  limit: number,
): Promise<readonly StatementOrder[]> =>
  tx.query<StatementOrder>(
    `SELECT id AS "orderId", symbol, side, purpose, direction, multiple, price, quantity, filled_shares AS filled, validity,
       state, reason, origin, placed_at AS "placedAt", steps, encode(steps_hash, 'hex') AS "stepsHash"
     FROM app.orders WHERE member_id = $1 AND placed_at >= $2 AND placed_at < $3 AND id >= app.first_order_id($2)
     ORDER BY placed_at, id LIMIT $4`,
    [memberId, from, until, limit],
  )

export interface StatementFill {
  readonly fillId: string
  readonly orderId: string
  readonly symbol: string
  readonly side: 'buy' | 'sell'
  readonly price: number
  readonly quantity: number
  readonly fee: bigint
  readonly tax: bigint
  readonly borrowFee: bigint
  readonly realised: bigint | null
  readonly sequence: bigint
  readonly decidedBy: string
  readonly entryId: string
  readonly at: Date
}

export const readFillsBetween = (
  tx: Tx,
  memberId: string,
  from: Date,
  until: Date,
  limit: number,
): Promise<readonly StatementFill[]> =>
  tx.query<StatementFill>(
    `SELECT shard || '/' || event || '/' || side AS "fillId", order_id AS "orderId", symbol, side, price, quantity, fee, tax,
       borrow_fee AS "borrowFee", realised, sequence, decided_by AS "decidedBy", entry_id AS "entryId", traded_at AS at
     FROM app.fills WHERE member_id = $1 AND traded_at >= $2 AND traded_at < $3 ORDER BY traded_at, shard, event LIMIT $4`,
    [memberId, from, until, limit],
  )

export interface SignedRoot {
  readonly date: string
  readonly kind: string
  readonly part: number
  readonly root: string
}

/** Roots of the daily trees that contain the member's fills, orders and ledger lines. */
export const readRoots = (tx: Tx, from: string, to: string): Promise<readonly SignedRoot[]> =>
  tx.query<SignedRoot>(
    `SELECT date::text AS date, kind, part, encode(root, 'hex') AS root FROM audit.trees
     WHERE kind IN ('fills', 'orders', 'ledger-lines') AND date BETWEEN $1 AND $2
     ORDER BY audit.trees.date, kind, part LIMIT 2000`,
    [from, to],
  )
