// Every process writes a heartbeat with a few figures into PostgreSQL every few seconds. So the console can show a dead
// process without reaching it, and no browser needs access to a metrics port.

import { randomUUID } from 'node:crypto'
import { hostname } from 'node:os'
import type { Logger } from 'pino'
import type { Database } from './database.ts'
import { pause } from './pause.ts'

export type Figures = Readonly<Record<string, number>>

export interface HeartbeatOptions {
  readonly process: string
  readonly version: string
  readonly db: Database
  /** What the console shows beside the memory. */
  figures(): Figures | Promise<Figures>
  /** This machine's clock; PostgreSQL records the difference to its own. */
  readonly now?: () => Date
  readonly log: Logger
}

const everyMs = 4_000
/** A stop must not wait for a database that is down. */
const goodbyeMs = 1_000

/** Returns how to stop it. The last heartbeat marks a proper stop: without it the console counts the process as lost. */
export function startHeartbeat(options: HeartbeatOptions): () => Promise<void> {
  const { db, log, now = () => new Date() } = options
  const who = [randomUUID(), options.process, hostname(), process.pid, options.version]
  const stopping = new AbortController()
  let failed = false

  const writeHeartbeat = async (isLast: boolean): Promise<void> => {
    try {
      const memoryMb = Math.round(process.memoryUsage.rss() / 1_048_576)
      const figures = JSON.stringify({ ...(await options.figures()), memoryMb })
      await db.query('SELECT status.write_heartbeat($1, $2, $3, $4, $5, $6, $7, $8)', [
        ...who,
        now(),
        figures,
        isLast,
      ])
      failed = false
    } catch (error) {
      // Logged once per outage: a heartbeat comes every few seconds, and the next successful one contains everything.
      if (!failed && !isLast) log.warn({ err: error }, 'the heartbeat could not be written')
      failed = true
    }
  }
  const running = (async () => {
    while (!stopping.signal.aborted) {
      await writeHeartbeat(false)
      await pause(everyMs, stopping.signal)
    }
  })()
  return async () => {
    stopping.abort()
    const limit = new AbortController()
    await Promise.race([running.then(() => writeHeartbeat(true)), pause(goodbyeMs, limit.signal)])
    limit.abort()
  }
}

/** A figure that people read: one decimal. */
export const rounded = (value: number): number => Math.round(value * 10) / 10
