import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { migrate, ensureDatabase } from '@fairlot/database'
import pg from 'pg'
import { startNats } from './services/nats.ts'
import { ownerRole, startPostgres } from './services/postgres.ts'
import { onFreePorts } from './services/process.ts'
import { startRedis } from './services/redis.ts'

/** What a test needs to reach the servers of its run. Plain text, so that it can cross to another process. */
export interface TestServices {
  readonly postgresPort: number
  readonly template: string
  readonly natsUrl: string
  readonly natsMonitorUrl: string
  readonly redisUrl: string
}

export interface TestCluster extends TestServices {
  stop(): Promise<void>
}

export interface TestDatabase {
  readonly name: string
  readonly ownerUrl: string
  readonly apiUrl: string
  readonly consoleUrl: string
  readonly workerUrl: string
  readonly readerUrl: string
  readonly exchangeUrl: string
  readonly quotesUrl: string
  readonly liveUrl: string
  readonly practiceUrl: string
  /** Drops the database. Connections still open to it are cut. */
  close(): Promise<void>
}

const template = 'fairlot_template'

export interface TestClusterOptions {
  /** Benchmarks want the durable settings; tests do not need to pay for them. */
  readonly durable?: boolean
}

/** PostgreSQL with a migrated template, NATS and Redis, in a temporary folder, gone after `stop`. */
export async function startTestCluster(options: TestClusterOptions = {}): Promise<TestCluster> {
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
        return { port: port!, url: service.url }
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
    await ensureDatabase(postgres.url(template))
    await migrate(postgres.url(template))
    await widenClockBound(postgres.url(template))
    return {
      postgresPort: postgres.port,
      template,
      natsUrl: nats.url,
      natsMonitorUrl: nats.monitorUrl,
      redisUrl: redis.url,
      stop,
    }
  } catch (error) {
    await stop()
    throw error
  }
}

/** A clock in a test stands still or jumps by hours; the database takes votes only near its own. */
async function widenClockBound(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query('UPDATE platform.clock_bound SET seconds = 2000000000')
  } finally {
    await client.end()
  }
}

/** A database of its own, cloned from the migrated template. */
export async function cloneDatabase(services: TestServices): Promise<TestDatabase> {
  const name = `test_${randomUUID().replaceAll('-', '')}`
  const url = (role: string, database = name) =>
    `postgres://${role}@127.0.0.1:${services.postgresPort}/${database}`
  const asOwner = async (sql: string) => {
    const client = new pg.Client({ connectionString: url(ownerRole, 'postgres') })
    await client.connect()
    try {
      await client.query(sql)
    } finally {
      await client.end()
    }
  }
  await asOwner(`CREATE DATABASE ${name} TEMPLATE ${services.template} STRATEGY file_copy`)
  return {
    name,
    ownerUrl: url(ownerRole),
    apiUrl: url('fairlot_api'),
    consoleUrl: url('fairlot_console'),
    workerUrl: url('fairlot_worker'),
    readerUrl: url('fairlot_reader'),
    exchangeUrl: url('fairlot_exchange'),
    quotesUrl: url('fairlot_quotes'),
    liveUrl: url('fairlot_live'),
    practiceUrl: url('fairlot_practice'),
    close: () => asOwner(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`),
  }
}
