import type { ReviewKind } from '@fairlot/contract/operators'
import type { DrillKind, ProcessName, ServiceLevelName, WaitingName } from '@fairlot/contract/status'
import type { Tx } from '#platform/db'

export interface HeartbeatRow {
  readonly process: ProcessName
  readonly host: string
  readonly pid: number
  readonly version: string
  readonly startedAt: Date
  readonly heartbeatAt: Date
  readonly stoppedAt: Date | null
  readonly clockMs: bigint
  readonly figures: Readonly<Record<string, number>>
  /** By PostgreSQL's clock, like everything here. */
  readonly silentMs: number
}

/** One day of heartbeats: a process that fell silent earlier is not shown. */
export function readHeartbeats(tx: Tx): Promise<readonly HeartbeatRow[]> {
  return tx.query<HeartbeatRow>(
    `SELECT process, host, pid, version, started_at AS "startedAt", heartbeat_at AS "heartbeatAt", stopped_at AS "stoppedAt",
       clock_ms AS "clockMs", figures,
       (extract(epoch FROM clock_timestamp() - heartbeat_at) * 1000)::float8 AS "silentMs"
     FROM status.heartbeats WHERE heartbeat_at > clock_timestamp() - interval '1 day' ORDER BY process, started_at`,
  )
}

export interface FigureRow {
  readonly name: WaitingName
  readonly amount: bigint
  readonly waitedMs: bigint
}

export function readFigures(tx: Tx): Promise<readonly FigureRow[]> {
  return tx.query<FigureRow>(`SELECT name, amount, waited_ms AS "waitedMs" FROM status.figures()`)
}

export interface SampleRow {
  readonly name: string
  readonly at: Date
  readonly value: number
}

export function readSamples(tx: Tx): Promise<readonly SampleRow[]> {
  return tx.query<SampleRow>(
    `SELECT name, at, value FROM status.samples WHERE at > now() - interval '1 hour' ORDER BY at`,
  )
}

/** One sample of every value that is drawn as a line. Returns how many were written. */
export async function writeSamples(tx: Tx): Promise<number> {
  const rows = await tx.query(
    `INSERT INTO status.samples (name, at, value)
     SELECT 'waited.' || f.name, now(), f.waited_ms FROM status.figures() f
     UNION ALL
     SELECT 'p99.' || b.process, now(), max((b.figures ->> 'p99Ms')::float8) FROM status.heartbeats b
     WHERE b.heartbeat_at > now() - interval '10 seconds' AND b.stopped_at IS NULL AND b.figures ? 'p99Ms'
     GROUP BY b.process
     ON CONFLICT DO NOTHING RETURNING 1`,
  )
  return rows.length
}

export async function deleteOld(tx: Tx): Promise<number> {
  const [heartbeats, samples, levels] = await Promise.all([
    tx.query(`DELETE FROM status.heartbeats WHERE heartbeat_at < now() - interval '2 days' RETURNING 1`),
    tx.query(`DELETE FROM status.samples WHERE at < now() - interval '1 day' RETURNING 1`),
    tx.query(`DELETE FROM status.service_levels WHERE day < current_date - 400 RETURNING 1`),
  ])
  return heartbeats.length + samples.length + levels.length
}

export interface LevelRow {
  readonly level: string
  readonly good: number
  readonly bad: number
}

export async function countLevel(tx: Tx, level: ServiceLevelName, good: number, bad: number): Promise<void> {
  await tx.query('SELECT status.count_level($1, $2, $3)', [level, good, bad])
}

/** The checks of the books are rows already; the others are counted by day. */
export function readLevels(tx: Tx, days: number): Promise<readonly LevelRow[]> {
  return tx.query<LevelRow>(
    `SELECT level, sum(good)::float8 AS good, sum(bad)::float8 AS bad FROM status.service_levels
     WHERE day > (now() AT TIME ZONE 'Asia/Taipei')::date - $1::integer GROUP BY level
     UNION ALL
     SELECT 'books-agree', count(*) FILTER (WHERE broken = 0)::float8, count(*) FILTER (WHERE broken > 0)::float8
     FROM app.recon_runs WHERE at > now() - make_interval(days => $1::integer)`,
    [days],
  )
}

export interface DatabaseRow {
  readonly version: string
  readonly migrations: number
}

export async function readDatabase(tx: Tx): Promise<DatabaseRow> {
  const [row] = await tx.query<DatabaseRow>(
    `SELECT split_part(current_setting('server_version'), ' ', 1) AS version,
       (SELECT count(*)::integer FROM platform.migrations) AS migrations`,
  )
  return row!
}

export interface StuckRow {
  readonly reviewId: string
  readonly number: string
  readonly kind: ReviewKind
  readonly trouble: string
  readonly tries: number
  readonly retryAt: Date | null
}

export function readStuck(tx: Tx): Promise<readonly StuckRow[]> {
  return tx.query<StuckRow>(
    `SELECT id AS "reviewId", number, kind, trouble, tries, retry_at AS "retryAt" FROM app.reviews
     WHERE outcome IS NULL AND state IN ('decided', 'expired', 'cancelled') AND trouble IS NOT NULL
     ORDER BY opened_at LIMIT 20`,
  )
}

export interface DrillRow {
  readonly kind: DrillKind
  readonly ok: boolean
  readonly seconds: number
  readonly note: string
  readonly at: Date
}

export function readLastDrills(tx: Tx): Promise<readonly DrillRow[]> {
  return tx.query<DrillRow>(
    `SELECT DISTINCT ON (kind) kind, ok, seconds, note, at FROM status.drills ORDER BY kind, at DESC`,
  )
}

export async function readAuditHead(tx: Tx): Promise<Date | undefined> {
  const [row] = await tx.query<{ at: Date }>(
    'SELECT signed_at AS at FROM audit.checkpoints ORDER BY sequence DESC LIMIT 1',
  )
  return row?.at
}

export async function insertDrill(tx: Tx, id: string, drill: DrillRow): Promise<void> {
  await tx.query(
    `INSERT INTO status.drills (id, kind, ok, seconds, note, at) VALUES ($1, $2, $3, $4, $5, $6)`,
    [id, drill.kind, drill.ok, drill.seconds, drill.note, drill.at],
  )
}

export interface ChangeRow {
  readonly at: Date
  readonly number: string
  readonly kind: ReviewKind
  readonly by: readonly string[]
}

/** What two operators changed about the system itself: rules, site, channels, market, operators. */
export function readChanges(tx: Tx, since: Date): Promise<readonly ChangeRow[]> {
  return tx.query<ChangeRow>(
    `SELECT r.closed_at AS at, r.number, r.kind,
       (SELECT coalesce(json_agg(o.name ORDER BY v.at), '[]') FROM app.review_votes v
        JOIN app.operators o ON o.id = v.operator_id WHERE v.review_id = r.id AND v.decision = 'approve') AS by
     FROM app.reviews r
     WHERE r.decided_at >= $1 AND r.state = 'closed' AND r.decision = 'approve'
       AND r.kind IN ('rule-change', 'site-config', 'channel', 'closure', 'market-halt', 'market-resume', 'operator')
     ORDER BY r.closed_at DESC LIMIT 20`,
    [since],
  )
}
