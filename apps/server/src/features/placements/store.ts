import type {
  PlacementApplicationState,
  PlacementKind,
  PlacementMethod,
  PlacementState,
  PlacementView,
  PlacementVoidReason,
} from '@fairlot/contract/placements'
import type { Tx } from '#platform/db'

export interface PlacementRow {
  readonly id: string
  readonly kind: PlacementKind
  readonly method: PlacementMethod
  readonly seatId: string
  readonly seatTw: string
  readonly seatEn: string
  readonly symbol: string
  readonly nameTw: string
  readonly nameEn: string
  readonly price: number
  readonly market: number | null
  readonly lots: number
  readonly minLots: number
  readonly maxLots: number
  readonly opensAt: Date
  readonly closesAt: Date
  readonly drawsAt: Date
  readonly deliversOn: string
  readonly holdId: string
  readonly drawId: string
  readonly state: PlacementState
  readonly isEnded: boolean
  readonly applications: number
  readonly appliedLots: number
  readonly listHash: string | null
  readonly baseLots: number | null
  readonly settlesOn: string | null
  readonly sellableOn: string | null
}

/** Until the close the applications are counted; from then on the numbers are fixed. */
export const placementColumns = `p.id, p.kind, p.method, p.seat_id AS "seatId", e.name_tw AS "seatTw", e.name_en AS "seatEn", p.symbol,
  i.name_tw AS "nameTw", i.name_en AS "nameEn", p.price, coalesce(q.last, q.reference) AS market, p.lots, p.min_lots AS "minLots",
  p.max_lots AS "maxLots", p.opens_at AS "opensAt", p.closes_at AS "closesAt", p.draws_at AS "drawsAt",
  p.delivers_on::text AS "deliversOn", p.hold_id AS "holdId", p.draw_id AS "drawId", p.state, p.ended_at IS NOT NULL AS "isEnded",
  coalesce(p.applications, c.applications) AS applications, coalesce(p.applied_lots, c.lots)::float8 AS "appliedLots",
  encode(p.list_hash, 'hex') AS "listHash", p.base_lots AS "baseLots", p.settles_on::text AS "settlesOn",
  p.sellable_on::text AS "sellableOn"`
export const placementSource = `app.placements p JOIN app.instruments i ON i.symbol = p.symbol JOIN app.seats e ON e.ledger_id = p.seat_id
  LEFT JOIN settlement.prices q ON q.symbol = p.symbol
  CROSS JOIN LATERAL (
    SELECT count(*)::integer AS applications, coalesce(sum(w.lots), 0) AS lots FROM app.placement_applications w
    WHERE p.state = 'open' AND w.placement_id = p.id AND w.state = 'waiting'
  ) AS c`

export async function readPlacement(tx: Tx, id: string): Promise<PlacementRow | undefined> {
  const [row] = await tx.query<PlacementRow>(
    `SELECT ${placementColumns} FROM ${placementSource} WHERE p.id = $1`,
    [id],
  )
  return row
}

export const listPlacements = (tx: Tx, view: PlacementView): Promise<readonly PlacementRow[]> =>
  tx.query<PlacementRow>(
    `SELECT ${placementColumns} FROM ${placementSource} WHERE (p.state IN ('allotted', 'void')) = ($1 = 'ended')
     ORDER BY CASE WHEN $1 = 'ended' THEN NULL ELSE p.closes_at END, p.closes_at DESC, p.id LIMIT 50`,
    [view],
  )

export interface ApplicationRow {
  readonly id: string
  readonly placementId: string
  readonly memberId: string
  readonly lots: number
  readonly amount: bigint
  readonly holdId: string
  readonly ticketId: string
  readonly state: PlacementApplicationState
  readonly voidReason: PlacementVoidReason | null
  readonly appliedAt: Date
  readonly closesAt: Date
  readonly drawId: string
  readonly decidedAt: Date | null
  readonly place: number | null
  readonly base: number | null
  readonly remainder: number | null
  readonly rank: number | null
  readonly allotted: number | null
}

