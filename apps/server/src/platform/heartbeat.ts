// Every process writes a heartbeat with a few figures into PostgreSQL every few seconds. So the console can show a dead
// process without reaching it, and no browser needs access to a metrics port.

import { randomUUID } from 'node:crypto'
import { hostname } from 'node:os'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import type { Registry } from 'prom-client'
import type { Bus } from './bus.ts'
import type { Clock } from './clock.ts'
import type { Db } from './db.ts'
import { type Buckets, bucketsOf, timesBetween } from './heartbeat/quantiles.ts'
import { writeBeat } from './heartbeat/store.ts'
import type { Log } from './log.ts'
import { pause } from './pause.ts'

export interface HeartbeatOptions {
  readonly process: string
  readonly version: string
  readonly db: Db
  /** Undefined for a process without NATS. */
  readonly bus?: Pick<Bus, 'isConnected'>
  readonly registry: Registry
  readonly clock: Clock
  readonly log: Log
  readonly everyMs?: number
}

export interface Heartbeat {
  /** The last beat marks a proper stop: without it the console counts the process as lost. */
  stop(): Promise<void>
}

const defaultEveryMs = 4_000
const windowMs = 60_000
/** A stop must not wait for a database that is down. */
const goodbyeMs = 1_000

export function startHeartbeat(options: HeartbeatOptions): Heartbeat {
  const { process: name, version, db, clock, log, everyMs = defaultEveryMs } = options
  const instance = randomUUID()
  const host = hostname()
  const stopping = new AbortController()
  const figures = readFigures(options)
  let dbMs = 0
  let failed = false

  const beat = async (isLast: boolean): Promise<void> => {
    const from = performance.now()
    try {
      await writeBeat(db, {
        instance,
        process: name,
        host,
        pid: process.pid,
        version,
        now: clock.now(),
        figures: { ...(await figures.read()), dbMs: Math.round(dbMs) },
        isLast,
      })
      dbMs = performance.now() - from
      failed = false
    } catch (error) {
      // Logged once per outage: a beat comes every few seconds, and the next successful one contains everything.
      if (!failed && !isLast) log.warn({ err: error }, 'the heartbeat could not be written')
      failed = true
    }
  }

  const running = (async () => {
    while (!stopping.signal.aborted) {
      await beat(false)
      await pause(everyMs, stopping.signal)
    }
  })()
  return {
    async stop() {
      stopping.abort()
      const limit = new AbortController()
      await Promise.race([running.then(() => beat(true)), pause(goodbyeMs, limit.signal)])
      limit.abort()
      figures.stop()
    },
  }
}

/** The registry's gauges that the console shows, by their display name. */
const gauges: Readonly<Record<string, string>> = {
  fairlot_live_clients: 'clients',
  fairlot_event_log_behind_events: 'behind',
}
/** The process's times come from the first of these that has observations. */
const histograms = ['fairlot_http_request_seconds', 'fairlot_loop_round_seconds']

function readFigures({ db, bus, registry }: HeartbeatOptions) {
  const delay = monitorEventLoopDelay({ resolution: 20 })
  delay.enable()
  const seen: { readonly at: number; readonly buckets: Buckets }[] = []

  const times = async (): Promise<Record<string, number>> => {
    for (const name of histograms) {
      const values = (await registry.getSingleMetric(name)?.get())?.values ?? []
      const buckets = bucketsOf(values)
      if ((buckets.get(Infinity) ?? 0) === 0) continue
      const at = performance.now()
      const before = seen[0]
      seen.push({ at, buckets })
      while (seen.length > 1 && at - seen[1]!.at > windowMs) seen.shift()
      const found = before && timesBetween(before.buckets, buckets)
      if (!before || !found) return { perSecond: 0 }
      return {
        perSecond: round(found.count / ((at - before.at) / 1_000)),
        p50Ms: round(found.p50Ms),
        p99Ms: round(found.p99Ms),
      }
    }
    return {}
  }

  return {
    async read(): Promise<Record<string, number>> {
      const figures: Record<string, number> = {
        ...(await times()),
        memoryMb: Math.round(process.memoryUsage.rss() / 1_048_576),
        loopMs: round(delay.percentile(99) / 1_000_000),
        dbWaiting: db.load().waiting,
        ...(bus ? { nats: bus.isConnected() ? 1 : 0 } : {}),
      }
      delay.reset()
      for (const [metric, name] of Object.entries(gauges)) {
        const values = (await registry.getSingleMetric(metric)?.get())?.values
        if (values === undefined || values.length === 0) continue
        figures[name] = values.reduce((sum, { value }) => sum + value, 0)
      }
      return figures
    },
    stop: () => void delay.disable(),
  }
}

const round = (value: number): number => Math.round(value * 10) / 10
