import { createHash, randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { startNats } from './services/nats.ts'
import { ownerRole, startPostgres } from './services/postgres.ts'
import { onFreePorts } from './services/process.ts'
import { startRedis } from './services/redis.ts'
import { closeReader } from './sql.ts'

/** How a test reaches the servers of its run. Plain text, so that it can be passed to another process. */
export interface TestServices {
  readonly postgresPort: number
  readonly template: string
  readonly natsUrl: string
  readonly natsMonitorUrl: string
  readonly redisUrl: string
}

export interface TestCluster extends TestServices {
  /** Process ids, for benchmarks that measure their CPU. */
  readonly pids: { readonly postgres: number; readonly nats: number; readonly redis: number }
  stop(): Promise<void>
}

export interface TestDatabase {
  readonly name: string
  readonly ownerUrl: string
  readonly apiUrl: string
  readonly consoleUrl: string
  readonly workerUrl: string
  readonly settlementUrl: string
  readonly readerUrl: string
  readonly exchangeUrl: string
  readonly quotesUrl: string
  readonly liveUrl: string
  readonly practiceUrl: string
  readonly practiceProposerUrl: string
  readonly practiceApproverUrl: string
  readonly seedUrl: string
  readonly consoleAppUrl: string
  /** Drops the database. Connections still open to it are cut. */
  close(): Promise<void>
}

const template = 'fairlot_template'

export interface TestClusterOptions {
  /** Makes the template; the kit does not know the schema. */
  migrate(ownerUrl: string): Promise<unknown>
  /** Benchmarks need the durable settings; tests skip their cost. */
  readonly durable?: boolean
}

/** PostgreSQL with a migrated template, NATS and Redis, in a temporary folder that `stop` removes. */
export async function startTestCluster(options: TestClusterOptions): Promise<TestCluster> {
  const folder = mkdtempSync(join(tmpdir(), 'fairlot-test-'))
  const remove = () => rmSync(folder, { recursive: true, force: true })
  const stops: (() => Promise<void>)[] = []
  const stop = async () => {
    await Promise.all(stops.map((stopOne) => stopOne()))
    remove()
  }
  try {
    const [postgres, nats, redis] = await Promise.all([
      onFreePorts(1, async ([port]) => {
        const service = await startPostgres({
          folder: join(folder, 'postgres'),
          port: port!,
          durable: options.durable ?? false,
        })
        stops.push(service.stop)
        return { port: port!, url: service.url, pid: service.pid }
      }),
      onFreePorts(2, async ([port, monitorPort]) => {
        const service = await startNats({
          folder: join(folder, 'nats'),
          port: port!,
          monitorPort: monitorPort!,
        })
        stops.push(service.stop)
        return service
      }),
      onFreePorts(1, async ([port]) => {
        const service = await startRedis({ folder: join(folder, 'redis'), port: port! })
        stops.push(service.stop)
        return service
      }),
    ])
    await options.migrate(postgres.url(template))
    await prepareForTests(postgres.url(template))
    return {
      postgresPort: postgres.port,
      template,
      natsUrl: nats.url,
      natsMonitorUrl: nats.monitorUrl,
      redisUrl: redis.url,
      pids: { postgres: postgres.pid, nats: nats.pid, redis: redis.pid },
      stop,
    }
  } catch (error) {
    await stop()
    throw error
  }
}

/** A test clock stands still or jumps by hours, but the database accepts votes only near its own time. */
async function prepareForTests(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query('UPDATE platform.clock_bound SET seconds = 2000000000')
    // The same row that the seed writes for a practice installation.
    await client.query(`INSERT INTO platform.installation (money) VALUES ('practice') ON CONFLICT DO NOTHING`)
  } finally {
    await client.end()
  }
}

/**
 * A database cloned from a prepared one. The first caller of the run prepares it, under a lock that every process of the
 * run takes. `prepare` must close its connections: PostgreSQL copies only a database without any.
 */
export async function clonePrepared(
  services: TestServices,
  preparation: string,
  prepare: (database: TestDatabase) => Promise<void>,
): Promise<TestDatabase> {
  const prepared = `prepared_${createHash('sha256').update(preparation).digest('hex').slice(0, 16)}`
  const client = new pg.Client({
    connectionString: `postgres://${ownerRole}@127.0.0.1:${services.postgresPort}/postgres`,
  })
  await client.connect()
  try {
    await client.query('SELECT pg_advisory_lock(hashtext($1))', [prepared])
    const { rowCount } = await client.query('SELECT FROM pg_database WHERE datname = $1', [prepared])
    if (rowCount === 0) {
      const database = await cloneDatabase(services)
      await prepare(database)
      await closeReader(database)
      await client.query(`ALTER DATABASE ${database.name} RENAME TO ${prepared}`)
    }
  } finally {
    await client.end()
  }
  return cloneDatabase({ ...services, template: prepared })
}

/** A separate database, cloned from the migrated template. */
export async function cloneDatabase(services: TestServices): Promise<TestDatabase> {
  const name = `test_${randomUUID().replaceAll('-', '')}`
  const url = (role: string, database = name) =>
    `postgres://${role}@127.0.0.1:${services.postgresPort}/${database}`
  const asOwner = async (...statements: string[]) => {
    const client = new pg.Client({ connectionString: url(ownerRole, 'postgres') })
    await client.connect()
    try {
      for (const sql of statements) await client.query(sql)
    } finally {
      await client.end()
    }
  }
  // A clone does not inherit the template database's revoked rights. CREATE DATABASE cannot run in a transaction, so it
  // is a separate statement.
  await asOwner(
    `CREATE DATABASE ${name} TEMPLATE ${services.template} STRATEGY file_copy`,
    `REVOKE TEMPORARY, CREATE ON DATABASE ${name} FROM PUBLIC`,
  )
  const readerUrl = url('fairlot_reader')
  return {
    name,
    ownerUrl: url(ownerRole),
    apiUrl: url('fairlot_api'),
    consoleUrl: url('fairlot_console'),
    workerUrl: url('fairlot_worker'),
    settlementUrl: url('fairlot_settlement'),
    readerUrl,
    exchangeUrl: url('fairlot_exchange'),
    quotesUrl: url('fairlot_quotes'),
    liveUrl: url('fairlot_live'),
    practiceUrl: url('fairlot_practice'),
    practiceProposerUrl: url('fairlot_practice_proposer'),
    practiceApproverUrl: url('fairlot_practice_approver'),
    seedUrl: url('fairlot_seed'),
    consoleAppUrl: url('fairlot_console_app'),
    close: async () => {
      await closeReader({ readerUrl })
      await asOwner(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`)
    },
  }
}
