import type { PaymentMode, VoidReason } from '@fairlot/contract/new-shares'
import type { Tx } from '#platform/db'
import { offerColumns, type OfferRow } from '../store.ts'

const hasApplications = (states: string): string =>
  `EXISTS (SELECT FROM app.subscriptions s WHERE s.offer_id = o.id AND s.state IN (${states}))`

/** Its day has come, and the calendar's loop has listed the stock. */
const isListedBy = (now: string): string =>
  `o.stage = 'settled' AND o.lists_on <= (${now}::timestamptz AT TIME ZONE 'Asia/Taipei')::date
    AND EXISTS (SELECT FROM app.instruments i WHERE i.symbol = o.symbol)`

/** A condition: an offer or an application has something to do by now. */
export const isOfferDue = `EXISTS (SELECT FROM app.offers o
    WHERE o.state = 'not-started' AND o.announces_at <= $1 OR o.state = 'pending' AND o.opens_at <= $1
      OR o.state = 'subscribing' AND o.closes_at <= $1 OR o.stage = 'waiting-draw' AND o.draws_at <= $1
      OR o.stage = 'applying' OR ${isListedBy('$1')} OR o.stage = 'void' AND ${hasApplications("'waiting'")}
      OR o.stage = 'paying' AND (${hasApplications("'won'")}
        OR o.pay_by <= $1 AND NOT ${hasApplications("'payment-due'")}))
  OR EXISTS (SELECT FROM app.subscriptions s WHERE s.state = 'payment-due' AND s.pay_by <= $1)`

/** Offers that are not finished, and void ones with money to return. */
export const readUnfinished = (tx: Tx): Promise<readonly { readonly id: string }[]> =>
  tx.query<{ id: string }>(
    `SELECT o.id FROM app.offers o
     WHERE o.stage IS DISTINCT FROM 'listed' AND (o.stage IS DISTINCT FROM 'void' OR ${hasApplications("'waiting'")})
     ORDER BY o.id LIMIT 200`,
  )

/** Not the key: an application refers to it and holds its ticket's draw, for which a close waits. */
export async function lockOffer(tx: Tx, offerId: string): Promise<OfferRow | undefined> {
  const [row] = await tx.query<OfferRow>(
    `SELECT ${offerColumns} FROM app.offers o WHERE o.id = $1 FOR NO KEY UPDATE OF o`,
    [offerId],
  )
  return row
}

export async function setPending(tx: Tx, offerId: string, drawId: string): Promise<void> {
  await tx.query(`UPDATE app.offers SET state = 'pending', draw_id = $2 WHERE id = $1`, [offerId, drawId])
}

export async function setSubscribing(tx: Tx, offerId: string): Promise<void> {
  await tx.query(`UPDATE app.offers SET state = 'subscribing' WHERE id = $1`, [offerId])
}

/** Returns the number of applications in the draw. */
export async function endOffer(tx: Tx, offerId: string): Promise<number> {
  const [row] = await tx.query<{ count: number }>(
    `UPDATE app.offers SET state = 'ended', stage = 'waiting-draw',
       drawn_from = (SELECT count(*) FROM app.subscriptions s WHERE s.offer_id = $1 AND s.state = 'waiting')
     WHERE id = $1 RETURNING drawn_from AS count`,
    [offerId],
  )
  return row!.count
}

export async function setStage(
  tx: Tx,
  offerId: string,
  stage: 'applying' | 'paying' | 'settled' | 'listed',
): Promise<void> {
  await tx.query(`UPDATE app.offers SET stage = $2 WHERE id = $1`, [offerId, stage])
}

export async function setVoid(tx: Tx, offerId: string, removedAt: Date | null): Promise<void> {
  await tx.query(`UPDATE app.offers SET state = 'ended', stage = 'void', removed_at = $2 WHERE id = $1`, [
    offerId,
    removedAt,
  ])
}

