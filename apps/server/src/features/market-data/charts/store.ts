import type { ChartSettingsData, DrawingData } from '@fairlot/contract/market-data'
import type { Tx } from '#platform/db'

export async function readSettings(tx: Tx, memberId: string): Promise<ChartSettingsData | null> {
  const [row] = await tx.query<{ settings: ChartSettingsData }>(
    'SELECT settings FROM app.chart_settings WHERE member_id = $1',
    [memberId],
  )
  return row?.settings ?? null
}

export async function writeSettings(
  tx: Tx,
  memberId: string,
  settings: ChartSettingsData,
  now: Date,
): Promise<void> {
  await tx.query(
    `INSERT INTO app.chart_settings (member_id, settings, saved_at) VALUES ($1, $2, $3)
     ON CONFLICT (member_id) DO UPDATE SET settings = EXCLUDED.settings, saved_at = EXCLUDED.saved_at`,
    [memberId, JSON.stringify(settings), now],
  )
}

export async function readDrawings(tx: Tx, memberId: string, symbol: string): Promise<DrawingData[]> {
  const [row] = await tx.query<{ drawings: DrawingData[] }>(
    'SELECT drawings FROM app.chart_drawings WHERE member_id = $1 AND symbol = $2',
    [memberId, symbol],
  )
  return row?.drawings ?? []
}

/** How many drawings the member keeps; `except` leaves out one instrument. */
export async function countDrawings(tx: Tx, memberId: string, except: string | null): Promise<number> {
  const [row] = await tx.query<{ count: number }>(
    `SELECT coalesce(sum(jsonb_array_length(drawings)), 0)::integer AS count FROM app.chart_drawings
     WHERE member_id = $1 AND symbol IS DISTINCT FROM $2`,
    [memberId, except],
  )
  return row?.count ?? 0
}

/** Two concurrent requests must not both use the last places. The lock ends with the transaction. */
export async function lockDrawings(tx: Tx, memberId: string): Promise<void> {
  await tx.query(`SELECT pg_advisory_xact_lock(hashtextextended('drawings ' || $1, 0))`, [memberId])
}

export async function writeDrawings(
  tx: Tx,
  memberId: string,
  symbol: string,
  drawings: readonly DrawingData[],
  now: Date,
): Promise<void> {
  await tx.query(
    `INSERT INTO app.chart_drawings (member_id, symbol, drawings, saved_at) VALUES ($1, $2, $3, $4)
     ON CONFLICT (member_id, symbol) DO UPDATE SET drawings = EXCLUDED.drawings, saved_at = EXCLUDED.saved_at`,
    [memberId, symbol, JSON.stringify(drawings), now],
  )
}

export async function deleteDrawings(tx: Tx, memberId: string, symbol: string): Promise<void> {
  await tx.query('DELETE FROM app.chart_drawings WHERE member_id = $1 AND symbol = $2', [memberId, symbol])
}
