// Whether this process can do its work. Served on the metrics port: the answer costs a query and must not inform
// outsiders.

import type { DatabaseHa } from '@fairlot/process/durability'
import type { Db } from './db.ts'

interface ReadinessOptions {
  readonly ha?: DatabaseHa
  /** The heartbeat is the write; without one this is not asked. */
  readonly maxWriteAgeMs?: number
  /** How long a commit may be waited for. */
  readonly maxCommitMs?: number
  readonly nats?: { awayMs(): number }
  /** 0: NATS may be away for ever. */
  readonly natsLimitMs?: number
}

/**
 * Returns undefined when the process is ready, else the problem as a code. `migrations` is the number of migrations for
 * which this build was written.
 */
export async function unready(
  db: Db,
  migrations: number,
  options: ReadinessOptions = {},
): Promise<string | undefined> {
  const { ha, maxWriteAgeMs = Infinity, maxCommitMs = Infinity, nats, natsLimitMs = 0 } = options
  try {
    const [row] = await db.query<{ newest: number | null; isReplica: boolean; standbys: string }>(
      `SELECT max(number) AS newest, pg_is_in_recovery() AS "isReplica",
         current_setting('synchronous_standby_names') AS standbys
       FROM platform.migrations`,
    )
    const { newest, isReplica, standbys } = row!
    // It reads from a replica and can write nothing: the proxy before PostgreSQL leads to the wrong server.
    if (isReplica) return 'ready.database-is-a-replica'
    // A newer database is fine: migrations only add, and old servers run until the roll-out is complete.
    if ((newest ?? 0) < migrations) return `ready.migrations-${newest ?? 0}-of-${migrations}`
    if (ha === 'sync' && standbys === '') return 'ready.no-synchronous-standby'
    // Before the limit of a commit: a proxy should choose another copy before members hear "not confirmed yet".
    if (db.commits.isStalled() || db.commits.waitingMs() > maxCommitMs) return 'ready.commits-unanswered'
    if (db.commits.probedAgoMs() > maxWriteAgeMs) return 'ready.no-recent-write'
  } catch {
    return 'ready.database-away'
  }
  return natsLimitMs > 0 && nats && nats.awayMs() > natsLimitMs ? 'ready.nats-away' : undefined
}
