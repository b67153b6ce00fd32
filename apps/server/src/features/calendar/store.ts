import type { Phase } from '@fairlot/contract/venue'
import type { Tx } from '#platform/db'

export interface ClosureRow {
  readonly date: string
  readonly nameTw: string
  readonly nameEn: string
  readonly settlementOnly: boolean
  readonly source: string
}

export const readClosureRows = (tx: Tx): Promise<readonly ClosureRow[]> =>
  tx.query<ClosureRow>(
    `SELECT date::text AS date, name_tw AS "nameTw", name_en AS "nameEn", settlement_only AS "settlementOnly",
       source
     FROM app.closures ORDER BY date`,
  )

/** Returns how many rows are new or were corrected. */
export async function upsertClosures(tx: Tx, rows: readonly object[]): Promise<number> {
  const changed = await tx.query(
    `INSERT INTO app.closures AS old (date, name_tw, name_en, settlement_only, source)
     SELECT * FROM jsonb_to_recordset($1) AS
       new (date date, "nameTw" text, "nameEn" text, "settlementOnly" boolean, source text)
     ON CONFLICT (date) DO UPDATE SET name_tw = excluded.name_tw, name_en = excluded.name_en,
       settlement_only = excluded.settlement_only, source = excluded.source
     WHERE (old.name_tw, old.name_en, old.settlement_only, old.source) IS DISTINCT FROM
       (excluded.name_tw, excluded.name_en, excluded.settlement_only, excluded.source)
     RETURNING 1`,
    [JSON.stringify(rows)],
  )
  return changed.length
}

/** Returns false when the day is closed already. */
export async function insertClosure(tx: Tx, row: ClosureRow): Promise<boolean> {
  const added = await tx.query(
    `INSERT INTO app.closures (date, name_tw, name_en, settlement_only, source) VALUES ($1, $2, $3, $4, $5)
     ON CONFLICT DO NOTHING RETURNING 1`,
    [row.date, row.nameTw, row.nameEn, row.settlementOnly, row.source],
  )
  return added.length > 0
}

/** Only a day of this source: a day that the exchange announced stays closed. */
export async function deleteClosure(tx: Tx, date: string, source: string): Promise<boolean> {
  const gone = await tx.query('DELETE FROM app.closures WHERE date = $1 AND source = $2 RETURNING 1', [
    date,
    source,
  ])
  return gone.length > 0
}

export interface SentPhase {
  readonly shard: number
  readonly date: string
  readonly phase: Phase
}

/** A value that changes when a closure or an instrument is added, and when a closure ends. */
export const calendarState = `(SELECT count(*) || ' ' || count(*) FILTER (WHERE settlement_only) || ' ' ||
    coalesce(sum(date - DATE '2000-01-01'), 0) FROM app.closures) || ' ' ||
  (SELECT count(*) FROM app.instruments WHERE venue_sent_at IS NULL AND delisted_on IS NULL)`

/** The newest phase sent to each shard; omits shards that have received none. */
export const readLastPhases = (tx: Tx): Promise<readonly SentPhase[]> =>
  tx.query<SentPhase>(
    `SELECT DISTINCT ON (shard) shard, date::text AS date, phase FROM exchange.phase_changes
     ORDER BY shard, date DESC,
       array_position(ARRAY['opening-call', 'continuous', 'closing-call', 'closed'], phase) DESC`,
  )

/** Returns false when a scheduler has already sent the phase to the shard. */
export async function submitPhase(
  tx: Tx,
  shard: number,
  date: string,
  phase: Phase,
  command: string,
): Promise<boolean> {
  const [row] = await tx.query<{ submitted: boolean }>(
    'SELECT exchange.submit_phase($1, $2, $3, $4) AS submitted',
    [shard, date, phase, command],
  )
  return row!.submitted
}