export async function setPlaces(tx: Tx, offerId: string, order: readonly string[]): Promise<void> {
  const atOnce = 5_000
  for (let from = 0; from < order.length; from += atOnce) {
    await tx.query(
      `UPDATE app.subscriptions s SET place = $2::integer + u.n
       FROM unnest($3::uuid[]) WITH ORDINALITY AS u (id, n)
       WHERE s.id = u.id AND s.offer_id = $1 AND s.place IS NULL`,
      [offerId, from, order.slice(from, from + atOnce)],
    )
  }
}

/**
 * The last place that wins: of the applications, not of the tickets. A ticket without an application wins nothing and
 * takes no place from anyone. Null when there is a place for every application.
 */
export async function readLastWinner(tx: Tx, offerId: string, places: number): Promise<number | null> {
  const [row] = await tx.query<{ place: number }>(
    `SELECT place FROM app.subscriptions WHERE offer_id = $1 AND place IS NOT NULL
     ORDER BY place OFFSET $2 LIMIT 1`,
    [offerId, places - 1],
  )
  return row?.place ?? null
}

export interface LockedApplication {
  readonly id: string
  readonly memberId: string
  readonly paymentMode: PaymentMode
  readonly amount: bigint
  readonly fee: bigint
  readonly holdId: string
  readonly payHoldId: string | null
  readonly place: number | null
  readonly shares: number
  readonly symbol: string
}

const columns = `s.id, s.member_id AS "memberId", o.payment_mode AS "paymentMode", s.amount, s.fee, s.hold_id AS "holdId",
  s.pay_hold_id AS "payHoldId", s.place, s.shares, o.symbol`
const source = 'app.subscriptions s JOIN app.offers o ON o.id = s.offer_id'

/** A batch in id order: two workers never wait for each other in a circle. */
export const lockWaiting = (tx: Tx, offerId: string, max: number): Promise<readonly LockedApplication[]> =>
  tx.query<LockedApplication>(
    `SELECT ${columns} FROM ${source} WHERE s.offer_id = $1 AND s.state = 'waiting'
     ORDER BY s.id LIMIT $2 FOR UPDATE OF s`,
    [offerId, max],
  )

export const lockWon = (tx: Tx, offerId: string, max: number): Promise<readonly LockedApplication[]> =>
  tx.query<LockedApplication>(
    `SELECT ${columns} FROM ${source} WHERE s.offer_id = $1 AND s.state = 'won'
     ORDER BY s.id LIMIT $2 FOR UPDATE OF s`,
    [offerId, max],
  )

export const lockPaid = (tx: Tx, offerId: string, max: number): Promise<readonly LockedApplication[]> =>
  tx.query<LockedApplication>(
    `SELECT ${columns} FROM ${source} WHERE s.offer_id = $1 AND s.state = 'paid'
     ORDER BY s.id LIMIT $2 FOR UPDATE OF s`,
    [offerId, max],
  )

export const lockOverdue = (
  tx: Tx,
  offerId: string,
  now: Date,
  max: number,
): Promise<readonly LockedApplication[]> =>
  tx.query<LockedApplication>(
    `SELECT ${columns} FROM ${source} WHERE s.offer_id = $1 AND s.state = 'payment-due' AND s.pay_by <= $2
     ORDER BY s.id LIMIT $3 FOR UPDATE OF s`,
    [offerId, now, max],
  )

/** The next in the drawn order who were not drawn. */
export const lockNextDrawn = (tx: Tx, offerId: string, max: number): Promise<readonly LockedApplication[]> =>
  tx.query<LockedApplication>(
    `SELECT ${columns} FROM ${source} WHERE s.offer_id = $1 AND s.state = 'not-won'
     ORDER BY s.place LIMIT $2 FOR UPDATE OF s`,
    [offerId, max],
  )

