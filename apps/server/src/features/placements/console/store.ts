import type { PlacementTerms } from '@fairlot/rules/placements'
import type { Tx } from '#platform/db'
import { placementColumns, type PlacementRow, placementSource } from '../store.ts'

export interface NewPlacement extends PlacementTerms {
  readonly id: string
  readonly reviewId: string
  readonly seatId: string
  readonly holdId: string
  readonly drawId: string
  readonly drawsAt: Date
  readonly at: Date
}

export async function insertPlacement(tx: Tx, row: NewPlacement): Promise<void> {
  await tx.query(
    `INSERT INTO app.placements (id, review_id, kind, method, seat_id, symbol, price, lots, min_lots, max_lots, opens_at, closes_at,
       draws_at, delivers_on, hold_id, draw_id, published_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17)`,
    [
      row.id,
      row.reviewId,
      row.kind,
      row.method,
      row.seatId,
      row.symbol,
      row.price,
      row.lots,
      row.minLots,
      row.maxLots,
      row.opensAt,
      row.closesAt,
      row.drawsAt,
      row.deliversOn,
      row.holdId,
      row.drawId,
      row.at,
    ],
  )
}

export interface CountedPlacement extends PlacementRow {
  readonly reviewId: string
  readonly number: string
  readonly allottedLots: number
  readonly cancelled: number
  readonly void: number
  readonly held: bigint
}

export const readCounted = (tx: Tx): Promise<readonly CountedPlacement[]> =>
  tx.query<CountedPlacement>(
    `SELECT ${placementColumns}, p.review_id AS "reviewId", r.number, k."allottedLots", k.cancelled, k.void, k.held
     FROM ${placementSource} JOIN app.reviews r ON r.id = p.review_id
     CROSS JOIN LATERAL (
       SELECT coalesce(sum(a.allotted_lots) FILTER (WHERE a.state = 'allotted'), 0)::integer AS "allottedLots",
         count(*) FILTER (WHERE a.state = 'cancelled')::integer AS cancelled,
         count(*) FILTER (WHERE a.state = 'void')::integer AS void,
         coalesce(sum(a.amount) FILTER (WHERE a.state = 'waiting'), 0)::bigint AS held
       FROM app.placement_applications a WHERE a.placement_id = p.id
     ) AS k
     ORDER BY p.closes_at DESC, p.id DESC LIMIT 50`,
  )
