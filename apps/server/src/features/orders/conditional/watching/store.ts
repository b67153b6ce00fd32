import type { ConditionalKind, Direction, FiredLeg } from '@fairlot/rules/orders'
import type { Tx } from '#platform/db'
import type { ConditionalBody } from '../store.ts'

/** Stocks with waiting conditional orders. */
export async function readWatchedSymbols(tx: Tx): Promise<readonly string[]> {
  const rows = await tx.query<{ symbol: string }>(
    `SELECT DISTINCT symbol FROM app.conditional_orders WHERE state = 'waiting'`,
  )
  return rows.map(({ symbol }) => symbol)
}

export interface DayRow {
  readonly symbol: string
  readonly date: string
  readonly reference: number
  readonly upper: number | null
  readonly lower: number | null
  readonly event: bigint
}

export async function upsertDays(tx: Tx, days: readonly DayRow[]): Promise<void> {
  if (days.length === 0) return
  await tx.query(
    `INSERT INTO app.conditional_days (symbol, date, reference, upper, lower, event)
     SELECT * FROM unnest($1::text[], $2::date[], $3::integer[], $4::integer[], $5::integer[], $6::bigint[])
     ON CONFLICT (symbol) DO UPDATE SET date = excluded.date, reference = excluded.reference,
       upper = excluded.upper, lower = excluded.lower, event = excluded.event`,
    [
      days.map(({ symbol }) => symbol),
      days.map(({ date }) => date),
      days.map(({ reference }) => reference),
      days.map(({ upper }) => upper),
      days.map(({ lower }) => lower),
      days.map(({ event }) => event),
    ],
  )
}

export async function readDay(tx: Tx, symbol: string): Promise<DayRow | undefined> {
  const [row] = await tx.query<DayRow>(
    `SELECT symbol, date::text AS date, reference, upper, lower, event FROM app.conditional_days WHERE symbol = $1`,
    [symbol],
  )
  return row
}

export interface WatchedRow {
  readonly id: string
  readonly symbol: string
  readonly direction: Direction
  readonly kind: ConditionalKind
  readonly body: ConditionalBody
  readonly bestPrice: number | null
  readonly afterEvent: bigint
  /** From when its position may be closed. */
  readonly sellableOn: string
  readonly unlocksAt: Date
}

export const lockWatched = (tx: Tx, symbols: readonly string[]): Promise<readonly WatchedRow[]> =>
  tx.query<WatchedRow>(
    `SELECT c.id, c.symbol, p.direction, c.kind, c.body, c.best_price AS "bestPrice", c.after_event AS "afterEvent",
       p.sellable_on::text AS "sellableOn", p.unlocks_at AS "unlocksAt"
     FROM app.conditional_orders c JOIN app.positions p ON p.id = c.position_id
     WHERE c.state = 'waiting' AND c.due IS NULL AND c.symbol = ANY($1) ORDER BY c.id FOR UPDATE OF c`,
    [symbols],
  )

export interface Marked {
  readonly id: string
  readonly best: number | null
  readonly due: FiredLeg | 'entry' | null
  readonly event: bigint
}

export async function mark(tx: Tx, shard: number, { id, best, due, event }: Marked): Promise<void> {
  await tx.query(
    `UPDATE app.conditional_orders SET best_price = $2, due = $3,
       fired_shard = CASE WHEN $3::text IS NULL THEN fired_shard ELSE $4 END,
       fired_event = CASE WHEN $3::text IS NULL THEN fired_event ELSE $5 END
     WHERE id = $1`,
    [id, best, due, shard, event],
  )
}

export const idsOf = (rows: readonly { readonly id: string }[]): readonly string[] => rows.map(({ id }) => id)

/** An entry opens a position, and every other kind closes one. */
type Purpose = 'opens' | 'closes'

/** A condition: a leg is due or was sent, or a pair has no resting leg. */
export const isOpenStep = `EXISTS (SELECT FROM app.conditional_orders WHERE state = 'waiting'
    AND (due IS NOT NULL OR (kind = 'one-cancels-other' AND order_id IS NULL)))
  OR EXISTS (SELECT FROM app.conditional_orders WHERE state = 'fired' AND NOT taken)`

export const readDue = async (tx: Tx, purpose: Purpose): Promise<readonly string[]> =>
  idsOf(
    await tx.query(
      `SELECT id FROM app.conditional_orders
       WHERE state = 'waiting' AND due IS NOT NULL AND (kind = 'entry') = $1 ORDER BY fired_event, id`,
      [purpose === 'opens'],
    ),
  )

