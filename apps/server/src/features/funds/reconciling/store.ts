import type { BankGapKind, NightCheck, PayoutStopReason, ReconCheck } from '@fairlot/contract/funds'
import { allowLonger, type Tx } from '#platform/db'

export interface CheckResult {
  readonly code: ReconCheck | NightCheck
  readonly unit: 'money' | 'shares' | 'count'
  readonly counted: number
  readonly value: string | null
  readonly difference: string
  readonly detail: string | null
}

export type RunScope = 'minute' | 'night'
export type PayoutsAfter = 'stopped' | 'resumed' | 'as before'

/** A database function runs the checks and writes the run: this role can start one but cannot choose the findings. */
export async function runReconciliation(
  tx: Tx,
  scope: RunScope,
  at: Date,
  limitMs: number,
): Promise<{ readonly run: bigint; readonly payouts: PayoutsAfter }> {
  allowLonger(tx, limitMs)
  await tx.query(`SELECT set_config('statement_timeout', $1, true)`, [String(limitMs)])
  const [row] = await tx.query<{ run: bigint; payouts: PayoutsAfter }>(
    'SELECT run, payouts FROM app.run_reconciliation($1, $2)',
    [scope, at],
  )
  return row!
}

/** Records that a run did not finish; payouts stop. */
export async function failReconciliation(
  tx: Tx,
  scope: RunScope,
  at: Date,
  why: string,
): Promise<{ readonly run: bigint; readonly payouts: PayoutsAfter }> {
  const [row] = await tx.query<{ run: bigint; payouts: PayoutsAfter }>(
    'SELECT run, payouts FROM app.fail_reconciliation($1, $2, $3)',
    [scope, at, why],
  )
  return row!
}

export interface RunRow {
  readonly id: bigint
  readonly at: Date
  readonly tookMs: number
  readonly broken: number
  readonly failure: string | null
  readonly results: readonly CheckResult[]
}

const runColumns = 'id, at, took_ms AS "tookMs", broken, failure, results'

export async function readRun(tx: Tx, run: bigint): Promise<RunRow> {
  const [row] = await tx.query<RunRow>(`SELECT ${runColumns} FROM app.recon_runs WHERE id = $1`, [run])
  return row!
}

export async function readLastRun(tx: Tx, scope: RunScope = 'minute'): Promise<RunRow | undefined> {
  const [row] = await tx.query<RunRow>(
    `SELECT ${runColumns} FROM app.recon_runs WHERE scope = $1 ORDER BY id DESC LIMIT 1`,
    [scope],
  )
  return row
}

/** The last run that finished, with or without differences. */
export async function readLastFinished(tx: Tx): Promise<Date | null> {
  const [row] = await tx.query<{ at: Date }>(
    `SELECT at FROM app.recon_runs WHERE scope = 'minute' AND failure IS NULL ORDER BY id DESC LIMIT 1`,
  )
  return row?.at ?? null
}

/** The last sixty minute runs, oldest first. */
export const readLastRuns = (
  tx: Tx,
): Promise<readonly { readonly at: Date; readonly tookMs: number; readonly broken: number }[]> =>
  tx.query(
    `SELECT at, "tookMs", broken FROM (
       SELECT id, at, took_ms AS "tookMs", broken FROM app.recon_runs WHERE scope = 'minute' ORDER BY id DESC LIMIT 60
     ) AS last ORDER BY id`,
  )

export interface ClosedDayRow {
  readonly day: string
  readonly lines: number
  readonly hash: string
  readonly closedAt: Date
}

export const readClosedDays = (tx: Tx): Promise<readonly ClosedDayRow[]> =>
  tx.query<ClosedDayRow>(
    `SELECT to_char(day, 'YYYY-MM-DD') AS day, lines::float8 AS lines, encode(hash, 'hex') AS hash, closed_at AS "closedAt"
     FROM recon.closed_days ORDER BY recon.closed_days.day DESC LIMIT 5`,
  )

/** Closes yesterday if it is still open and the books match. Returns the day. */
export async function closeDay(tx: Tx, limitMs: number): Promise<string | null> {
  allowLonger(tx, limitMs)
  await tx.query(`SELECT set_config('statement_timeout', $1, true)`, [String(limitMs)])
  const [row] = await tx.query<{ day: string | null }>(
    `SELECT to_char(recon.close_day(), 'YYYY-MM-DD') AS day`,
  )
  return row!.day
}

