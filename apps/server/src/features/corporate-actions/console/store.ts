import type { Tx } from '#platform/db'
import { actionColumns, type ActionRow, actionSource } from '../store.ts'

export async function announceAction(tx: Tx, reviewId: string, at: Date): Promise<void> {
  await tx.query('SELECT app.announce_corporate_action($1, $2)', [reviewId, at])
}

/** False when holders are entitled already. */
export async function cancelAction(tx: Tx, reviewId: string, at: Date): Promise<boolean> {
  const [row] = await tx.query<{ cancelled: boolean }>(
    'SELECT app.cancel_corporate_action($1, $2) AS cancelled',
    [reviewId, at],
  )
  return row!.cancelled
}

export interface CountedAction extends ActionRow {
  readonly reviewId: string
  readonly number: string
  readonly holders: number
  readonly gross: bigint
  readonly withheld: bigint
  readonly owed: bigint
  readonly paid: bigint
  readonly newShares: number
  readonly deliveredShares: number
}

export const readCounted = (tx: Tx): Promise<readonly CountedAction[]> =>
  tx.query<CountedAction>(
    `SELECT ${actionColumns}, a.review_id AS "reviewId", r.number, coalesce(a.holders, 0) AS holders, k.*
     FROM ${actionSource} JOIN app.reviews r ON r.id = a.review_id CROSS JOIN LATERAL (
       SELECT coalesce(sum(d.gross), 0)::bigint AS gross, coalesce(sum(d.withheld), 0)::bigint AS withheld,
         coalesce(sum(d.owed), 0)::bigint AS owed,
         coalesce(sum(d.gross - d.withheld) FILTER (WHERE d.paid_entry IS NOT NULL), 0)::bigint AS paid,
         coalesce(sum(d.new_shares), 0)::float8 AS "newShares",
         coalesce(sum(d.new_shares) FILTER (WHERE d.delivered_entry IS NOT NULL OR a.split_to <> a.split_from), 0)::float8 AS "deliveredShares"
       FROM app.dividend_entitlements d WHERE d.action_id = a.id
     ) AS k
     ORDER BY a.ex_on DESC, a.id DESC LIMIT 50`,
  )
