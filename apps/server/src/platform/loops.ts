// Named periodic jobs of the worker. Each runs under an advisory lock, so that of several workers one does the job
// and another takes over when it dies. A job that throws is counted and tried again at its next turn.

import { createHash } from 'node:crypto'
import type { Db } from './db.ts'
import type { Log } from './log.ts'
import type { Metrics } from './metrics.ts'
import { pause } from './pause.ts'

export interface Loop {
  readonly name: string
  readonly everyMs: number
  /** Answers how many things it did, for the metric. */
  run(): Promise<number>
}

export interface RunningLoops {
  /** Lets rounds under way finish. */
  stop(): Promise<void>
}

export function startLoops(db: Db, loops: readonly Loop[], log: Log, metrics: Metrics): RunningLoops {
  const stopping = new AbortController()
  const inSlot = slots(mostAtOnce)
  const running = loops.map((loop) => turn(db, loop, inSlot, log, metrics, stopping.signal))
  return {
    async stop() {
      stopping.abort()
      await Promise.all(running)
    },
  }
}

// A round holds a connection for its lock and asks for more to do its work. If all loops began at once, their locks could
// take the whole pool, and every one of them would wait in vain for its second connection.
const mostAtOnce = 6

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

async function turn(
  db: Db,
  loop: Loop,
  inSlot: InSlot,
  log: Log,
  metrics: Metrics,
  signal: AbortSignal,
): Promise<void> {
  let failed = false
  while (!signal.aborted) {
    const stopTimer = metrics.loopSeconds.startTimer({ loop: loop.name })
    try {
      const did = await inSlot(() => underLock(db, loop.name, () => loop.run()))
      if (did !== undefined) {
        metrics.loopDone.inc({ loop: loop.name }, did)
        metrics.loopLastSuccess.setToCurrentTime({ loop: loop.name })
      }
      if (failed) log.info({ loop: loop.name }, 'loop is working again')
      failed = false
    } catch (error) {
      metrics.loopFailures.inc({ loop: loop.name })
      // Once per outage: a job that runs three times a second would flood the log while PostgreSQL is away.
      if (!failed) log.error({ loop: loop.name, err: error }, 'loop failed')
      failed = true
    }
    stopTimer()
    await pause(loop.everyMs, signal)
  }
}

/**
 * The lock is held by a transaction of its own, so it falls when the connection does. A long round could outlive
 * the idle limit of that transaction; then the lock is lost early, and the job's own keys must still hold.
 */
async function underLock(db: Db, name: string, run: () => Promise<number>): Promise<number | undefined> {
  return db.transaction(async (tx) => {
    const [row] = await tx.query<{ locked: boolean }>('SELECT pg_try_advisory_xact_lock($1) AS locked', [
      lockKey(name),
    ])
    return row!.locked ? run() : undefined
  })
}

const lockKey = (name: string): bigint =>
  createHash('sha256').update(`fairlot loop ${name}`).digest().readBigInt64BE(0)
