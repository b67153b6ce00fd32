import type { BidVoidReason } from '@fairlot/contract/auctions'
import type { BidProblem, ListedBid } from '@fairlot/proof'
import type { Tx } from '#platform/db'
import { auctionColumns, type AuctionRow, auctionSource } from '../store.ts'

const hasBids = (states: string): string =>
  `EXISTS (SELECT FROM app.auction_bids b WHERE b.auction_id = a.id AND b.state IN (${states}))`

/** Its day has come, and the calendar's loop has listed the stock. */
const isListedBy = (now: string): string =>
  `a.state = 'settled' AND a.lists_on <= (${now}::timestamptz AT TIME ZONE 'Asia/Taipei')::date
    AND EXISTS (SELECT FROM app.instruments i WHERE i.symbol = a.symbol)`

/** A condition: an auction has something to do by now. */
export const isAuctionDue = `EXISTS (SELECT FROM app.auctions a
    WHERE a.state = 'not-started' AND a.starts_at <= $1 OR a.state = 'bidding' AND a.closes_at <= $1
      OR a.state = 'closed' AND a.opens_at <= $1 OR a.state IN ('opened', 'cleared') OR a.state = 'paying' AND a.pay_by <= $1
      OR ${isListedBy('$1')} OR a.state = 'void' AND ${hasBids("'sealed'")})`

/** Auctions that are not finished, and void ones with money to return. */
export const readUnfinished = (tx: Tx, now: Date): Promise<readonly { readonly id: string }[]> =>
  tx.query<{ id: string }>(
    `SELECT a.id FROM app.auctions a WHERE a.state NOT IN ('settled', 'listed', 'void') OR ${isListedBy('$1')}
       OR a.state = 'void' AND ${hasBids("'sealed'")}
     ORDER BY a.id LIMIT 200`,
    [now],
  )

export async function isListed(tx: Tx, auctionId: string, now: Date): Promise<boolean> {
  const rows = await tx.query(`SELECT 1 FROM app.auctions a WHERE a.id = $2 AND ${isListedBy('$1')}`, [
    now,
    auctionId,
  ])
  return rows.length > 0
}

export async function lockAuction(tx: Tx, auctionId: string): Promise<AuctionRow | undefined> {
  await tx.query('SELECT FROM app.auctions WHERE id = $1 FOR UPDATE', [auctionId])
  const [row] = await tx.query<AuctionRow>(`SELECT ${auctionColumns} FROM ${auctionSource} WHERE a.id = $1`, [
    auctionId,
  ])
  return row
}

export async function setState(
  tx: Tx,
  auctionId: string,
  state: 'bidding' | 'cleared' | 'paying' | 'settled' | 'listed',
): Promise<void> {
  await tx.query('UPDATE app.auctions SET state = $2 WHERE id = $1', [auctionId, state])
}

export async function setVoid(tx: Tx, auctionId: string, removedAt: Date | null): Promise<void> {
  await tx.query(`UPDATE app.auctions SET state = 'void', removed_at = $2 WHERE id = $1`, [
    auctionId,
    removedAt,
  ])
}

export async function setClosed(tx: Tx, auctionId: string, root: string, at: Date): Promise<void> {
  await tx.query(
    `UPDATE app.auctions SET state = 'closed', closed_at = $3, root = decode($2, 'hex') WHERE id = $1`,
    [auctionId, root, at],
  )
}

export async function setOpened(
  tx: Tx,
  auctionId: string,
  beacon: { readonly signature: string; readonly randomness: string },
): Promise<void> {
  await tx.query(
    `UPDATE app.auctions SET state = 'opened', beacon_signature = decode($2, 'hex'), randomness = decode($3, 'hex') WHERE id = $1`,
    [auctionId, beacon.signature, beacon.randomness],
  )
}

/** The bids that take part, in the order of the list. */
export const readListed = (tx: Tx, auctionId: string): Promise<readonly ListedBid[]> =>
  tx.query<ListedBid>(
    `SELECT id AS "bidId", encode(person, 'hex') AS person, encode(fingerprint, 'hex') AS fingerprint,
       ceiling::text AS ceiling, encode(sha256(sealed), 'hex') AS "sealHash"
     FROM app.auction_bids WHERE auction_id = $1 AND state = 'sealed' ORDER BY auction_bids.fingerprint`,
    [auctionId],
  )

export interface SealedBid {
  readonly bidId: string
  readonly fingerprint: string
  readonly sealed: string
  readonly ceiling: bigint
}

export const readUnopened = (tx: Tx, auctionId: string, max: number): Promise<readonly SealedBid[]> =>
  tx.query<SealedBid>(
    `SELECT id AS "bidId", encode(fingerprint, 'hex') AS fingerprint, encode(sealed, 'hex') AS sealed, ceiling
     FROM app.auction_bids WHERE auction_id = $1 AND state = 'sealed' AND price IS NULL AND problem IS NULL ORDER BY id LIMIT $2`,
    [auctionId, max],
  )

export interface OpenedUpdate {
  readonly bidId: string
  readonly price: bigint | null
  readonly lots: number | null
  readonly salt: string | null
  readonly problem: BidProblem | null
}

export async function writeOpened(tx: Tx, bids: readonly OpenedUpdate[]): Promise<void> {
  await tx.query(
    `UPDATE app.auction_bids b SET price = u.price, lots = u.lots, salt = decode(u.salt, 'hex'), problem = u.problem
     FROM unnest($1::uuid[], $2::bigint[], $3::integer[], $4::text[], $5::text[]) AS u (id, price, lots, salt, problem)
     WHERE b.id = u.id`,
    [
      bids.map(({ bidId }) => bidId),
      bids.map(({ price }) => price),
      bids.map(({ lots }) => lots),
      bids.map(({ salt }) => salt),
      bids.map(({ problem }) => problem),
    ],
  )
}

