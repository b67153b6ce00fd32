// A durable PostgreSQL, NATS and Redis with a thousand signed-in members who have money, and the roles as separate
// processes.

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { shards, subjectsOf } from '@fairlot/contract/venue'
import { migrate } from '@fairlot/database'
import { cloneDatabase, startTestCluster, type TestCluster, type TestDatabase } from '@fairlot/testkit'
import { openSql, type Sql } from '@fairlot/testkit/sql'
import { connect } from '@nats-io/transport-node'
import { issueXsrf } from '../../apps/server/src/platform/http/xsrf.ts'
import { makeSecretsFile, openSecrets } from '../../apps/server/src/platform/secrets.ts'
import { seedMarket, submitMarket } from './market.ts'
import { namespace, openRoles, type Role, type Roles } from './roles.ts'
import { type SignedIn, signIn } from './sign-in.ts'

export interface Harness extends Pick<Roles, 'start'> {
  readonly database: TestDatabase
  readonly sql: Sql
  readonly members: readonly SignedIn[]
  readonly terms: string
  /** Of each role that runs, and of the servers. */
  pids(): ReadonlyMap<Role | keyof TestCluster['pids'], number>
  /** The current trading day. */
  date(): string
  /** Lists the symbols, opens the day and puts sellers into the books. Needs the exchange. */
  openMarket(lots: number): Promise<void>
  /** Resolves when the exchange has no waiting commands and settlement has processed everything. */
  settled(): Promise<void>
  stop(): Promise<void>
}

export interface HarnessOptions {
  readonly nodeFlags?: (role: Role) => readonly string[]
}

export async function openHarness(
  memberCount: number,
  { nodeFlags = () => [] }: HarnessOptions = {},
): Promise<Harness> {
  const folder = mkdtempSync(join(tmpdir(), 'fairlot-bench-orders-'))
  const secretsPath = join(folder, 'secrets.json')
  const secretsFile = makeSecretsFile()
  writeFileSync(secretsPath, JSON.stringify(secretsFile), { mode: 0o600 })
  const secrets = openSecrets(secretsFile)
  const services = await startTestCluster({ migrate, durable: true })
  const database = await cloneDatabase(services)
  const sql = openSql(database.ownerUrl, { connections: 2 })
  const date = taipeiDate(Date.now())
  const terms = await seedMarket(sql, database.seedUrl, date)
  const members = await signIn(sql, memberCount, (sessionId) => issueXsrf(secrets, sessionId))
  await sql.query('VACUUM ANALYZE')
  const wakes = await connect({ servers: services.natsUrl })
  const filesFolder = join(folder, 'files')
  const roles = openRoles({ services, database, secretsPath, filesFolder, nodeFlags })

  const matched = async (): Promise<void> => {
    while ((await sql.query('SELECT FROM exchange.queue LIMIT 1')).length > 0) {
      for (const shard of shards) wakes.publish(subjectsOf(namespace).wakeExchange(shard), '{}')
      await pause(20)
    }
  }
  return {
    database,
    sql,
    members,
    terms,
    pids: () => new Map([...roles.pids(), ...entriesOf(services.pids)]),
    date: () => date,
    start: roles.start,
    async openMarket(lots) {
      await submitMarket(sql, date, lots)
      await matched()
    },
    async settled() {
      await matched()
      while (!(await isSettled(sql))) await pause(20)
    },
    async stop() {
      await roles.stopAll()
      await wakes.close()
      await sql.close()
      await services.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

async function isSettled(sql: Sql): Promise<boolean> {
  const [row] = await sql.query<{ behind: number }>(
    `SELECT coalesce(sum(s.event - coalesce(c.event, 0)), 0)::float8 AS behind
     FROM exchange.shards s LEFT JOIN settlement.cursors c USING (shard)`,
  )
  return row!.behind === 0
}

const entriesOf = <Key extends string>(pids: Readonly<Record<Key, number>>) =>
  Object.entries(pids) as [Key, number][]

const taipeiDate = (atMs: number): string => {
  // The practice day begins at 05:00.
  return new Date(atMs + 3 * 3_600_000).toISOString().slice(0, 10)
}