export const readPairs = async (tx: Tx): Promise<readonly string[]> =>
  idsOf(
    await tx.query(
      `SELECT c.id FROM app.conditional_orders c LEFT JOIN app.orders o ON o.id = c.order_id
       WHERE c.state = 'waiting' AND c.kind = 'one-cancels-other'
         AND (o.id IS NULL OR o.state <> 'entrusted') ORDER BY c.id`,
    ),
  )

export const readExpired = async (tx: Tx, before: string, purpose: Purpose): Promise<readonly string[]> =>
  idsOf(
    await tx.query(
      `SELECT id FROM app.conditional_orders
       WHERE state = 'waiting' AND (kind = 'entry') = $2 AND expires_on < $1 ORDER BY id`,
      [before, purpose === 'opens'],
    ),
  )

/** Market stops of shorts whose hold was computed with another day's limit. */
export const readToReprice = async (tx: Tx): Promise<readonly string[]> =>
  idsOf(
    await tx.query(
      `SELECT c.id FROM app.conditional_orders c JOIN app.positions p ON p.id = c.position_id
       JOIN app.conditional_days d ON d.symbol = c.symbol
       WHERE c.state = 'waiting' AND p.direction = 'short' AND c.order_id IS NULL AND c.due IS NULL
         AND c.priced_on < d.date ORDER BY c.id`,
    ),
  )

export async function setPricedOn(tx: Tx, id: string, date: string, holds: readonly string[]): Promise<void> {
  await tx.query('UPDATE app.conditional_orders SET priced_on = $2, holds = $3::uuid[] WHERE id = $1', [
    id,
    date,
    holds,
  ])
}

/** Fired, but the venue has not answered yet. */
export const readUntaken = async (tx: Tx, purpose: Purpose): Promise<readonly string[]> =>
  idsOf(
    await tx.query(
      `SELECT c.id FROM app.conditional_orders c JOIN app.orders o ON o.id = c.order_id
       WHERE c.state = 'fired' AND NOT c.taken AND (c.kind = 'entry') = $1
         AND (o.accepted_at IS NOT NULL OR o.state <> 'entrusted') ORDER BY c.id`,
      [purpose === 'opens'],
    ),
  )

export interface LegOrderRow {
  readonly state: 'entrusted' | 'filled' | 'cancelled' | 'refused'
  readonly reason: string | null
  readonly accepted: boolean
  readonly filled: number
  readonly left: number
  readonly replaces: string | null
}

export async function readLegOrder(tx: Tx, orderId: string): Promise<LegOrderRow | undefined> {
  const [row] = await tx.query<LegOrderRow>(
    `SELECT state, reason, accepted_at IS NOT NULL AS accepted, filled_shares AS filled, left_shares AS left, replaces
     FROM app.orders WHERE id = $1`,
    [orderId],
  )
  return row
}

export async function setFired(tx: Tx, id: string, orderId: string, taken: boolean, at: Date): Promise<void> {
  await tx.query(
    `UPDATE app.conditional_orders
     SET state = 'fired', order_id = $2, taken = $3, ended_at = $4, tries = tries + 1, holds = '{}' WHERE id = $1`,
    [id, orderId, taken, at],
  )
}

export async function setTaken(tx: Tx, id: string): Promise<void> {
  await tx.query('UPDATE app.conditional_orders SET taken = true WHERE id = $1', [id])
}

/** Whether the resting leg of a pair is in the book; if not, the pair has holds of its own. */
export async function setResting(
  tx: Tx,
  id: string,
  orderId: string | null,
  quantity: number,
  holds: readonly string[],
): Promise<void> {
  await tx.query(
    `UPDATE app.conditional_orders SET order_id = $2, quantity = $3, holds = $4::uuid[],
       tries = tries + CASE WHEN $2::uuid IS NULL THEN 0 ELSE 1 END WHERE id = $1`,
    [id, orderId, quantity, holds],
  )
}

/** Back to waiting: the venue refused the order. Its leg stays due. */
export async function setWaitingAgain(
  tx: Tx,
  id: string,
  orderId: string | null,
  holds: readonly string[],
): Promise<void> {
  await tx.query(
    `UPDATE app.conditional_orders SET state = 'waiting', ended_at = NULL, order_id = $2, holds = $3::uuid[] WHERE id = $1`,
    [id, orderId, holds],
  )
}
