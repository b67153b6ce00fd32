// One process, one or more shards. Each shard has its own connection, lock, epoch and engine; NATS and maintenance are
// shared.

import { subjectsOf } from '@fairlot/contract/venue'
import type { NatsAddress } from '@fairlot/process/connect-nats'
import { databaseOf } from '@fairlot/process/database'
import type { DatabaseHa } from '@fairlot/process/durability'
import { startHeartbeat } from '@fairlot/process/heartbeat'
import { logOptions } from '@fairlot/process/log'
import { buildInfo, serveMetrics } from '@fairlot/process/metrics'
import { openNats } from '@fairlot/process/nats'
import { pause } from '@fairlot/process/pause'
import { openTraces, type TraceOptions } from '@fairlot/process/traces'
import { pino, type DestinationStream, type Logger } from 'pino'
import manifest from '../package.json' with { type: 'json' }
import { createAnnouncer } from './announcer.ts'
import { figuresOf } from './figures.ts'
import { openHeartbeatPool, openMaintenance } from './maintenance-store.ts'
import { noMarkFile, openMarkFile } from './mark-file.ts'
import { makeMetrics, type Metrics } from './metrics.ts'
import { type Engines, realEngines } from './recover.ts'
import { type RunningShard, runShard } from './shard.ts'

export interface ExchangeOptions {
  readonly databaseUrl: string
  /** One URL, or several separated by commas. */
  readonly natsUrl: string
  readonly nats?: Omit<NatsAddress, 'url'>
  readonly namespace: string
  readonly shards: readonly number[]
  readonly traces?: TraceOptions
  readonly mode?: 'production' | 'development' | 'test'
  readonly ha?: DatabaseHa
  readonly metricsHost?: string
  /** 0 takes any free port. */
  readonly metricsPort?: number
  readonly logLevel?: string
  readonly logTo?: DestinationStream
  readonly standby?: 'wait' | 'exit'
  /** Where this process remembers the log outside PostgreSQL; without it only its memory does. */
  readonly stateDirectory?: string | undefined
  /** The maximum number of commands in one batch. */
  readonly batchLimit?: number
  readonly snapshotCommands?: number
  readonly snapshotMs?: number
  readonly snapshotsKept?: number
  readonly pruneMs?: number
  readonly idleSessionMs?: number
  readonly now?: () => number
  readonly engines?: Engines
}

export interface RunningExchange {
  readonly metricsPort: number
  readonly shards: readonly RunningShard[]
  readonly log: Logger
  /** Whether it holds every lock and has recovered. */
  isReady(): boolean
  /** Resolves when no shard is running any more. */
  readonly ended: Promise<void>
  stop(): Promise<void>
}

const minuteMs = 60_000
const pruneSlice = 2_000

export async function startExchange(options: ExchangeOptions): Promise<RunningExchange> {
  const settings = logOptions('exchange', options.logLevel ?? 'info')
  const log = options.logTo ? pino(settings, options.logTo) : pino(settings)
  const metrics = makeMetrics()
  buildInfo(metrics.registry, manifest.version)
  const traces = openTraces(options.traces ?? { endpoint: undefined, share: 0 }, 'exchange')
  const subjects = subjectsOf(options.namespace)
  const nats = openNats({
    address: { ...options.nats, url: options.natsUrl },
    name: 'fairlot-exchange',
    log,
    gauge: metrics.natsConnected,
  })
  const announcer = createAnnouncer(nats, subjects, metrics)
  const shards = options.shards.map((shard) =>
    runShard({
      shard,
      databaseUrl: options.databaseUrl,
      mode: options.mode ?? 'development',
      ha: options.ha ?? 'single',
      standby: options.standby ?? 'wait',
      markFile: options.stateDirectory ? openMarkFile(options.stateDirectory, shard, log) : noMarkFile,
      batchLimit: options.batchLimit ?? 500,
      snapshotCommands: options.snapshotCommands ?? 50_000,
      snapshotMs: options.snapshotMs ?? 10 * minuteMs,
      snapshotsKept: options.snapshotsKept ?? 3,
      idleSessionMs: options.idleSessionMs ?? 10_000,
      now: options.now ?? Date.now,
      engines: options.engines ?? realEngines,
      nats,
      subjects,
      announcer,
      metrics,
      log,
    }),
  )
  const isReady = (): boolean => shards.every((shard) => shard.state() === 'running')
  const stopMaintenance = runMaintenance(options, shards, metrics, log)
  const heartbeatPool = openHeartbeatPool(options.databaseUrl)
  const stopHeartbeat = startHeartbeat({
    process: 'exchange',
    version: manifest.version,
    db: databaseOf(heartbeatPool),
    figures: () => figuresOf(shards, metrics),
    log,
  })
  const server = await serveMetrics(metrics.registry, {
    host: options.metricsHost ?? '127.0.0.1',
    port: options.metricsPort ?? 0,
    unready: () => (isReady() ? undefined : 'ready.starting'),
    state: () => ({ nats: nats.isConnected() ? 'connected' : 'away' }),
  })

  let stopping: Promise<void> | undefined
  return {
    metricsPort: server.port,
    shards,
    log,
    isReady,
    ended: Promise.all(shards.map(({ ended }) => ended)).then(() => undefined),
    stop: () =>
      (stopping ??= (async () => {
        await Promise.all(shards.map((shard) => shard.stop()))
        await stopMaintenance()
        await stopHeartbeat()
        await heartbeatPool.end()
        await nats.close()
        await server.close()
        await traces.close()
      })()),
  }
}

/** Pruning, partitions ahead, and the age of the queue: every round does a little, so that none delays a batch. */
function runMaintenance(
  options: ExchangeOptions,
  shards: readonly RunningShard[],
  metrics: Metrics,
  log: Logger,
): () => Promise<void> {
  const maintenance = openMaintenance(options.databaseUrl)
  const ending = new AbortController()
  const { signal } = ending
  const pruneMs = options.pruneMs ?? 15_000
  const roundMs = Math.min(pruneMs, 5_000)

  const prune = async (shard: number): Promise<void> => {
    while (!signal.aborted) {
      const upTo = await maintenance.prune(shard, pruneSlice)
      if (upTo === undefined) return
      metrics.prunedTo.set({ shard }, upTo)
      // Prune a backlog in slices so that batches are not delayed.
      await pause(20, signal)
    }
  }
  const running = (async () => {
    let monthsAt = 0
    let prunedAt = Date.now()
    while (!signal.aborted) {
      await pause(roundMs, signal)
      const mine = shards.filter((shard) => shard.state() === 'running')
      if (signal.aborted || mine.length === 0) continue
      try {
        for (const { shard } of mine) {
          const { depth, age } = await maintenance.queue(shard)
          metrics.queueAge.set({ shard }, age)
          metrics.queueDepth.set({ shard }, depth)
        }
        if (Date.now() - prunedAt >= pruneMs) {
          prunedAt = Date.now()
          for (const { shard } of mine) await prune(shard)
        }
        if (Date.now() - monthsAt >= 6 * 60 * minuteMs) {
          await maintenance.ensureMonths()
          monthsAt = Date.now()
        }
      } catch (error) {
        log.warn({ err: error }, 'maintenance is postponed')
      }
    }
  })()
  return async () => {
    ending.abort()
    await running
    await maintenance.close()
  }
}
