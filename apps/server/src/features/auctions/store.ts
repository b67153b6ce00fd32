import type { AuctionState, AuctionView, BidState, BidView, BidVoidReason } from '@fairlot/contract/auctions'
import type { BidProblem } from '@fairlot/proof'
import type { PriceLevel } from '@fairlot/rules/auctions'
import type { Tx } from '#platform/db'
import type { PageCursor } from '#platform/page-cursor'

interface Texts {
  readonly tw: string
  readonly en: string
}

export interface AuctionRow {
  readonly id: string
  readonly symbol: string
  readonly name: Texts
  readonly industry: Texts
  readonly floorPrice: bigint
  readonly lots: number
  readonly minLots: number
  readonly maxLots: number
  readonly capLots: number
  readonly fee: bigint
  readonly deposit: number
  readonly startsAt: Date
  readonly closesAt: Date
  readonly opensAt: Date
  readonly payBy: Date
  readonly listsOn: string
  readonly round: number
  readonly terms: string
  readonly state: AuctionState
  readonly isRemoved: boolean
  readonly root: string | null
  readonly beaconSignature: string | null
  readonly randomness: string | null
  readonly bids: number
  readonly lowest: bigint | null
  readonly highest: bigint | null
  readonly amount: bigint
  readonly awarded: number
}

/** The result is shown from the clearing on. */
export const auctionColumns = `a.id, a.symbol, a.name, a.industry, a.floor_price AS "floorPrice", a.lots, a.min_lots AS "minLots",
  a.max_lots AS "maxLots", a.cap_lots AS "capLots", a.fee, a.deposit, a.starts_at AS "startsAt", a.closes_at AS "closesAt",
  a.opens_at AS "opensAt", a.pay_by AS "payBy", a.lists_on::text AS "listsOn", a.round::integer AS round, a.terms, a.state,
  a.removed_at IS NOT NULL AS "isRemoved", encode(a.root, 'hex') AS root,
  encode(a.beacon_signature, 'hex') AS "beaconSignature", encode(a.randomness, 'hex') AS randomness,
  t.bids, t.lowest, t.highest, t.amount, t.awarded`
export const auctionSource = `app.auctions a CROSS JOIN LATERAL (
    SELECT count(*) FILTER (WHERE b.state NOT IN ('cancelled', 'void'))::integer AS bids,
      min(b.price) FILTER (WHERE b.awarded > 0) AS lowest, max(b.price) FILTER (WHERE b.awarded > 0) AS highest,
      coalesce(sum(b.price * b.awarded * 1000), 0)::bigint AS amount, coalesce(sum(b.awarded), 0)::integer AS awarded
    FROM app.auction_bids b WHERE b.auction_id = a.id
  ) AS t`

export async function readAuction(tx: Tx, auctionId: string): Promise<AuctionRow | undefined> {
  const [row] = await tx.query<AuctionRow>(`SELECT ${auctionColumns} FROM ${auctionSource} WHERE a.id = $1`, [
    auctionId,
  ])
  return row
}

export interface OwnSums {
  readonly auctionId: string
  readonly bids: number
  readonly awarded: number
  readonly due: bigint
}

/** The member's bids that they have not cancelled, by auction. */
export const sumOwn = (
  tx: Tx,
  memberId: string,
  auctionIds: readonly string[],
): Promise<readonly OwnSums[]> =>
  tx.query<OwnSums>(
    `SELECT auction_id AS "auctionId", count(*)::integer AS bids, sum(awarded)::integer AS awarded,
       coalesce(sum(price * awarded * 1000 - kept) FILTER (WHERE state = 'payment-due'), 0)::bigint AS due
     FROM app.auction_bids WHERE member_id = $1 AND auction_id = ANY($2::uuid[]) AND state <> 'cancelled' GROUP BY auction_id`,
    [memberId, auctionIds],
  )

export const listAuctions = (tx: Tx, view: AuctionView): Promise<readonly AuctionRow[]> =>
  tx.query<AuctionRow>(
    `SELECT ${auctionColumns} FROM ${auctionSource}
     WHERE CASE $1 WHEN 'open' THEN a.state IN ('not-started', 'bidding') WHEN 'waiting' THEN a.state IN ('closed', 'opened')
       ELSE a.state IN ('cleared', 'paying', 'settled', 'listed', 'void') END
     ORDER BY CASE WHEN $1 = 'opened' THEN NULL ELSE a.closes_at END, a.closes_at DESC, a.id LIMIT 50`,
    [view],
  )

export interface BidRow {
  readonly id: string
  readonly auctionId: string
  readonly memberId: string
  readonly symbol: string
  readonly name: Texts
  readonly fingerprint: string
  readonly sealHash: string
  readonly person: string
  readonly ceiling: bigint
  readonly deposit: bigint
  readonly fee: bigint
  readonly holdId: string
  readonly state: BidState
  readonly voidReason: BidVoidReason | null
  readonly problem: BidProblem | null
  readonly price: bigint | null
  readonly lots: number | null
  readonly rank: number | null
  readonly awarded: number
  readonly kept: bigint
  readonly sentAt: Date
  readonly closesAt: Date
  readonly opensAt: Date
  readonly payBy: Date
  readonly paidAt: Date | null
  readonly deliveredAt: Date | null
  /** Results are shown when they are complete. */
  readonly isCleared: boolean
}