export interface ValidBid {
  readonly bidId: string
  readonly fingerprint: string
  readonly person: string
  readonly price: bigint
  readonly lots: number
}

export const readValid = (tx: Tx, auctionId: string): Promise<readonly ValidBid[]> =>
  tx.query<ValidBid>(
    `SELECT id AS "bidId", encode(fingerprint, 'hex') AS fingerprint, encode(person, 'hex') AS person, price, lots
     FROM app.auction_bids WHERE auction_id = $1 AND state = 'sealed' AND price IS NOT NULL AND problem IS NULL`,
    [auctionId],
  )

export interface AwardUpdate {
  readonly bidId: string
  readonly rank: number
  readonly awarded: number
  readonly kept: bigint
}

export async function writeAwards(tx: Tx, awards: readonly AwardUpdate[]): Promise<void> {
  const atOnce = 5_000
  for (let from = 0; from < awards.length; from += atOnce) {
    const page = awards.slice(from, from + atOnce)
    await tx.query(
      `UPDATE app.auction_bids b SET rank = u.rank, awarded = u.awarded, kept = u.kept
       FROM unnest($1::uuid[], $2::integer[], $3::integer[], $4::bigint[]) AS u (id, rank, awarded, kept) WHERE b.id = u.id`,
      [
        page.map(({ bidId }) => bidId),
        page.map(({ rank }) => rank),
        page.map(({ awarded }) => awarded),
        page.map(({ kept }) => kept),
      ],
    )
  }
}

export interface LockedBid {
  readonly id: string
  readonly memberId: string
  readonly deposit: bigint
  readonly fee: bigint
  readonly holdId: string
  readonly payHoldId: string | null
  readonly price: bigint | null
  readonly problem: BidProblem | null
  readonly awarded: number
  readonly kept: bigint
}

const columns = `b.id, b.member_id AS "memberId", b.deposit, b.fee, b.hold_id AS "holdId",
  b.pay_hold_id AS "payHoldId", b.price, b.problem, b.awarded, b.kept`

/** A batch in id order: two workers never wait for each other in a circle. */
export const lockBids = (
  tx: Tx,
  auctionId: string,
  state: 'sealed' | 'payment-due' | 'paid',
  max: number,
): Promise<readonly LockedBid[]> =>
  tx.query<LockedBid>(
    `SELECT ${columns} FROM app.auction_bids b WHERE b.auction_id = $1 AND b.state = $2 ORDER BY b.id LIMIT $3 FOR UPDATE OF b`,
    [auctionId, state, max],
  )

/** Bids of people who may not take part: under a restriction that stops trading, or related to the house. */
export const lockUnqualified = (
  tx: Tx,
  { id, closesAt }: { readonly id: string; readonly closesAt: Date },
  max: number,
): Promise<readonly (LockedBid & { readonly reason: 'restricted' | 'related-person' })[]> =>
  tx.query<LockedBid & { readonly reason: 'restricted' | 'related-person' }>(
    `SELECT ${columns}, u.reason FROM app.auction_bids b JOIN (
       SELECT x.member_id, min(x.reason) AS reason FROM (
         SELECT member_id, 'related-person' AS reason FROM app.operator_relations
         UNION ALL SELECT member_id, 'restricted' FROM app.restrictions
         WHERE lifted_at IS NULL AND kind IN ('frozen', 'disabled', 'no-trading') AND since < $3
       ) AS x GROUP BY x.member_id
     ) AS u ON u.member_id = b.member_id
     WHERE b.auction_id = $1 AND b.state = 'sealed' ORDER BY b.id LIMIT $2 FOR UPDATE OF b`,
    [id, max, closesAt],
  )

export interface DecidedUpdate {
  readonly id: string
  readonly state: 'invalid' | 'not-won' | 'payment-due' | 'void'
  readonly voidReason: BidVoidReason | null
  readonly entryId: string
}

export async function setDecided(tx: Tx, rows: readonly DecidedUpdate[], at: Date): Promise<void> {
  await tx.query(
    `UPDATE app.auction_bids b SET state = u.state, void_reason = u.reason, entry_id = u.entry_id, decided_at = $5
     FROM unnest($1::uuid[], $2::text[], $3::text[], $4::uuid[]) AS u (id, state, reason, entry_id) WHERE b.id = u.id`,
    [
      rows.map(({ id }) => id),
      rows.map(({ state }) => state),
      rows.map(({ voidReason }) => voidReason),
      rows.map(({ entryId }) => entryId),
      at,
    ],
  )
}

export async function setForfeited(
  tx: Tx,
  rows: readonly { readonly id: string; readonly entryId: string }[],
): Promise<void> {
  await tx.query(
    `UPDATE app.auction_bids b SET state = 'forfeited', forfeit_entry_id = u.entry_id
     FROM unnest($1::uuid[], $2::uuid[]) AS u (id, entry_id) WHERE b.id = u.id`,
    [rows.map(({ id }) => id), rows.map(({ entryId }) => entryId)],
  )
}

/** A database function compares each entry with its bid and writes the holdings with the state. */
export async function setDelivered(
  tx: Tx,
  auctionId: string,
  rows: readonly { readonly id: string; readonly entryId: string }[],
  at: Date,
): Promise<void> {
  await tx.query('SELECT app.deliver_bids($1, $2::uuid[], $3::uuid[], $4)', [
    auctionId,
    rows.map(({ id }) => id),
    rows.map(({ entryId }) => entryId),
    at,
  ])
}
