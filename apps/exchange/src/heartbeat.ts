// Writes a heartbeat of this exchange into PostgreSQL every few seconds, for the console's system page: also while it
// waits for a shard that another process has.

import { randomUUID } from 'node:crypto'
import { hostname } from 'node:os'
import { setTimeout as pause } from 'node:timers/promises'
import type { Logger } from 'pino'
import manifest from '../package.json' with { type: 'json' }
import type { Metrics } from './metrics.ts'
import type { RunningShard } from './shard.ts'
import { openBeats } from './store.ts'

const everyMs = 4_000
const windowMs = 60_000
const goodbyeMs = 1_000

interface HeartbeatOptions {
  readonly databaseUrl: string
  readonly shards: readonly RunningShard[]
  readonly metrics: Metrics
  readonly log: Logger
}

export function startHeartbeat({ databaseUrl, shards, metrics, log }: HeartbeatOptions): () => Promise<void> {
  const beats = openBeats(databaseUrl)
  const who = {
    instance: randomUUID(),
    process: 'exchange',
    host: hostname(),
    pid: process.pid,
    version: manifest.version,
  }
  const ending = new AbortController()
  let failed = false
  const beat = async (isLast: boolean): Promise<void> => {
    try {
      await beats.write({ ...who, figures: await figuresOf(shards, metrics), isLast })
      failed = false
    } catch (error) {
      if (!failed && !isLast) log.warn({ err: error }, 'the heartbeat could not be written')
      failed = true
    }
  }
  const running = (async () => {
    while (!ending.signal.aborted) {
      await beat(false)
      await pause(everyMs, undefined, { signal: ending.signal }).catch(() => undefined)
    }
  })()
  return async () => {
    ending.abort()
    // A stop must not wait for a database that is down.
    const limit = new AbortController()
    await Promise.race([
      running.then(() => beat(true)),
      pause(goodbyeMs, undefined, { signal: limit.signal }).catch(() => undefined),
    ])
    limit.abort()
    await beats.close()
  }
}

async function figuresOf(shards: readonly RunningShard[], metrics: Metrics): Promise<Record<string, number>> {
  const now = performance.now()
  const { times } = metrics
  while (times.length > 0 && now - times[0]!.at > windowMs) times.shift()
  const sorted = times.map(({ seconds }) => seconds * 1_000).toSorted((one, other) => one - other)
  const at = (share: number): number =>
    Math.round((sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0) * 10) / 10
  const commands = times.reduce((sum, each) => sum + each.commands, 0)
  const queueAges = (await metrics.queueAge.get()).values.map(({ value }) => value)
  return {
    shards: shards.length,
    running: shards.filter((shard) => shard.state() === 'running').length,
    halted: shards.filter((shard) => shard.state() === 'halted').length,
    perSecond: Math.round((commands / (windowMs / 1_000)) * 10) / 10,
    ...(sorted.length === 0 ? {} : { p50Ms: at(0.5), p99Ms: at(0.99) }),
    waitedMs: Math.round(Math.max(0, ...queueAges) * 1_000),
    memoryMb: Math.round(process.memoryUsage.rss() / 1_048_576),
    nats: (await metrics.natsConnected.get()).values[0]?.value ?? 0,
  }
}
