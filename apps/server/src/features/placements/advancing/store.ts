import type { PlacementVoidReason } from '@fairlot/contract/placements'
import type { Delivery } from '@fairlot/rules/placements'
import type { Tx } from '#platform/db'
import { placementColumns, type PlacementRow, placementSource } from '../store.ts'

/** A condition: a placement has something to do by now. */
export const isPlacementDue = `EXISTS (SELECT FROM app.placements p WHERE p.ended_at IS NULL
  AND (p.state IN ('allotting', 'void') OR p.state = 'open' AND p.closes_at <= $1 OR p.state = 'drawing'
    AND EXISTS (SELECT FROM app.draws d WHERE d.id = p.draw_id AND d.state IN ('decided', 'void'))))`

export const readUnfinished = (tx: Tx): Promise<readonly { readonly id: string }[]> =>
  tx.query<{ id: string }>('SELECT id FROM app.placements WHERE ended_at IS NULL ORDER BY id LIMIT 200')

/** Not the key: an application refers to it and holds its ticket's draw, for which a close waits. */
export async function lockPlacement(tx: Tx, id: string): Promise<PlacementRow | undefined> {
  const [row] = await tx.query<PlacementRow>(
    `SELECT ${placementColumns} FROM ${placementSource} WHERE p.id = $1 FOR NO KEY UPDATE OF p`,
    [id],
  )
  return row
}

/** Returns the number of applications. */
export async function closePlacement(tx: Tx, id: string, now: Date): Promise<number> {
  const [row] = await tx.query<{ count: number }>('SELECT app.close_placement($1, $2) AS count', [id, now])
  return row!.count
}

export async function allotPlacement(tx: Tx, id: string, delivery: Delivery): Promise<void> {
  await tx.query('SELECT app.allot_placement($1, $2, $3, $4)', [
    id,
    delivery.date,
    delivery.settlesOn,
    delivery.sellableOn,
  ])
}

export async function setVoid(tx: Tx, id: string): Promise<void> {
  await tx.query(`UPDATE app.placements SET state = 'void' WHERE id = $1`, [id])
}

export async function setEnded(tx: Tx, id: string, state: 'allotted' | 'void', now: Date): Promise<void> {
  await tx.query('UPDATE app.placements SET state = $2, ended_at = $3 WHERE id = $1', [id, state, now])
}

export interface LockedApplication {
  readonly id: string
  readonly memberId: string
  readonly lots: number
  readonly amount: bigint
  readonly holdId: string
  readonly allotted: number | null
}

const columns = `a.id, a.member_id AS "memberId", a.lots, a.amount, a.hold_id AS "holdId", a.allotted_lots AS allotted`

/** A batch in id order: two workers never wait for each other in a circle. */
export const lockWaiting = (
  tx: Tx,
  placementId: string,
  max: number,
): Promise<readonly LockedApplication[]> =>
  tx.query<LockedApplication>(
    `SELECT ${columns} FROM app.placement_applications a WHERE a.placement_id = $1 AND a.state = 'waiting'
     ORDER BY a.id LIMIT $2 FOR UPDATE`,
    [placementId, max],
  )

export type Unqualified = LockedApplication & { readonly reason: 'restricted' | 'related-person' }

/** Applications of people who may not take part: under a restriction that stops trading, or related to the house. */
export const lockUnqualified = (
  tx: Tx,
  { id, closesAt }: { readonly id: string; readonly closesAt: Date },
  max: number,
): Promise<readonly Unqualified[]> =>
  tx.query<Unqualified>(
    `SELECT ${columns}, u.reason FROM app.placement_applications a JOIN (
       SELECT x.member_id, min(x.reason) AS reason FROM (
         SELECT member_id, 'related-person' AS reason FROM app.operator_relations
         UNION ALL SELECT member_id, 'restricted' FROM app.restrictions
         WHERE lifted_at IS NULL AND kind IN ('frozen', 'disabled', 'no-trading') AND since < $3
       ) AS x GROUP BY x.member_id
     ) AS u ON u.member_id = a.member_id
     WHERE a.placement_id = $1 AND a.state = 'waiting' ORDER BY a.id LIMIT $2 FOR UPDATE OF a`,
    [id, max, closesAt],
  )

/** A database function writes the holdings and the states; it checks every entry. */
export async function bookAllotments(
  tx: Tx,
  placementId: string,
  booked: readonly { readonly id: string; readonly entryId: string }[],
  now: Date,
): Promise<void> {
  await tx.query('SELECT app.book_allotments($1, $2::uuid[], $3::uuid[], $4)', [
    placementId,
    booked.map(({ id }) => id),
    booked.map(({ entryId }) => entryId),
    now,
  ])
}

export async function setVoided(
  tx: Tx,
  rows: readonly { readonly id: string; readonly reason: PlacementVoidReason; readonly entryId: string }[],
  at: Date,
): Promise<void> {
  await tx.query(
    `UPDATE app.placement_applications a SET state = 'void', void_reason = u.reason, entry_id = u.entry_id, decided_at = $4
     FROM unnest($1::uuid[], $2::text[], $3::uuid[]) AS u (id, reason, entry_id) WHERE a.id = u.id`,
    [rows.map(({ id }) => id), rows.map(({ reason }) => reason), rows.map(({ entryId }) => entryId), at],
  )
}

export async function countAllotted(tx: Tx, placementId: string): Promise<number> {
  const [row] = await tx.query<{ lots: number }>(
    `SELECT coalesce(sum(allotted_lots), 0)::integer AS lots FROM app.placement_applications
     WHERE placement_id = $1 AND state = 'allotted'`,
    [placementId],
  )
  return row!.lots
}
