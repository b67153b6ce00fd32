// Work beside trading, on connections of its own, so that a long delete does not delay a batch.

import { surviveBrokenConnections } from '@fairlot/process/broken-connections'
import { connectionOf } from '@fairlot/process/database-address'
import pg from 'pg'
import { aroundWrite } from './crash-points.ts'
import { columnTypes } from './store.ts'

export interface Maintenance {
  ensureMonths(): Promise<number>
  /** How far pruning has come, or undefined when there is nothing to do. */
  prune(shard: number, limit: number): Promise<number | undefined>
  /** How many commands of the shard wait, up to ten thousand, and for how many seconds the oldest has. */
  queue(shard: number): Promise<{ readonly depth: number; readonly age: number }>
  close(): Promise<void>
}

export function openMaintenance(databaseUrl: string): Maintenance {
  const pool = openPool(databaseUrl, 'fairlot-exchange-maintenance', {
    statement_timeout: 30_000,
    query_timeout: 40_000,
    lock_timeout: 5_000,
    idle_in_transaction_session_timeout: 10_000,
    types: columnTypes,
  })
  return {
    async ensureMonths() {
      const { rows } = await pool.query<{ made: number }>(
        'SELECT exchange.ensure_partitions(now(), 3) AS made',
      )
      return rows[0]!.made
    },
    async prune(shard, limit) {
      const { rows } = await aroundWrite('exchange.prune', () =>
        pool.query<{ upto: number | null }>('SELECT exchange.prune($1, $2) AS upto', [shard, limit]),
      )
      return rows[0]?.upto ?? undefined
    },
    async queue(shard) {
      const { rows } = await pool.query<{ depth: number; age: number }>(
        `SELECT count(*)::integer AS depth,
           coalesce(extract(epoch FROM clock_timestamp() - min(submitted_at)), 0)::float8 AS age
         FROM (SELECT submitted_at FROM exchange.queue WHERE shard = $1 ORDER BY id LIMIT 10000) q`,
        [shard],
      )
      return rows[0]!
    },
    close: () => pool.end(),
  }
}

/** The heartbeat's own connection: it must not wait behind pruning. */
export const openHeartbeatPool = (databaseUrl: string): pg.Pool =>
  openPool(databaseUrl, 'fairlot-exchange-heartbeat', { statement_timeout: 3_000 })

/** One connection that is opened again when it breaks. */
function openPool(databaseUrl: string, name: string, settings: pg.PoolConfig): pg.Pool {
  const pool = new pg.Pool({
    ...connectionOf(databaseUrl),
    max: 1,
    application_name: name,
    connectionTimeoutMillis: 3_000,
    keepAlive: true,
    keepAliveInitialDelayMillis: 5_000,
    ...settings,
  })
  surviveBrokenConnections(pool)
  return pool
}
