import type { ReconCheck } from '@fairlot/contract/funds'
import type { Tx } from '#platform/db'

export interface CheckResult {
  readonly code: ReconCheck
  readonly unit: 'money' | 'shares' | 'count'
  readonly counted: number
  readonly value: string | null
  readonly difference: string
  readonly detail: string | null
}

/** Every check, of one moment. It reads every balance there is: with many members that takes longer than a request may. */
export async function runChecks(tx: Tx): Promise<readonly CheckResult[]> {
  await tx.query(`SET LOCAL statement_timeout = '50s'`)
  return tx.query<CheckResult>(
    `SELECT code, unit, counted::float8 AS counted, value::text AS value, difference::text AS difference,
       left(detail, 300) AS detail
     FROM app.reconcile()`,
  )
}

export async function insertRun(
  tx: Tx,
  run: {
    readonly at: Date
    readonly tookMs: number
    readonly broken: number
    readonly results: readonly CheckResult[]
  },
): Promise<bigint> {
  const [row] = await tx.query<{ id: bigint }>(
    `INSERT INTO app.recon_runs (at, took_ms, broken, results) VALUES ($1, $2, $3, $4) RETURNING id`,
    [run.at, run.tookMs, run.broken, JSON.stringify(run.results)],
  )
  return row!.id
}

export interface RunRow {
  readonly id: bigint
  readonly at: Date
  readonly tookMs: number
  readonly broken: number
  readonly results: readonly CheckResult[]
}

export async function readLastRun(tx: Tx): Promise<RunRow | undefined> {
  const [row] = await tx.query<RunRow>(
    `SELECT id, at, took_ms AS "tookMs", broken, results FROM app.recon_runs ORDER BY id DESC LIMIT 1`,
  )
  return row
}

/** False when payouts are stopped already. */
export async function openStop(tx: Tx, run: bigint, checks: readonly string[], now: Date): Promise<boolean> {
  const rows = await tx.query(
    `INSERT INTO app.payout_stops (stopped_at, by_run, checks) VALUES ($1, $2, $3)
     ON CONFLICT ((true)) WHERE resumed_at IS NULL DO NOTHING RETURNING 1`,
    [now, run, checks],
  )
  return rows.length === 1
}

/** False when nothing was stopped. */
export async function closeStop(tx: Tx, run: bigint, now: Date): Promise<boolean> {
  const rows = await tx.query(
    `UPDATE app.payout_stops SET resumed_at = $2, resumed_by = $1 WHERE resumed_at IS NULL RETURNING 1`,
    [run, now],
  )
  return rows.length === 1
}

export interface StopRow {
  readonly stoppedAt: Date
  readonly resumedAt: Date | null
  readonly checks: readonly string[]
}

/** The open one, else the last. */
export async function readLastStop(tx: Tx): Promise<StopRow | undefined> {
  const [row] = await tx.query<StopRow>(
    `SELECT stopped_at AS "stoppedAt", resumed_at AS "resumedAt", checks FROM app.payout_stops
     ORDER BY (resumed_at IS NULL) DESC, id DESC LIMIT 1`,
  )
  return row
}

export async function isStopped(tx: Tx): Promise<boolean> {
  const [row] = await tx.query<{ stopped: boolean }>(
    `SELECT EXISTS (SELECT FROM app.payout_stops WHERE resumed_at IS NULL) AS stopped`,
  )
  return row!.stopped
}

/** Since when every look matched: the first after the last that did not, or the first of all. */
export async function readCleanSince(tx: Tx): Promise<Date | null> {
  const [row] = await tx.query<{ at: Date | null }>(
    `SELECT min(r.at) AS at FROM app.recon_runs r
     WHERE r.id > coalesce((SELECT max(b.id) FROM app.recon_runs b WHERE b.broken > 0), 0)`,
  )
  return row!.at
}

export const readHalfHours = (
  tx: Tx,
  from: Date,
): Promise<readonly { readonly place: number; readonly looks: number; readonly broken: number }[]> =>
  tx.query(
    `SELECT floor(extract(epoch FROM at - $1::timestamptz) / 1800)::integer AS place, count(*)::integer AS looks,
       count(*) FILTER (WHERE broken > 0)::integer AS broken
     FROM app.recon_runs WHERE at >= $1 GROUP BY 1`,
    [from],
  )

export async function readOutside(
  tx: Tx,
): Promise<{ readonly lastStatement: Date | null; readonly tree: { at: Date; root: string } | null }> {
  const [statements, trees] = await Promise.all([
    tx.query<{ at: Date | null }>(`SELECT max(imported_at) AS at FROM app.bank_statements`),
    tx.query<{ at: Date; root: string }>(
      `SELECT built_at AS at, encode(root, 'hex') AS root FROM audit.trees WHERE kind = 'balances' AND asset = 'TWD'
       ORDER BY id DESC LIMIT 1`,
    ),
  ])
  return { lastStatement: statements[0]?.at ?? null, tree: trees[0] ?? null }
}

/** Clean looks of long ago; broken ones stay. */
export async function deleteCleanRuns(tx: Tx, before: Date, most: number): Promise<number> {
  const rows = await tx.query(
    `DELETE FROM app.recon_runs WHERE id IN (
       SELECT id FROM app.recon_runs WHERE at < $1 AND broken = 0 AND NOT EXISTS (
         SELECT FROM app.payout_stops s WHERE s.resumed_by = recon_runs.id)
       ORDER BY at LIMIT $2
     ) RETURNING 1`,
    [before, most],
  )
  return rows.length
}
