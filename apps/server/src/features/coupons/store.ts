import type { CouponFee, CouponState } from '@fairlot/contract/coupons'
import type { Tx } from '#platform/db'
import { isBehind } from '#platform/trade-cursor'
import type { Audience } from './audience.ts'

export interface CouponRow {
  readonly id: string
  readonly name: { readonly tw: string; readonly en: string }
  readonly amount: bigint
  readonly used: bigint
  readonly state: CouponState
  readonly fromAt: Date
  readonly untilAt: Date
  readonly usedAt: Date | null
  readonly orderId: string | null
  readonly entryId: string | null
}

// The clock decides what has expired; the sweep that returns the money comes a little later.
const shown = `CASE WHEN c.state = 'available' AND c.until_at <= $2 THEN 'expired' ELSE c.state END`

/** The coupon that expires first comes first; among past ones, the newest. */
export const readCoupons = (
  tx: Tx,
  memberId: string,
  now: Date,
  state: CouponState,
): Promise<readonly CouponRow[]> =>
  tx.query<CouponRow>(
    `SELECT c.id, g.name, c.amount, c.used, ${shown} AS state, c.from_at AS "fromAt", c.until_at AS "untilAt",
       c.used_at AS "usedAt", c.order_id AS "orderId", c.entry_id AS "entryId"
     FROM app.coupons c JOIN app.coupon_grants g ON g.id = c.grant_id
     WHERE c.member_id = $1 AND ${shown} = $3
     ORDER BY CASE WHEN $3 = 'available' THEN c.until_at END, coalesce(c.used_at, c.until_at) DESC, c.id LIMIT 200`,
    [memberId, now, state],
  )

export async function countCoupons(
  tx: Tx,
  memberId: string,
  now: Date,
): Promise<Readonly<Record<CouponState, number>>> {
  const rows = await tx.query<{ state: CouponState; count: number }>(
    `SELECT ${shown} AS state, count(*)::integer AS count FROM app.coupons c WHERE c.member_id = $1 GROUP BY 1`,
    [memberId, now],
  )
  const of = (state: CouponState): number => rows.find((row) => row.state === state)?.count ?? 0
  return { available: of('available'), used: of('used'), expired: of('expired') }
}

/** What coupons have paid back since a moment. */
export async function sumPaid(tx: Tx, memberId: string, since: Date): Promise<bigint> {
  const [row] = await tx.query<{ paid: bigint }>(
    `SELECT coalesce(sum(used), 0)::bigint AS paid FROM app.coupons
     WHERE member_id = $1 AND used_at >= $2`,
    [memberId, since],
  )
  return row!.paid
}

/**
 * Members a grant goes to, at most `max`. Accounts of operators and of people close to them are excluded from a grant
 * to many.
 */
export async function readAudience(tx: Tx, audience: Audience, max: number): Promise<readonly string[]> {
  if (audience.kind === 'member') {
    const rows = await tx.query<{ id: string }>(
      `SELECT id FROM app.members WHERE id = $1 AND kind <> 'seat'`,
      [audience.memberId],
    )
    return rows.map(({ id }) => id)
  }
  const rows = await tx.query<{ id: string }>(
    `SELECT m.id FROM app.members m
     WHERE m.joined_at >= $1 AND m.joined_at < $2 AND m.kind <> 'seat' AND (NOT $3 OR m.verification = 'verified')
       AND NOT EXISTS (SELECT FROM app.operator_relations r WHERE r.member_id = m.id)
     ORDER BY m.joined_at, m.id LIMIT $4`,
    [audience.joinedFrom, audience.joinedBefore, audience.verifiedOnly, max],
  )
  return rows.map(({ id }) => id)
}

export interface NewGrant {
  readonly id: string
  readonly reviewId: string
  readonly name: { readonly tw: string; readonly en: string }
  readonly fee: CouponFee
  readonly amount: bigint
  readonly audience: Audience
  readonly at: Date
  readonly until: Date
  readonly entryId: string
  /** By member, in the order of their ids. */
  readonly coupons: readonly { readonly id: string; readonly memberId: string }[]
}

