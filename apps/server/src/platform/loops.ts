// Named jobs of the worker. Each runs under an advisory lock, so that one of several workers runs the job and another
// takes over when it dies. A job that throws is counted and tried again at its next turn.

import { createHash } from 'node:crypto'
import type { Clock } from './clock.ts'
import { apart, type Db, NotPrimary } from './db.ts'
import type { Log } from './log.ts'
import { type LoopWork, watchWork, type WorkWatch } from './loops/work-watch.ts'
import type { Metrics } from './metrics.ts'
import { pause } from '@fairlot/process/pause'

export type { LoopWork }

export interface Loop {
  readonly name: string
  /** The pause after a round. */
  readonly everyMs: number
  /** After the pause the loop waits for work. A loop without it runs after every pause. */
  readonly work?: LoopWork
  /** Returns how many things it did, for the metric. */
  run(): Promise<number>
}

export interface RunningLoops {
  /** Lets running rounds finish. */
  stop(): Promise<void>
}

export interface LoopOptions {
  readonly clock: Clock
  /** How often all loops together are asked for work. */
  readonly checkMs?: number
  /** A loop without work runs once in this time: should its condition miss work, that is how late it is. */
  readonly restMs?: number
}

export function startLoops(
  db: Db,
  loops: readonly Loop[],
  log: Log,
  metrics: Metrics,
  { clock, checkMs = 250, restMs = 30_000 }: LoopOptions,
): RunningLoops {
  const stopping = new AbortController()
  const { signal } = stopping
  const inSlot = slots(maxAtOnce)
  const watch = watchWork(db, loops, clock, checkMs, signal)
  const running = loops.map((loop, index) => {
    // Spread, so that idle loops do not all need a connection at the same moment.
    const longestMs = restMs * (1 - index / loops.length / 2)
    return turn({ db, loop, inSlot, log, metrics, signal, watch, longestMs })
  })
  return {
    async stop() {
      stopping.abort()
      await Promise.all([...running, watch.stopped()])
    },
  }
}

// A round holds a connection for its lock and needs more for its work. If all loops began at once, their locks could
// use up the pool, and every loop would wait in vain for its second connection.
const maxAtOnce = 6

type InSlot = <Result>(run: () => Promise<Result>) => Promise<Result>

function slots(count: number): InSlot {
  let free = count
  const waiting: (() => void)[] = []
  return async (run) => {
    if (free > 0) free -= 1
    else await new Promise<void>((go) => waiting.push(go))
    try {
      return await run()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else free += 1
    }
  }
}

interface Turning {
  readonly db: Db
  readonly loop: Loop
  readonly inSlot: InSlot
  readonly log: Log
  readonly metrics: Metrics
  readonly signal: AbortSignal
  readonly watch: WorkWatch
  readonly longestMs: number
}

async function turn({ db, loop, inSlot, log, metrics, signal, watch, longestMs }: Turning): Promise<void> {
  let failed = false
  while (!signal.aborted) {
    const stopTimer = metrics.loopSeconds.startTimer({ loop: loop.name })
    let did: number | undefined
    try {
      did = await inSlot(() => {
        watch.begin(loop)
        return underLock(db, loop.name, () => loop.run())
      })
      if (did !== undefined) {
        metrics.loopDone.inc({ loop: loop.name }, did)
        metrics.loopLastSuccess.setToCurrentTime({ loop: loop.name })
      }
      if (failed) log.info({ loop: loop.name }, 'loop is working again')
      failed = false
    } catch (error) {
      metrics.loopFailures.inc({ loop: loop.name })
      // Logged once per outage: a job that runs three times a second would flood the log while PostgreSQL is down.
      if (!failed) log.error({ loop: loop.name, err: error }, 'loop failed')
      failed = true
    }
    watch.end(loop, did !== undefined)
    stopTimer()
    await pause(loop.everyMs, signal)
    // A failed round may have left work that its condition no longer shows.
    if (!failed) await watch.untilWork(loop, longestMs)
  }
}

/**
 * A separate transaction holds the lock, so it is released when the connection breaks. A long round could outlive the
 * idle limit of that transaction; then the lock is lost early, and the job's own keys must still prevent duplicates.
 */
async function underLock(db: Db, name: string, run: () => Promise<number>): Promise<number | undefined> {
  return db.transaction(async (tx) => {
    // A replica gives every lock to every process that asks.
    const [row] = await tx.query<{ locked: boolean | null }>(
      'SELECT CASE WHEN NOT pg_is_in_recovery() THEN pg_try_advisory_xact_lock($1) END AS locked',
      [lockKey(name)],
    )
    if (row!.locked === null) throw new NotPrimary('PostgreSQL is a replica: no loop runs on it')
    return row!.locked ? apart(run) : undefined
  })
}

const lockKey = (name: string): bigint =>
  createHash('sha256').update(`fairlot loop ${name}`).digest().readBigInt64BE(0)
