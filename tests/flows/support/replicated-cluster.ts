// A primary and a streaming standby of one test alone. Real pg_basebackup, real replication.

import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { migrate } from '@fairlot/database'
import { type PostgresService, startPostgres } from '@fairlot/testkit/services/postgres'
import { onFreePorts } from '@fairlot/testkit/services/process'
import { openSql, type Sql } from '@fairlot/testkit/sql'
import { until } from '@fairlot/testkit/until'
import { postgresTool } from './own-cluster.ts'

const databaseName = 'fairlot'

export interface ReplicatedCluster {
  readonly primary: PostgresService
  readonly owner: Sql
  /** The standby's connection string; it must run. */
  standbyUrl(role?: string): string
  primaryUrl(role?: string): string
  startStandby(): Promise<void>
  stopStandby(): Promise<void>
  /** `*`: a commit waits for any standby. Empty: it waits for none. */
  waitFor(names: '*' | ''): Promise<void>
  /** Sessions whose commit waits for a standby. */
  hanging(): Promise<number>
  stop(): Promise<void>
}

const settings = { wal_level: 'replica' }

export async function openReplicatedCluster(folder: string): Promise<ReplicatedCluster> {
  const start = (name: string): Promise<PostgresService> =>
    onFreePorts(1, ([port]) =>
      startPostgres({ folder: join(folder, name), port: port!, durable: true, settings }),
    )
  const primary = await start('primary')
  await migrate(primary.url(databaseName))
  const owner = openSql(primary.url(databaseName))
  mkdirSync(join(folder, 'standby'), { mode: 0o700 })
  const target = join(folder, 'standby/data')
  postgresTool('pg_basebackup', ['-d', primary.url('postgres'), '-D', target, '-c', 'fast', '-R'])
  let standby: PostgresService | undefined
  return {
    primary,
    owner,
    standbyUrl: (role) => standby!.url(databaseName, role),
    primaryUrl: (role) => primary.url(databaseName, role),
    async startStandby() {
      standby = await start('standby')
      await until('the standby to stream', async () => {
        const rows = await owner.query(`SELECT FROM pg_stat_replication WHERE state = 'streaming'`)
        return rows.length === 1
      })
    },
    async stopStandby() {
      await standby?.stop()
      standby = undefined
      await until('the standby to be away', async () => {
        const rows = await owner.query('SELECT FROM pg_stat_replication')
        return rows.length === 0
      })
    },
    async waitFor(names) {
      await owner.query(`ALTER SYSTEM SET synchronous_standby_names = '${names}'`)
      await owner.query('SELECT pg_reload_conf()')
      await until('the setting', async () => {
        const fresh = openSql(primary.url(databaseName))
        const [row] = await fresh.query<{ names: string }>(
          `SELECT current_setting('synchronous_standby_names') AS names`,
        )
        await fresh.close()
        return row!.names === names
      })
    },
    async hanging() {
      const rows = await owner.query(`SELECT FROM pg_stat_activity WHERE wait_event = 'SyncRep'`)
      return rows.length
    },
    async stop() {
      await owner.close()
      await standby?.stop()
      await primary.stop()
    },
  }
}
