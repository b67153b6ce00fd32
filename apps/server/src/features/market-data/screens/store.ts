import type { ScreenData } from '@fairlot/contract/market-data'
import type { Tx } from '#platform/db'
import { jsonText } from '#platform/json-text'

export interface ScreenRow {
  readonly id: string
  readonly name: string
  readonly screen: ScreenData
}

/** Oldest first. */
export const readScreens = (tx: Tx, memberId: string): Promise<readonly ScreenRow[]> =>
  tx.query<ScreenRow>(
    'SELECT id, name, conditions AS screen FROM app.saved_screens WHERE member_id = $1 ORDER BY id',
    [memberId],
  )

/** Two concurrent requests must not both see one free place. The lock ends with the transaction. */
export async function lockScreens(tx: Tx, memberId: string): Promise<void> {
  await tx.query(`SELECT pg_advisory_xact_lock(hashtextextended('screens ' || $1, 0))`, [memberId])
}

export async function insertScreen(
  tx: Tx,
  screen: ScreenRow & { readonly memberId: string; readonly now: Date },
): Promise<void> {
  await tx.query(
    'INSERT INTO app.saved_screens (id, member_id, name, conditions, saved_at) VALUES ($1, $2, $3, $4, $5)',
    [screen.id, screen.memberId, screen.name, jsonText(screen.screen), screen.now],
  )
}

export async function updateScreen(tx: Tx, id: string, screen: ScreenData, now: Date): Promise<void> {
  await tx.query('UPDATE app.saved_screens SET conditions = $2, saved_at = $3 WHERE id = $1', [
    id,
    jsonText(screen),
    now,
  ])
}

export async function deleteScreen(tx: Tx, memberId: string, id: string): Promise<boolean> {
  const removed = await tx.query(
    'DELETE FROM app.saved_screens WHERE member_id = $1 AND id = $2 RETURNING 1',
    [memberId, id],
  )
  return removed.length > 0
}
