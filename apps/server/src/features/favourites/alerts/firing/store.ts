import type { AlertKind } from '@fairlot/rules/favourites'
import type { Tx } from '#platform/db'

export interface DayRow {
  readonly symbol: string
  readonly date: string
  readonly reference: number
  readonly event: bigint
}

export const readDays = (tx: Tx, symbols: readonly string[]): Promise<readonly DayRow[]> =>
  tx.query<DayRow>(
    'SELECT symbol, date::text AS date, reference, event FROM app.price_alert_days WHERE symbol = ANY($1)',
    [symbols],
  )

export async function upsertDays(tx: Tx, days: readonly DayRow[]): Promise<void> {
  if (days.length === 0) return
  await tx.query(
    `INSERT INTO app.price_alert_days (symbol, date, reference, event)
     SELECT * FROM unnest($1::text[], $2::date[], $3::integer[], $4::bigint[])
     ON CONFLICT (symbol) DO UPDATE SET date = excluded.date, reference = excluded.reference, event = excluded.event`,
    [
      days.map(({ symbol }) => symbol),
      days.map(({ date }) => date),
      days.map(({ reference }) => reference),
      days.map(({ event }) => event),
    ],
  )
}

/** The range of one instrument's trades. */
export interface Reach {
  readonly symbol: string
  readonly high: number
  readonly low: number
  /** Hundredths of a percent. */
  readonly move: number
}

export interface WaitingAlert {
  readonly id: string
  readonly memberId: string
  readonly symbol: string
  readonly kind: AlertKind
  readonly threshold: number
  readonly repeat: 'once' | 'daily'
  readonly afterEvent: bigint
}

/**
 * Waiting alerts these trades may reach, locked until the end: if the owner turns one off or removes it meanwhile, that
 * happens either before or after the firing. The index on (symbol, kind, threshold) finds them without reading the
 * others.
 */
export const lockReachable = (tx: Tx, reaches: readonly Reach[]): Promise<readonly WaitingAlert[]> =>
  tx.query<WaitingAlert>(
    `SELECT a.id, a.member_id AS "memberId", a.symbol, a.kind, a.threshold, a.repeat, a.after_event AS "afterEvent"
     FROM app.price_alerts a WHERE a.state = 'waiting' AND a.id IN (
       SELECT a.id FROM unnest($1::text[], $2::integer[]) AS t (symbol, high) JOIN app.price_alerts a
         ON a.symbol = t.symbol AND a.kind = 'rises-to' AND a.threshold <= t.high AND a.state = 'waiting'
       UNION ALL
       SELECT a.id FROM unnest($1::text[], $3::integer[]) AS t (symbol, low) JOIN app.price_alerts a
         ON a.symbol = t.symbol AND a.kind = 'falls-to' AND a.threshold >= t.low AND a.state = 'waiting'
       UNION ALL
       SELECT a.id FROM unnest($1::text[], $4::integer[]) AS t (symbol, move) JOIN app.price_alerts a
         ON a.symbol = t.symbol AND a.kind = 'moves' AND a.threshold <= t.move AND a.state = 'waiting'
     ) ORDER BY a.id FOR UPDATE`,
    [
      reaches.map(({ symbol }) => symbol),
      reaches.map(({ high }) => high),
      reaches.map(({ low }) => low),
      reaches.map(({ move }) => move),
    ],
  )

/** The days on which these alerts have already fired, as `id date`. */
export async function readFired(tx: Tx, ids: readonly string[]): Promise<ReadonlySet<string>> {
  const rows = await tx.query<{ id: string; date: string }>(
    'SELECT alert_id AS id, date::text AS date FROM app.price_alert_firings WHERE alert_id = ANY($1)',
    [ids],
  )
  return new Set(rows.map(({ id, date }) => `${id} ${date}`))
}

export interface Firing {
  readonly alertId: string
  readonly date: string
  readonly memberId: string
  readonly symbol: string
  readonly kind: AlertKind
  readonly threshold: number
  readonly repeat: 'once' | 'daily'
  readonly price: number
  /** The reference of that trading day. */
  readonly reference: number
  readonly event: bigint
  readonly at: Date
}

/** The primary key (alert, day) prevents a second firing even if the code above is wrong. */
export async function insertFiring(tx: Tx, firing: Firing): Promise<void> {
  await tx.query(
    `INSERT INTO app.price_alert_firings (alert_id, date, member_id, symbol, price, event, fired_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7)`,
    [firing.alertId, firing.date, firing.memberId, firing.symbol, firing.price, firing.event, firing.at],
  )
}

export interface Names {
  readonly tw: string
  readonly en: string
}

export async function readNames(tx: Tx, symbols: readonly string[]): Promise<ReadonlyMap<string, Names>> {
  const rows = await tx.query<Names & { readonly symbol: string }>(
    'SELECT symbol, name_tw AS tw, name_en AS en FROM app.instruments WHERE symbol = ANY($1)',
    [symbols],
  )
  return new Map(rows.map(({ symbol, tw, en }) => [symbol, { tw, en }]))
}

export async function markDone(tx: Tx, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  await tx.query(`UPDATE app.price_alerts SET state = 'done' WHERE id = ANY($1)`, [ids])
}