const columns = `a.id, a.placement_id AS "placementId", a.member_id AS "memberId", a.lots, a.amount, a.hold_id AS "holdId",
  a.ticket_id AS "ticketId", a.state, a.void_reason AS "voidReason", a.applied_at AS "appliedAt", p.closes_at AS "closesAt",
  p.draw_id AS "drawId", a.decided_at AS "decidedAt", a.place, a.base_lots AS base, a.remainder::float8 AS remainder, a.rank,
  a.allotted_lots AS allotted`
const source = 'app.placement_applications a JOIN app.placements p ON p.id = a.placement_id'

export async function readApplication(tx: Tx, id: string): Promise<ApplicationRow | undefined> {
  const [row] = await tx.query<ApplicationRow>(`SELECT ${columns} FROM ${source} WHERE a.id = $1`, [id])
  return row
}

/** The latest of a member for each of these placements. */
export const readOwn = (
  tx: Tx,
  memberId: string,
  placementIds: readonly string[],
): Promise<readonly ApplicationRow[]> =>
  tx.query<ApplicationRow>(
    `SELECT DISTINCT ON (a.placement_id) ${columns} FROM ${source}
     WHERE a.member_id = $1 AND a.placement_id = ANY($2::uuid[]) ORDER BY a.placement_id, a.applied_at DESC, a.id DESC`,
    [memberId, placementIds],
  )

export async function hasApplied(tx: Tx, memberId: string, placementId: string): Promise<boolean> {
  const rows = await tx.query(
    `SELECT 1 FROM app.placement_applications
     WHERE placement_id = $2 AND member_id = $1 AND state NOT IN ('cancelled', 'void')`,
    [memberId, placementId],
  )
  return rows.length > 0
}

/** Applications of one member wait for each other. */
export async function lockApplicant(tx: Tx, memberId: string): Promise<void> {
  await tx.query(`SELECT pg_advisory_xact_lock(hashtextextended('placement ' || $1::text, 0))`, [memberId])
}

export interface NewApplication {
  readonly id: string
  readonly placementId: string
  readonly memberId: string
  readonly lots: number
  readonly amount: bigint
  readonly holdId: string
  readonly ticketId: string
  readonly appliedAt: Date
}

export async function insertApplication(tx: Tx, row: NewApplication): Promise<void> {
  await tx.query(
    `INSERT INTO app.placement_applications (id, placement_id, member_id, lots, amount, hold_id, ticket_id, applied_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`,
    [row.id, row.placementId, row.memberId, row.lots, row.amount, row.holdId, row.ticketId, row.appliedAt],
  )
}

/** A database function writes it: the api may not write the state. False when it is too late. */
export async function cancelWaiting(
  tx: Tx,
  asked: { readonly id: string; readonly memberId: string; readonly entryId: string; readonly at: Date },
): Promise<boolean> {
  const [row] = await tx.query<{ did: boolean }>(
    'SELECT app.cancel_placement_application($1, $2, $3, $4) AS did',
    [asked.id, asked.memberId, asked.entryId, asked.at],
  )
  return row!.did
}

export interface TableRow {
  readonly ticketId: string
  readonly applied: number
  readonly place: number
  readonly rank: number
  readonly lots: number
}

export const readTable = (
  tx: Tx,
  placementId: string,
  from: number,
  limit: number,
): Promise<readonly TableRow[]> =>
  tx.query<TableRow>(
    `SELECT ticket_id AS "ticketId", lots AS applied, place, rank, allotted_lots AS lots FROM app.placement_applications
     WHERE placement_id = $1 AND rank >= $2 ORDER BY rank LIMIT $3`,
    [placementId, from, limit],
  )

export interface StockRow {
  readonly nameTw: string
  readonly nameEn: string
  readonly kind: 'stock' | 'etf'
}

/** Undefined for a symbol that does not trade. */
export async function readStock(tx: Tx, symbol: string): Promise<StockRow | undefined> {
  const [row] = await tx.query<StockRow>(
    `SELECT name_tw AS "nameTw", name_en AS "nameEn", kind FROM app.instruments WHERE symbol = $1 AND delisted_on IS NULL`,
    [symbol],
  )
  return row
}