/** Whether the night run is due: none since 02:10 in Taipei, or the last one failed an hour ago or more. */
export async function isNightDue(tx: Tx): Promise<boolean> {
  const [row] = await tx.query<{ due: boolean }>(
    `SELECT coalesce((
       SELECT CASE WHEN r.broken > 0 THEN r.finished_at < clock_timestamp() - interval '1 hour'
         ELSE r.finished_at < (date_trunc('day', (clock_timestamp() AT TIME ZONE 'Asia/Taipei') - interval '130 minutes')
           + interval '130 minutes') AT TIME ZONE 'Asia/Taipei' END
       FROM app.recon_runs r WHERE r.scope = 'night' ORDER BY r.id DESC LIMIT 1
     ), true) AS due`,
  )
  return row!.due
}

/** Returns null when payouts may go to the bank. */
export async function readStopReason(tx: Tx): Promise<PayoutStopReason | null> {
  const [row] = await tx.query<{ why: PayoutStopReason | null }>('SELECT app.payouts_stopped_by() AS why')
  return row!.why
}

export interface StopRow {
  readonly stoppedAt: Date
  readonly resumedAt: Date | null
  readonly checks: readonly string[]
}

/** The open stop, else the last one. */
export async function readLastStop(tx: Tx): Promise<StopRow | undefined> {
  const [row] = await tx.query<StopRow>(
    `SELECT stopped_at AS "stoppedAt", resumed_at AS "resumedAt", checks FROM app.payout_stops
     ORDER BY (resumed_at IS NULL) DESC, id DESC LIMIT 1`,
  )
  return row
}

export const isStopped = async (tx: Tx): Promise<boolean> => (await readStopReason(tx)) !== null

/** Since when every run matched: the first after the last that did not, or the first of all. */
export async function readCleanSince(tx: Tx): Promise<Date | null> {
  const [row] = await tx.query<{ at: Date | null }>(
    `SELECT min(r.at) AS at FROM app.recon_runs r
     WHERE r.scope = 'minute'
       AND r.id > coalesce((SELECT max(b.id) FROM app.recon_runs b WHERE b.broken > 0), 0)`,
  )
  return row!.at
}

export const readHalfHours = (
  tx: Tx,
  from: Date,
): Promise<readonly { readonly place: number; readonly runs: number; readonly broken: number }[]> =>
  tx.query(
    `SELECT floor(extract(epoch FROM at - $1::timestamptz) / 1800)::integer AS place, count(*)::integer AS runs,
       count(*) FILTER (WHERE broken > 0)::integer AS broken
     FROM app.recon_runs WHERE at >= $1 AND scope = 'minute' GROUP BY 1`,
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

/** Deletes clean runs of long ago; the database keeps the others. */
export async function deleteCleanRuns(tx: Tx, max: number): Promise<number> {
  const [row] = await tx.query<{ count: number }>('SELECT app.forget_clean_runs($1) AS count', [max])
  return row!.count
}

/** The rule recon.freshMinutes as the database follows it. */
export async function readFreshMinutes(tx: Tx): Promise<number> {
  const [row] = await tx.query<{ minutes: number }>(
    `SELECT recon.rule('recon.freshMinutes')::integer AS minutes`,
  )
  return row!.minutes
}

export interface CoverRow {
  readonly account: string
  readonly tw: string | null
  readonly en: string | null
  readonly currency: string
  readonly lines: number
  readonly bank: string
  readonly books: string
  readonly oldest: Date | null
}

export const readCover = (tx: Tx): Promise<readonly CoverRow[]> =>
  tx.query<CoverRow>(
    `SELECT v.account, c.name_tw AS tw, c.name_en AS en, v.currency, v.lines::float8 AS lines, v.bank::text AS bank,
       v.books::text AS books, v.oldest
     FROM recon.bank_cover() AS v
     LEFT JOIN LATERAL (SELECT x.name_tw, x.name_en, x.place FROM app.deposit_channels x
       WHERE x.number = v.account AND x.currency = v.currency ORDER BY x.place LIMIT 1) AS c ON true
     ORDER BY c.place NULLS LAST, v.account, v.currency`,
  )

export interface GapRow {
  readonly kind: BankGapKind
  readonly id: string
  readonly account: string
  readonly currency: string
  readonly amount: string
  readonly at: Date
}

export const readGaps = (tx: Tx): Promise<readonly GapRow[]> =>
  tx.query<GapRow>(
    `SELECT kind, id, account, currency, amount::text AS amount, at FROM recon.bank_gaps ORDER BY at, id LIMIT 100`,
  )

export async function readCoverHours(tx: Tx): Promise<number> {
  const [row] = await tx.query<{ hours: number }>(`SELECT recon.rule('bank.coverHours')::integer AS hours`)
  return row!.hours
}
