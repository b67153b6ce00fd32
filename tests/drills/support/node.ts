// One PostgreSQL, one NATS and one Redis: what trading runs on in the drills that need no cluster.

import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { migrate } from '@fairlot/database'
import { cloneDatabase } from '@fairlot/testkit/cluster'
import { startNats } from '@fairlot/testkit/services/nats'
import { type PostgresOptions, type PostgresService, startPostgres } from '@fairlot/testkit/services/postgres'
import { findFreePort } from '@fairlot/testkit/services/process'
import { startRedis } from '@fairlot/testkit/services/redis'
import type { TradingServices } from '../../faults/support/trading-stack.ts'
import { untilEnded } from './processes.ts'
import type { DrillContext } from './run-drill.ts'

export interface DatabaseNode extends TradingServices {
  readonly redisUrl: string
  /** Of the postmaster, as it runs now. */
  postgresPid(): number
  killPostgres(): Promise<void>
  startPostgres(): Promise<void>
  killNats(): Promise<void>
  startNats(): Promise<void>
}

export interface NodeOptions {
  readonly postgres?: Partial<Pick<PostgresOptions, 'folder' | 'env' | 'settings'>>
  /** Makes the tables; without it this release's. */
  readonly migrate?: (ownerUrl: string) => Promise<unknown>
  /** Given the ports of PostgreSQL and NATS, those that the processes use instead. */
  readonly between?: (ports: {
    postgres: number
    nats: number
  }) => Promise<{ postgres: number; nats: number }>
}

const startTries = 40

export async function startNode(context: DrillContext, options: NodeOptions = {}): Promise<DatabaseNode> {
  const { folder, atEnd } = context
  const ports = { postgres: await findFreePort(), nats: await findFreePort() }
  const monitorPort = await findFreePort()
  const openPostgres = () =>
    startPostgres({
      folder: join(folder, 'postgres'),
      port: ports.postgres,
      durable: true,
      ...options.postgres,
    })
  const openNats = () => startNats({ folder: join(folder, 'nats'), port: ports.nats, monitorPort })
  let postgres: PostgresService = await openPostgres()
  atEnd(() => postgres.stop())
  let nats = await openNats()
  atEnd(() => nats.stop())
  const redis = await startRedis({ folder: join(folder, 'redis'), port: await findFreePort() })
  atEnd(() => redis.stop())
  await (options.migrate ?? migrate)(postgres.url('template'))
  const outer = (await options.between?.(ports)) ?? ports
  const natsUrl = `nats://127.0.0.1:${outer.nats}`
  const services = { natsUrl, natsMonitorUrl: nats.monitorUrl, redisUrl: redis.url }
  const direct = await cloneDatabase({ postgresPort: ports.postgres, template: 'template', ...services })
  // The drill itself asks past what stands between; the processes do not.
  const through = (url: string): string => url.replace(`:${ports.postgres}/`, `:${outer.postgres}/`)
  const database = {
    ...direct,
    apiUrl: through(direct.apiUrl),
    workerUrl: through(direct.workerUrl),
    settlementUrl: through(direct.settlementUrl),
    exchangeUrl: through(direct.exchangeUrl),
    quotesUrl: through(direct.quotesUrl),
    liveUrl: through(direct.liveUrl),
  }
  return {
    database,
    natsUrl,
    redisUrl: redis.url,
    postgresPid: () => postgres.pid,
    async killPostgres() {
      process.kill(postgres.pid, 'SIGKILL')
      await postgres.exited
      await untilEnded([postgres.pid])
    },
    async startPostgres() {
      // Sessions of the killed server hold its shared memory until they notice.
      for (let tries = 1; ; tries += 1) {
        try {
          postgres = await openPostgres()
          return
        } catch (error) {
          if (tries === startTries) throw error
          await pause(250)
        }
      }
    },
    async killNats() {
      process.kill(nats.pid, 'SIGKILL')
      await nats.exited
    },
    async startNats() {
      nats = await openNats()
    },
    stop: async () => undefined,
  }
}
