import type { HeldPosition } from '@fairlot/rules/corporate-actions'
import type { Tx } from '#platform/db'
import { actionColumns, type ActionRow, actionSource, heldPosition } from '../store.ts'

/** A condition: some holders have no notice of an announcement or a cancellation yet. */
export const isDividendUnsent = 'EXISTS (SELECT FROM app.dividend_notices WHERE ended_at IS NULL)'

export interface Delivery extends ActionRow {
  readonly about: 'announced' | 'cancelled'
  /** The last member who was notified. */
  readonly upto: string
}

/** Locks the next one that has not ended, with its dividend. */
export async function lockDelivery(tx: Tx): Promise<Delivery | undefined> {
  const [row] = await tx.query<Delivery>(
    `SELECT ${actionColumns}, n.state AS about, n.upto FROM app.dividend_notices n JOIN ${actionSource} ON a.id = n.action_id
     WHERE n.ended_at IS NULL ORDER BY n.action_id, n.state LIMIT 1 FOR UPDATE OF n`,
  )
  return row
}

export interface Holder {
  readonly memberId: string
  readonly positions: readonly HeldPosition[]
}

/** Who holds or is short of the stock now, after this member. */
export const readHolders = (
  tx: Tx,
  { symbol, upto }: Pick<Delivery, 'symbol' | 'upto'>,
  limit: number,
): Promise<readonly Holder[]> =>
  tx.query<Holder>(
    `SELECT member_id AS "memberId",
       json_agg(${heldPosition}) AS positions
     FROM app.positions WHERE symbol = $1 AND state <> 'closed' AND shares > 0 AND member_id > $2
     GROUP BY member_id ORDER BY member_id LIMIT $3`,
    [symbol, upto, limit],
  )

export async function advanceDelivery(
  tx: Tx,
  { id, about }: Delivery,
  sent: { readonly upto: string; readonly count: number; readonly endedAt: Date | null },
): Promise<void> {
  await tx.query(
    `UPDATE app.dividend_notices SET upto = $3, notified = notified + $4, ended_at = $5 WHERE action_id = $1 AND state = $2`,
    [id, about, sent.upto, sent.count, sent.endedAt],
  )
}
