// The figures of a server role's heartbeat.

import { monitorEventLoopDelay } from 'node:perf_hooks'
import { type Figures, rounded, startHeartbeat as start } from '@fairlot/process/heartbeat'
import type { Registry } from 'prom-client'
import type { Bus } from './bus.ts'
import type { Clock } from './clock.ts'
import type { Db } from './db.ts'
import { type Buckets, bucketsOf, timesBetween } from './heartbeat/quantiles.ts'
import type { Log } from './log.ts'

export interface HeartbeatOptions {
  readonly process: string
  readonly version: string
  readonly db: Db
  /** Undefined for a process without NATS. */
  readonly bus?: Pick<Bus, 'isConnected'>
  readonly registry: Registry
  readonly clock: Clock
  readonly log: Log
}

const windowMs = 60_000

export function startHeartbeat(options: HeartbeatOptions): () => Promise<void> {
  const { db, clock } = options
  const figures = readFigures(options)
  let dbMs = 0
  const stop = start({
    ...options,
    now: () => clock.now(),
    db: {
      async query<Row>(text: string, values?: readonly unknown[]) {
        const from = performance.now()
        // Its commit shows that commits are answered.
        const rows = await db.probe<Row>(text, values)
        dbMs = performance.now() - from
        return rows
      },
    },
    figures: async () => ({ ...(await figures.read()), dbMs: Math.round(dbMs) }),
  })
  return async () => {
    await stop()
    figures.stop()
  }
}

/** The registry's gauges that the console shows, by their display name. */
const gauges: Readonly<Record<string, string>> = {
  fairlot_live_clients: 'clients',
  fairlot_event_log_behind_events: 'behind',
}
/** The process's times come from the first of these that has observations. */
const histograms = ['fairlot_http_request_seconds', 'fairlot_loop_round_seconds']

/** Of the timer whose lateness shows how busy the process is. A faster one costs more than all else in an idle process. */
const resolutionMs = 100

function readFigures({ db, bus, registry }: HeartbeatOptions) {
  const delay = monitorEventLoopDelay({ resolution: resolutionMs })
  delay.enable()
  const seen: { readonly at: number; readonly buckets: Buckets }[] = []

  const times = async (): Promise<Figures> => {
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
        perSecond: rounded(found.count / ((at - before.at) / 1_000)),
        p50Ms: rounded(found.p50Ms),
        p99Ms: rounded(found.p99Ms),
      }
    }
    return {}
  }

  return {
    async read(): Promise<Figures> {
      const figures: Record<string, number> = {
        ...(await times()),
        loopMs: rounded(Math.max(0, delay.percentile(99) / 1_000_000 - resolutionMs)),
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
