import type { Tx } from '#platform/db'

export interface ViewRow {
  readonly viewId: string
  readonly name: string
  readonly filter: Record<string, unknown>
}

/** Each page of the console has its own saved views. */
export type ViewPage = 'queue' | 'members'

export function readViews(tx: Tx, operatorId: string, page: ViewPage): Promise<readonly ViewRow[]> {
  return tx.query<ViewRow>(
    `SELECT id AS "viewId", name, filter FROM app.saved_views WHERE operator_id = $1 AND page = $2
     ORDER BY saved_at, id`,
    [operatorId, page],
  )
}

/** Returns false when a view of this name exists. */
export async function insertView(
  tx: Tx,
  view: ViewRow & { readonly operatorId: string; readonly page: ViewPage; readonly now: Date },
): Promise<boolean> {
  const rows = await tx.query(
    `INSERT INTO app.saved_views (id, operator_id, name, filter, saved_at, page) VALUES ($1, $2, $3, $4, $5, $6)
     ON CONFLICT DO NOTHING RETURNING 1`,
    [view.viewId, view.operatorId, view.name, JSON.stringify(view.filter), view.now, view.page],
  )
  return rows.length === 1
}

export async function deleteView(tx: Tx, operatorId: string, viewId: string): Promise<boolean> {
  const rows = await tx.query(`DELETE FROM app.saved_views WHERE id = $2 AND operator_id = $1 RETURNING 1`, [
    operatorId,
    viewId,
  ])
  return rows.length === 1
}
