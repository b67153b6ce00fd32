import type { PersonalField } from '@fairlot/contract/operators'
import type { Tx } from '#platform/db'

export async function readAccount(tx: Tx, memberId: string): Promise<string | undefined> {
  const [row] = await tx.query<{ account: string }>(`SELECT account FROM app.members WHERE id = $1`, [
    memberId,
  ])
  return row?.account
}

export async function isRelated(tx: Tx, operatorId: string, memberId: string): Promise<boolean> {
  const [row] = await tx.query<{ related: boolean }>(`SELECT app.is_related($1, $2) AS related`, [
    operatorId,
    memberId,
  ])
  return row!.related
}

export interface PersonalView {
  readonly viewId: string
  readonly memberId: string
  readonly operatorId: string
  readonly operator: string
  readonly field: PersonalField
  readonly purpose: string
  readonly now: Date
}

export async function insertView(tx: Tx, view: PersonalView): Promise<void> {
  await tx.query(
    `INSERT INTO app.personal_views (id, member_id, operator_id, operator, field, purpose, at)
     VALUES ($1, $2, $3, $4, $5, $6, $7)`,
    [view.viewId, view.memberId, view.operatorId, view.operator, view.field, view.purpose, view.now],
  )
}

export interface UnnotifiedView {
  readonly viewId: string
  readonly memberId: string
  readonly operator: string
  readonly field: PersonalField
  readonly purpose: string
}

/** A condition: a member does not know of a view yet. */
export const isViewUnnotified = 'EXISTS (SELECT FROM app.personal_views WHERE notified_at IS NULL)'

/** Oldest first, each taken by one worker. */
export const lockUnnotified = (tx: Tx, max: number): Promise<readonly UnnotifiedView[]> =>
  tx.query<UnnotifiedView>(
    `SELECT id AS "viewId", member_id AS "memberId", operator, field, purpose FROM app.personal_views
     WHERE notified_at IS NULL ORDER BY at, id LIMIT $1 FOR UPDATE SKIP LOCKED`,
    [max],
  )

export async function markNotified(tx: Tx, viewIds: readonly string[], at: Date): Promise<void> {
  await tx.query(`UPDATE app.personal_views SET notified_at = $2 WHERE id = ANY ($1::uuid[])`, [viewIds, at])
}
