// Writes a heartbeat of the practice market into PostgreSQL every few seconds, for the console's system page.

import { randomUUID } from 'node:crypto'
import { hostname } from 'node:os'
import { setTimeout as pause } from 'node:timers/promises'
import type pino from 'pino'
import manifest from '../package.json' with { type: 'json' }
import type { Figures } from './metrics.ts'
import { type Queryable, writeBeat } from './store.ts'

const everyMs = 4_000
const goodbyeMs = 1_000

export function startHeartbeat(db: Queryable, figures: Figures, log: pino.Logger): () => Promise<void> {
  const who = { instance: randomUUID(), host: hostname(), version: manifest.version }
  const ending = new AbortController()
  let failed = false
  let before = { at: performance.now(), orders: figures.orders }
  const beat = async (isLast: boolean): Promise<void> => {
    const at = performance.now()
    const perSecond = ((figures.orders - before.orders) * 1_000) / Math.max(1, at - before.at)
    before = { at, orders: figures.orders }
    try {
      await writeBeat(db, {
        ...who,
        figures: {
          perSecond: Math.round(perSecond * 10) / 10,
          p50Ms: Math.round(figures.tickSeconds * 10_000) / 10,
          silentShards: figures.silentShards,
          memoryMb: Math.round(process.memoryUsage.rss() / 1_048_576),
          nats: figures.natsConnected,
        },
        isLast,
      })
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
    const limit = new AbortController()
    await Promise.race([
      running.then(() => beat(true)),
      pause(goodbyeMs, undefined, { signal: limit.signal }).catch(() => undefined),
    ])
    limit.abort()
  }
}
