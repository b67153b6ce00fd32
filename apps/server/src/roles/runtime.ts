// What every role opens before its own work: log, traces, database, metrics, NATS. In this order, so that each can
// report on the next; closed in reverse.

import { readMigrations } from '@fairlot/database/migrations'
import { assertDurable } from '@fairlot/process/durability'
import { buildInfo, serveMetrics } from '@fairlot/process/metrics'
import { makeStopper, type Stopper } from '@fairlot/process/stop'
import { openTraces } from '@fairlot/process/traces'
import type { Clock } from '#platform/clock'
import { systemClock } from '#platform/clock'
import type { Config } from '#platform/config'
import { type Bus, openBus } from '#platform/bus'
import { type Db, openDb } from '#platform/db'
import { startHeartbeat } from '#platform/heartbeat'
import { type Log, openLog } from '#platform/log'
import { makeMetrics, type Metrics, watchCertificate, watchPool } from '#platform/metrics'
import { unready } from '#platform/readiness'
import { confirmWrite } from './confirm-write.ts'
import { version } from './version.ts'

export interface Runtime {
  readonly config: Config
  readonly log: Log
  readonly metrics: Metrics
  readonly db: Db
  readonly bus: Bus
  readonly clock: Clock
  readonly stopper: Stopper
  readonly metricsPort: number
  /** Called by the role once it serves: until then `/readyz` reports that it is starting. */
  started(): void
}

export interface RoleOptions {
  readonly clock?: Clock
  readonly log?: Log
}

/** The heartbeat writes every four seconds. */
const maxWriteAgeMs = 10_000
const maxCommitMs = 3_000
/** A fail-over may be under way: a standby follows its new primary within seconds. */
const standbyWaitMs = 10_000

export async function openRuntime(
  role: 'api' | 'console' | 'worker' | 'settlement' | 'quotes' | 'live',
  config: Config,
  options: RoleOptions,
): Promise<Runtime> {
  const log = options.log ?? openLog({ role, level: config.logLevel })
  const stopper = makeStopper(log)
  try {
    const metrics = makeMetrics(role)
    const traces = openTraces(config.traces, role)
    stopper.add('traces', () => traces.close())
    const db = openDb({
      url: config.databaseUrl,
      poolSize: config.databasePool,
      patience: config.databasePatience,
      applicationName: `fairlot-${role}`,
      allowsSecond: config.mode === 'production',
      observer: metrics.db,
    })
    stopper.add('database', () => db.close())
    const migrations = readMigrations().length
    const later: { bus?: Bus } = {}
    let isStarted = false
    const metricsServer = await serveMetrics(metrics.registry, {
      host: config.metricsHost,
      port: config.metricsPort,
      unready: async () =>
        isStarted
          ? unready(db, migrations, {
              ha: config.databaseHa,
              maxWriteAgeMs: maxWriteAgeMs * config.databasePatience,
              maxCommitMs: maxCommitMs * config.databasePatience,
              ...(later.bus ? { nats: later.bus } : {}),
              natsLimitMs: config.natsAwayMs,
            })
          : 'ready.starting',
      state: () => ({ nats: later.bus?.isConnected() === true ? 'connected' : 'away' }),
    })
    stopper.add('metrics', () => metricsServer.close())
    watchPool(metrics, db)
    buildInfo(metrics.registry, version)
    if (config.tls) watchCertificate(metrics, config.tls.cert)
    await db.assertDirect()
    await assertDurable({
      db,
      natsMonitorUrl: config.natsMonitorUrl,
      mode: config.mode,
      ha: config.databaseHa,
      confirmWrite: () => confirmWrite(db, standbyWaitMs * config.databasePatience),
      log,
    })
    const bus = openBus(config.nats, `fairlot-${role}`, log, metrics)
    later.bus = bus
    stopper.add('bus', () => bus.close())
    const clock = options.clock ?? systemClock
    const stopHeartbeat = startHeartbeat({
      process: role,
      version,
      db,
      bus,
      registry: metrics.registry,
      clock,
      log,
    })
    stopper.add('heartbeat', stopHeartbeat)
    const started = (): void => {
      isStarted = true
    }
    return { config, log, metrics, db, bus, clock, stopper, metricsPort: metricsServer.port, started }
  } catch (error) {
    await stopper.stop()
    throw error
  }
}
