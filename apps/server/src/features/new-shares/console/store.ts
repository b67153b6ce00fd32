import type { VoidReason } from '@fairlot/contract/new-shares'
import type { OfferTerms } from '@fairlot/rules/new-shares'
import type { Tx } from '#platform/db'
import { offerColumns, type OfferRow } from '../store.ts'

export async function isSymbolTaken(tx: Tx, symbol: string): Promise<boolean> {
  const rows = await tx.query(
    `SELECT 1 FROM app.offers WHERE symbol = $1 UNION ALL SELECT 1 FROM app.instruments WHERE symbol = $1`,
    [symbol],
  )
  return rows.length > 0
}

export async function insertOffer(
  tx: Tx,
  offer: OfferTerms & {
    readonly id: string
    readonly reviewId: string
    readonly fee: bigint
    readonly at: Date
  },
): Promise<void> {
  await tx.query(
    `INSERT INTO app.offers (id, review_id, symbol, name, industry, price, lots, min_shares, max_per_member, payment_mode,
       fee, pe, industry_pe, announces_at, opens_at, closes_at, draws_at, pay_by, issues_on, lists_on, published_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21)`,
    [
      offer.id,
      offer.reviewId,
      offer.symbol,
      JSON.stringify(offer.name),
      JSON.stringify(offer.industry),
      offer.price,
      offer.lots,
      offer.minShares,
      offer.maxPerMember,
      offer.paymentMode,
      offer.fee,
      offer.pe,
      offer.industryPe,
      offer.announcesAt,
      offer.opensAt,
      offer.closesAt,
      offer.drawsAt,
      offer.payBy,
      offer.issuesOn,
      offer.listsOn,
      offer.at,
    ],
  )
}

export interface CountedOfferRow extends OfferRow {
  readonly reviewId: string
  readonly number: string
  readonly due: number
  readonly paid: number
  readonly delivered: number
  readonly unpaid: number
  readonly notWon: number
  readonly cancelled: number
  readonly void: number
}

export const readCountedOffers = (tx: Tx): Promise<readonly CountedOfferRow[]> =>
  tx.query<CountedOfferRow>(
    `SELECT ${offerColumns}, o.review_id AS "reviewId", r.number, c.due, c.paid, c.delivered, c.unpaid, c."notWon", c.cancelled, c.void
     FROM app.offers o JOIN app.reviews r ON r.id = o.review_id
     CROSS JOIN LATERAL (
       SELECT count(*) FILTER (WHERE s.state IN ('won', 'payment-due'))::integer AS due,
         count(*) FILTER (WHERE s.state = 'paid')::integer AS paid,
         count(*) FILTER (WHERE s.state = 'delivered')::integer AS delivered,
         count(*) FILTER (WHERE s.state = 'unpaid')::integer AS unpaid,
         count(*) FILTER (WHERE s.state = 'not-won')::integer AS "notWon",
         count(*) FILTER (WHERE s.state = 'cancelled')::integer AS cancelled,
         count(*) FILTER (WHERE s.state = 'void')::integer AS void
       FROM app.subscriptions s WHERE s.offer_id = o.id
     ) AS c
     ORDER BY o.closes_at DESC, o.id DESC LIMIT 50`,
  )

export interface VoidRow {
  readonly id: string
  readonly memberId: string
  readonly account: string
  readonly shares: number
  readonly refunded: bigint
  readonly reason: VoidReason
  readonly appliedAt: Date
  readonly decidedAt: Date
}

export const listVoid = (
  tx: Tx,
  offerId: string,
  before: { readonly at: Date; readonly id: string } | null,
  limit: number,
): Promise<readonly VoidRow[]> =>
  tx.query<VoidRow>(
    `SELECT s.id, s.member_id AS "memberId", m.account, s.shares,
       s.fee + CASE o.payment_mode WHEN 'prepaid' THEN s.amount ELSE 0 END AS refunded, s.void_reason AS reason,
       s.applied_at AS "appliedAt", s.decided_at AS "decidedAt"
     FROM app.subscriptions s JOIN app.offers o ON o.id = s.offer_id JOIN app.members m ON m.id = s.member_id
     WHERE s.offer_id = $1 AND s.state = 'void' AND ($2::timestamptz IS NULL OR (s.applied_at, s.id) < ($2, $3::uuid))
     ORDER BY s.applied_at DESC, s.id DESC LIMIT $4`,
    [offerId, before?.at ?? null, before?.id ?? null, limit],
  )