/** Applications of people who may not take part: under a restriction that stops trading, or related to the house. */
export const lockUnqualified = (
  tx: Tx,
  { id, closesAt }: { readonly id: string; readonly closesAt: Date },
  max: number,
): Promise<readonly (LockedApplication & { readonly reason: 'restricted' | 'related-person' })[]> =>
  tx.query<LockedApplication & { readonly reason: 'restricted' | 'related-person' }>(
    `SELECT ${columns}, u.reason FROM ${source} JOIN (
       SELECT x.member_id, min(x.reason) AS reason FROM (
         SELECT member_id, 'related-person' AS reason FROM app.operator_relations
         UNION ALL SELECT member_id, 'restricted' FROM app.restrictions
         WHERE lifted_at IS NULL AND kind IN ('frozen', 'disabled', 'no-trading') AND since < $3
       ) AS x GROUP BY x.member_id
     ) AS u ON u.member_id = s.member_id
     WHERE s.offer_id = $1 AND s.state = 'waiting' ORDER BY s.id LIMIT $2 FOR UPDATE OF s`,
    [id, max, closesAt],
  )

export interface DrawnUpdate {
  readonly id: string
  readonly state: 'won' | 'not-won'
  readonly entryId: string
}

export async function setDrawn(tx: Tx, rows: readonly DrawnUpdate[], at: Date): Promise<void> {
  await tx.query(
    `UPDATE app.subscriptions s SET state = u.state, entry_id = u.entry_id, decided_at = $4
     FROM unnest($1::uuid[], $2::text[], $3::uuid[]) AS u (id, state, entry_id) WHERE s.id = u.id`,
    [rows.map(({ id }) => id), rows.map(({ state }) => state), rows.map(({ entryId }) => entryId), at],
  )
}

export async function setVoided(
  tx: Tx,
  rows: readonly { readonly id: string; readonly reason: VoidReason; readonly entryId: string }[],
  at: Date,
): Promise<void> {
  await tx.query(
    `UPDATE app.subscriptions s SET state = 'void', void_reason = u.reason, entry_id = u.entry_id, decided_at = $4
     FROM unnest($1::uuid[], $2::text[], $3::uuid[]) AS u (id, reason, entry_id) WHERE s.id = u.id`,
    [rows.map(({ id }) => id), rows.map(({ reason }) => reason), rows.map(({ entryId }) => entryId), at],
  )
}

export async function setDue(tx: Tx, ids: readonly string[], payBy: Date): Promise<void> {
  await tx.query(
    `UPDATE app.subscriptions SET state = 'payment-due', pay_by = $2 WHERE id = ANY($1::uuid[])`,
    [ids, payBy],
  )
}

export async function setPaidByRule(tx: Tx, ids: readonly string[], at: Date): Promise<void> {
  await tx.query(
    `UPDATE app.subscriptions SET state = 'paid', paid_at = $2, paid_by = 'rule' WHERE id = ANY($1::uuid[])`,
    [ids, at],
  )
}

/** A database function compares each entry with its application and writes the holdings with the state. */
export async function setDelivered(
  tx: Tx,
  offerId: string,
  rows: readonly { readonly id: string; readonly entryId: string }[],
  at: Date,
): Promise<void> {
  await tx.query('SELECT app.deliver_subscriptions($1, $2::uuid[], $3::uuid[], $4)', [
    offerId,
    rows.map(({ id }) => id),
    rows.map(({ entryId }) => entryId),
    at,
  ])
}

export async function isListed(tx: Tx, offerId: string, now: Date): Promise<boolean> {
  const rows = await tx.query(`SELECT 1 FROM app.offers o WHERE o.id = $2 AND ${isListedBy('$1')}`, [
    now,
    offerId,
  ])
  return rows.length > 0
}

export async function setUnpaid(tx: Tx, ids: readonly string[]): Promise<void> {
  await tx.query(`UPDATE app.subscriptions SET state = 'unpaid' WHERE id = ANY($1::uuid[])`, [ids])
}

export async function setMovedUp(tx: Tx, ids: readonly string[]): Promise<void> {
  await tx.query(`UPDATE app.subscriptions SET state = 'won' WHERE id = ANY($1::uuid[])`, [ids])
}

export async function countOpenWinners(tx: Tx, offerId: string): Promise<number> {
  const [row] = await tx.query<{ count: number }>(
    `SELECT count(*)::integer AS count FROM app.subscriptions
     WHERE offer_id = $1 AND state IN ('waiting', 'won', 'payment-due')`,
    [offerId],
  )
  return row!.count
}
