import type { AlertKind } from '@fairlot/rules/favourites'
import type { Tx } from '#platform/db'

export interface AlertRow {
  readonly id: string
  readonly symbol: string
  readonly kind: AlertKind
  readonly threshold: number
  readonly repeat: 'once' | 'daily'
  readonly state: 'waiting' | 'off' | 'done'
  readonly createdAt: Date
  readonly firedAt: Date | null
  readonly firedPrice: number | null
}

export const readAlerts = (
  tx: Tx,
  memberId: string,
  symbol: string | undefined,
): Promise<readonly AlertRow[]> =>
  tx.query<AlertRow>(
    `SELECT a.id, a.symbol, a.kind, a.threshold, a.repeat, a.state, a.created_at AS "createdAt",
       f.fired_at AS "firedAt", f.price AS "firedPrice"
     FROM app.price_alerts a
     LEFT JOIN LATERAL (
       SELECT fired_at, price FROM app.price_alert_firings WHERE alert_id = a.id ORDER BY date DESC LIMIT 1
     ) f ON true
     WHERE a.member_id = $1 AND ($2::text IS NULL OR a.symbol = $2)
     ORDER BY a.created_at DESC, a.id DESC`,
    [memberId, symbol ?? null],
  )

export async function countAlerts(tx: Tx, memberId: string, symbol: string): Promise<number> {
  const [row] = await tx.query<{ count: bigint }>(
    'SELECT count(*) AS count FROM app.price_alerts WHERE member_id = $1 AND symbol = $2',
    [memberId, symbol],
  )
  return Number(row!.count)
}

type AlertLevel = Pick<AlertRow, 'symbol' | 'kind' | 'threshold'>

/** Whether an equal alert of the member is waiting. The list of the member is locked, so none is added meanwhile. */
export async function isWaiting(
  tx: Tx,
  memberId: string,
  { symbol, kind, threshold }: AlertLevel,
): Promise<boolean> {
  const rows = await tx.query(
    `SELECT FROM app.price_alerts
     WHERE member_id = $1 AND symbol = $2 AND kind = $3 AND threshold = $4 AND state = 'waiting'`,
    [memberId, symbol, kind, threshold],
  )
  return rows.length > 0
}

export interface Standing {
  /** The last event of the shard that this answer includes. */
  readonly event: bigint
  /** The last trade; null when there was none. */
  readonly tradeEvent: bigint | null
  readonly tradePrice: number | null
  /** The current trading day of the instrument; null before its first. */
  readonly dayEvent: bigint | null
  readonly reference: number | null
}

/**
 * The state of the instrument in one snapshot: a trade is either the last one here or has a larger event number, so
 * none can be missed between this read and the new alert.
 */
export async function readStanding(tx: Tx, symbol: string, shard: number): Promise<Standing> {
  const [row] = await tx.query<Standing>(
    `SELECT coalesce(s.event, 0) AS event, t.event AS "tradeEvent", (t.body::jsonb ->> 'price')::integer AS "tradePrice",
       d.event AS "dayEvent", d.reference
     FROM (SELECT 1) AS one
     LEFT JOIN exchange.shards s ON s.shard = $2
     LEFT JOIN app.price_alert_days d ON d.symbol = $1
     LEFT JOIN LATERAL (
       SELECT event, body FROM exchange.events WHERE symbol = $1 AND kind = 'traded' AND NOT practice ORDER BY event DESC LIMIT 1
     ) t ON true`,
    [symbol, shard],
  )
  return row!
}

export interface NewAlert {
  readonly id: string
  readonly memberId: string
  readonly symbol: string
  readonly kind: AlertKind
  readonly threshold: number
  readonly repeat: 'once' | 'daily'
  readonly createdAt: Date
  readonly afterEvent: bigint
}

export async function insertAlert(tx: Tx, alert: NewAlert): Promise<void> {
  await tx.query(
    `INSERT INTO app.price_alerts (id, member_id, symbol, kind, threshold, repeat, created_at, after_event)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`,
    [
      alert.id,
      alert.memberId,
      alert.symbol,
      alert.kind,
      alert.threshold,
      alert.repeat,
      alert.createdAt,
      alert.afterEvent,
    ],
  )
}

export async function lockAlert(
  tx: Tx,
  memberId: string,
  id: string,
): Promise<(AlertLevel & Pick<AlertRow, 'state'>) | undefined> {
  const [row] = await tx.query<AlertLevel & Pick<AlertRow, 'state'>>(
    'SELECT symbol, kind, threshold, state FROM app.price_alerts WHERE id = $1 AND member_id = $2 FOR UPDATE',
    [id, memberId],
  )
  return row
}

export async function switchOff(tx: Tx, id: string): Promise<void> {
  await tx.query(`UPDATE app.price_alerts SET state = 'off' WHERE id = $1`, [id])
}

/** Ignores trades from before now: while it was off, or before it had fired. */
export async function switchOn(tx: Tx, id: string, afterEvent: bigint): Promise<void> {
  await tx.query(`UPDATE app.price_alerts SET state = 'waiting', after_event = $2 WHERE id = $1`, [
    id,
    afterEvent,
  ])
}

export async function deleteAlert(tx: Tx, memberId: string, id: string): Promise<boolean> {
  const removed = await tx.query(
    'DELETE FROM app.price_alerts WHERE id = $1 AND member_id = $2 RETURNING 1',
    [id, memberId],
  )
  return removed.length > 0
}