export async function insertGrant(tx: Tx, grant: NewGrant): Promise<void> {
  const { id, reviewId, name, fee, amount, audience, at, until, entryId, coupons } = grant
  await Promise.all([
    tx.query(
      `INSERT INTO app.coupon_grants (id, review_id, name, fee, amount, audience, members, granted_at, until_at, entry_id)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
      [
        id,
        reviewId,
        JSON.stringify(name),
        fee,
        amount,
        JSON.stringify(audience),
        coupons.length,
        at,
        until,
        entryId,
      ],
    ),
    tx.query(
      `INSERT INTO app.coupons (id, grant_id, member_id, amount, from_at, until_at)
       SELECT u.id, $1, u.member_id, $2, $3, $4 FROM unnest($5::uuid[], $6::uuid[]) AS u (id, member_id)`,
      [id, amount, at, until, coupons.map((coupon) => coupon.id), coupons.map(({ memberId }) => memberId)],
    ),
  ])
}

export interface UnreadShard {
  readonly shard: number
  readonly from: bigint
  readonly upto: bigint
}

/** A condition: settlement has charged fees that are not read, or a coupon is not paid. */
export const isCouponWork = `${isBehind({ table: 'app.coupon_cursors', heads: 'settlement.cursors' })}
  OR EXISTS (SELECT FROM app.coupons WHERE state = 'used' AND entry_id IS NULL)`

/** Shards with unread settled events, limited per shard; their cursors are locked. */
export async function readShards(tx: Tx, max: bigint): Promise<readonly UnreadShard[]> {
  await tx.query(
    `INSERT INTO app.coupon_cursors (shard, event) SELECT s.shard, 0 FROM settlement.cursors s ON CONFLICT DO NOTHING`,
  )
  return tx.query<UnreadShard>(
    `SELECT c.shard, c.event AS "from", least(s.event, c.event + $1) AS upto
     FROM app.coupon_cursors c JOIN settlement.cursors s ON s.shard = c.shard
     WHERE s.event > c.event ORDER BY c.shard FOR UPDATE OF c`,
    [max],
  )
}

export async function moveCursor(tx: Tx, shard: number, event: bigint): Promise<void> {
  await tx.query(`UPDATE app.coupon_cursors SET event = $2 WHERE shard = $1`, [shard, event])
}

export interface ChargedOrder {
  readonly orderId: string
  readonly memberId: string
  readonly tradedAt: Date
}

/** Orders that were charged a fee while their member had a coupon, in market order. */
export const readCharged = (tx: Tx, { shard, from, upto }: UnreadShard): Promise<readonly ChargedOrder[]> =>
  tx.query<ChargedOrder>(
    `SELECT f.order_id AS "orderId", f.member_id AS "memberId", min(f.traded_at) AS "tradedAt"
     FROM app.fills f
     WHERE f.shard = $1 AND f.event > $2 AND f.event <= $3 AND f.fee > 0 AND EXISTS (
       SELECT FROM app.coupons c WHERE c.member_id = f.member_id AND c.state = 'available'
         AND c.from_at <= f.traded_at AND c.until_at > f.traded_at)
     GROUP BY f.order_id, f.member_id ORDER BY min(f.event)`,
    [shard, from, upto],
  )

/** Attaches the coupon that expires first. Undefined when the order has one already, or none is left. */
export async function attachCoupon(
  tx: Tx,
  { orderId, memberId, tradedAt }: ChargedOrder,
): Promise<string | undefined> {
  const [row] = await tx.query<{ id: string }>(
    `UPDATE app.coupons SET state = 'used', order_id = $2
     WHERE id = (
       SELECT c.id FROM app.coupons c
       WHERE c.member_id = $1 AND c.state = 'available' AND c.from_at <= $3 AND c.until_at > $3
       ORDER BY c.until_at, c.id LIMIT 1 FOR UPDATE
     ) AND NOT EXISTS (SELECT FROM app.coupons o WHERE o.order_id = $2)
     RETURNING id`,
    [memberId, orderId, tradedAt],
  )
  return row?.id
}

export interface CouponToPay {
  readonly couponId: string
  readonly memberId: string
  readonly orderId: string
  readonly symbol: string
  readonly amount: bigint
  readonly fee: bigint
}

/** Coupons whose order has ended: its fee is final. */
export const readToPay = (tx: Tx, max: number): Promise<readonly CouponToPay[]> =>
  tx.query<CouponToPay>(
    `SELECT c.id AS "couponId", c.member_id AS "memberId", c.order_id AS "orderId", o.symbol, c.amount, o.fee
     FROM app.coupons c JOIN app.orders o ON o.id = c.order_id
     WHERE c.state = 'used' AND c.entry_id IS NULL AND o.state <> 'entrusted'
     ORDER BY c.member_id, c.id LIMIT $1 FOR UPDATE OF c SKIP LOCKED`,
    [max],
  )

export async function markPaid(
  tx: Tx,
  couponId: string,
  paid: { readonly used: bigint; readonly entryId: string; readonly at: Date },
): Promise<void> {
  await tx.query(`UPDATE app.coupons SET used = $2, entry_id = $3, used_at = $4 WHERE id = $1`, [
    couponId,
    paid.used,
    paid.entryId,
    paid.at,
  ])
}

export const expireCoupons = (
  tx: Tx,
  before: Date,
  max: number,
): Promise<readonly { readonly id: string; readonly memberId: string; readonly amount: bigint }[]> =>
  tx.query(
    `UPDATE app.coupons SET state = 'expired' WHERE id IN (
       SELECT c.id FROM app.coupons c WHERE c.state = 'available' AND c.until_at <= $1
       ORDER BY c.until_at LIMIT $2 FOR UPDATE SKIP LOCKED
     ) RETURNING id, member_id AS "memberId", amount`,
    [before, max],
  )

export const readGrants = (tx: Tx) =>
  tx.query<{
    grantId: string
    name: { tw: string; en: string }
    fee: CouponFee
    amount: bigint
    members: number
    available: number
    used: number
    expired: number
    paid: bigint
    grantedAt: Date
    until: Date
    reviewId: string
    number: string
  }>(
    `SELECT g.id AS "grantId", g.name, g.fee, g.amount, g.members, s.available, s.used, s.expired, s.paid,
       g.granted_at AS "grantedAt", g.until_at AS until, g.review_id AS "reviewId", r.number
     FROM app.coupon_grants g JOIN app.reviews r ON r.id = g.review_id
     CROSS JOIN LATERAL (
       SELECT count(*) FILTER (WHERE c.state = 'available')::integer AS available,
         count(*) FILTER (WHERE c.state = 'used')::integer AS used,
         count(*) FILTER (WHERE c.state = 'expired')::integer AS expired, coalesce(sum(c.used), 0)::bigint AS paid
       FROM app.coupons c WHERE c.grant_id = g.id
     ) AS s
     ORDER BY g.granted_at DESC, g.id DESC LIMIT 50`,
  )
