import type { SignedText } from '@fairlot/proof'
import type { AuctionOffer } from '@fairlot/rules/auctions'
import type { Tx } from '#platform/db'
import { auctionColumns, type AuctionRow, auctionSource } from '../store.ts'

/** New shares may be offered by lottery and by auction at once, under one code; a listed stock may not. */
export async function isSymbolTaken(tx: Tx, symbol: string): Promise<boolean> {
  const rows = await tx.query(
    `SELECT 1 FROM app.auctions WHERE symbol = $1 UNION ALL SELECT 1 FROM app.instruments WHERE symbol = $1`,
    [symbol],
  )
  return rows.length > 0
}

export interface NewAuction extends AuctionOffer, SignedText {
  readonly id: string
  readonly reviewId: string
  readonly capLots: number
  readonly fee: bigint
  readonly deposit: number
  readonly round: number
  readonly terms: string
  readonly at: Date
}

export async function insertAuction(tx: Tx, auction: NewAuction): Promise<void> {
  await tx.query(
    `INSERT INTO app.auctions (id, review_id, symbol, name, industry, floor_price, lots, min_lots, max_lots, cap_lots, fee,
       deposit, starts_at, closes_at, opens_at, pay_by, lists_on, round, terms, key_id, public_key, signature, published_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20,
       decode($21, 'base64'), decode($22, 'base64'), $23)`,
    [
      auction.id,
      auction.reviewId,
      auction.symbol,
      JSON.stringify(auction.name),
      JSON.stringify(auction.industry),
      auction.floorPrice,
      auction.lots,
      auction.minLots,
      auction.maxLots,
      auction.capLots,
      auction.fee,
      auction.deposit,
      auction.startsAt,
      auction.closesAt,
      auction.opensAt,
      auction.payBy,
      auction.listsOn,
      auction.round,
      auction.terms,
      auction.keyId,
      auction.publicKey,
      auction.signature,
      auction.at,
    ],
  )
}

export interface CountedAuctionRow extends AuctionRow {
  readonly reviewId: string
  readonly number: string
  readonly cancelled: number
  readonly void: number
  readonly invalid: number
  readonly notWon: number
  readonly due: number
  readonly paid: number
  readonly delivered: number
  readonly forfeited: number
}

export const readCountedAuctions = (tx: Tx): Promise<readonly CountedAuctionRow[]> =>
  tx.query<CountedAuctionRow>(
    `SELECT ${auctionColumns}, a.review_id AS "reviewId", r.number, c.cancelled, c.void, c.invalid, c."notWon", c.due, c.paid,
       c.delivered, c.forfeited
     FROM ${auctionSource} JOIN app.reviews r ON r.id = a.review_id
     CROSS JOIN LATERAL (
       SELECT count(*) FILTER (WHERE b.state = 'cancelled')::integer AS cancelled,
         count(*) FILTER (WHERE b.state = 'void')::integer AS void,
         count(*) FILTER (WHERE b.state = 'invalid')::integer AS invalid,
         count(*) FILTER (WHERE b.state = 'not-won')::integer AS "notWon",
         count(*) FILTER (WHERE b.state = 'payment-due')::integer AS due,
         count(*) FILTER (WHERE b.state = 'paid')::integer AS paid,
         count(*) FILTER (WHERE b.state = 'delivered')::integer AS delivered,
         count(*) FILTER (WHERE b.state = 'forfeited')::integer AS forfeited
       FROM app.auction_bids b WHERE b.auction_id = a.id
     ) AS c
     ORDER BY a.closes_at DESC, a.id DESC LIMIT 50`,
  )
