// What every role opens before its own work: log, metrics, traces, database, NATS. In this order, so that each can
// report on the next; closed in reverse.

import type { Clock } from '#platform/clock'
import { systemClock } from '#platform/clock'
import type { Config } from '#platform/config'
import { type Bus, openBus } from '#platform/bus'
import { type Db, openDb } from '#platform/db'
import { assertDurable } from '#platform/durability'
import { startHeartbeat } from '#platform/heartbeat'
import { type Log, openLog } from '#platform/log'
import { makeMetrics, type Metrics, serveMetrics, watchPool } from '#platform/metrics'
import { makeStopper, type Stopper } from '#platform/stop'
import { openTraces } from '#platform/traces'
import { version } from './version.ts'

export interface Parts {
  readonly config: Config
  readonly log: Log
  readonly metrics: Metrics
  readonly db: Db
  readonly bus: Bus
  readonly clock: Clock
  readonly stopper: Stopper
  readonly metricsPort: number
}

export interface RoleOptions {
  readonly clock?: Clock
  readonly log?: Log
}

export async function openParts(
  role: 'api' | 'console' | 'worker' | 'quotes' | 'live',
  config: Config,
  options: RoleOptions,
): Promise<Parts> {
  const log = options.log ?? openLog({ role, level: config.logLevel })
  const stopper = makeStopper(log)
  try {
    const metrics = makeMetrics(role)
    const traces = await openTraces(config.otlpEndpoint, role)
    stopper.add('traces', () => traces.close())
    const metricsServer = await serveMetrics(metrics, config.metricsHost, config.metricsPort)
    stopper.add('metrics', () => metricsServer.close())
    const db = openDb({
      url: config.databaseUrl,
      poolSize: config.databasePool,
      applicationName: `fairlot-${role}`,
    })
    stopper.add('database', () => db.close())
    watchPool(metrics, db)
    await assertDurable({ db, natsMonitorUrl: config.natsMonitorUrl, mode: config.mode, log })
    const bus = openBus(config.natsUrl, `fairlot-${role}`, log, metrics)
    stopper.add('bus', () => bus.close())
    const clock = options.clock ?? systemClock
    const heartbeat = startHeartbeat({
      process: role,
      version,
      db,
      bus,
      registry: metrics.registry,
      clock,
      log,
    })
    stopper.add('heartbeat', () => heartbeat.stop())
    return { config, log, metrics, db, bus, clock, stopper, metricsPort: metricsServer.port }
  } catch (error) {
    await stopper.stop()
    throw error
  }
}