const bidColumns = `b.id, b.auction_id AS "auctionId", b.member_id AS "memberId", a.symbol, a.name,
  encode(b.fingerprint, 'hex') AS fingerprint, encode(sha256(b.sealed), 'hex') AS "sealHash", encode(b.person, 'hex') AS person,
  b.ceiling, b.deposit, b.fee, b.hold_id AS "holdId", b.state, b.void_reason AS "voidReason", b.problem, b.price, b.lots,
  b.rank, b.awarded, b.kept, b.sent_at AS "sentAt", a.closes_at AS "closesAt", a.opens_at AS "opensAt",
  a.pay_by AS "payBy", b.paid_at AS "paidAt", b.delivered_at AS "deliveredAt",
  a.state IN ('cleared', 'paying', 'settled', 'listed') AS "isCleared"`
const bidSource = 'app.auction_bids b JOIN app.auctions a ON a.id = b.auction_id'

export async function readBidRow(tx: Tx, id: string): Promise<BidRow | undefined> {
  const [row] = await tx.query<BidRow>(`SELECT ${bidColumns} FROM ${bidSource} WHERE b.id = $1`, [id])
  return row
}

export const readOwnBids = (tx: Tx, memberId: string, auctionId: string): Promise<readonly BidRow[]> =>
  tx.query<BidRow>(
    `SELECT ${bidColumns} FROM ${bidSource} WHERE b.member_id = $1 AND b.auction_id = $2
     ORDER BY b.sent_at DESC, b.id DESC LIMIT 100`,
    [memberId, auctionId],
  )

/** A delivered bid is a holding. */
const viewStates: Record<BidView, readonly BidState[]> = {
  waiting: ['sealed'],
  won: ['payment-due', 'paid'],
  ended: ['cancelled', 'void', 'invalid', 'not-won', 'forfeited'],
}

export const listOwnBids = (
  tx: Tx,
  memberId: string,
  view: BidView,
  before: PageCursor | null,
  limit: number,
): Promise<readonly BidRow[]> =>
  tx.query<BidRow>(
    `SELECT ${bidColumns} FROM ${bidSource} WHERE b.member_id = $1 AND b.state = ANY($2::text[])
       AND ($3::timestamptz IS NULL OR (b.sent_at, b.id) < ($3, $4::uuid))
     ORDER BY b.sent_at DESC, b.id DESC LIMIT $5`,
    [memberId, viewStates[view], before?.at ?? null, before?.id ?? null, limit],
  )

/** Of the bids that took part. */
export const readLevels = (tx: Tx, auctionId: string): Promise<readonly PriceLevel[]> =>
  tx.query<PriceLevel>(
    `SELECT price, sum(lots)::integer AS asked, sum(awarded)::integer AS awarded
     FROM app.auction_bids WHERE auction_id = $1 AND rank IS NOT NULL GROUP BY price`,
    [auctionId],
  )

export async function countOwn(tx: Tx, memberId: string, auctionId: string): Promise<number> {
  const [row] = await tx.query<{ count: number }>(
    'SELECT count(*)::integer AS count FROM app.auction_bids WHERE member_id = $1 AND auction_id = $2',
    [memberId, auctionId],
  )
  return row!.count
}

/** Bids of one member wait for each other: the count above stays true until the commit. */
export async function lockBidder(tx: Tx, memberId: string): Promise<void> {
  await tx.query(`SELECT pg_advisory_xact_lock(hashtextextended('auction bid ' || $1::text, 0))`, [memberId])
}

export interface NewBid {
  readonly id: string
  readonly auctionId: string
  readonly memberId: string
  readonly person: string
  readonly fingerprint: string
  readonly sealed: string
  readonly ceiling: bigint
  readonly deposit: bigint
  readonly fee: bigint
  readonly holdId: string
  readonly sentAt: Date
}

/** False when another bid of the auction has this fingerprint. */
export async function insertBid(tx: Tx, bid: NewBid): Promise<boolean> {
  const rows = await tx.query(
    `INSERT INTO app.auction_bids (id, auction_id, member_id, person, fingerprint, sealed, ceiling, deposit, fee, hold_id, sent_at)
     VALUES ($1, $2, $3, decode($4, 'hex'), decode($5, 'hex'), decode($6, 'hex'), $7, $8, $9, $10, $11)
     ON CONFLICT ON CONSTRAINT auction_bids_fingerprint DO NOTHING RETURNING id`,
    [
      bid.id,
      bid.auctionId,
      bid.memberId,
      bid.person,
      bid.fingerprint,
      bid.sealed,
      bid.ceiling,
      bid.deposit,
      bid.fee,
      bid.holdId,
      bid.sentAt,
    ],
  )
  return rows.length > 0
}

interface Acting {
  readonly id: string
  readonly memberId: string
  readonly at: Date
}

/** Functions of the database write the state: the api may not. False when it is too late. */
export async function cancelSealed(tx: Tx, asked: Acting & { readonly entryId: string }): Promise<boolean> {
  const [row] = await tx.query<{ did: boolean }>('SELECT app.cancel_bid($1, $2, $3, $4) AS did', [
    asked.id,
    asked.memberId,
    asked.entryId,
    asked.at,
  ])
  return row!.did
}

export async function payDue(tx: Tx, asked: Acting & { readonly holdId: string }): Promise<boolean> {
  const [row] = await tx.query<{ did: boolean }>('SELECT app.pay_bid($1, $2, $3, $4) AS did', [
    asked.id,
    asked.memberId,
    asked.holdId,
    asked.at,
  ])
  return row!.did
}
