import { Gauge, type Registry } from 'prom-client'
import type { Bus } from '#platform/bus'
import type { Clock } from '#platform/clock'
import type { Db } from '#platform/db'
import type { Log } from '#platform/log'
import type { Loop } from '#platform/loops'
import { lookAtBooks } from './look-at-books.ts'
import { lookSubject } from './look-subject.ts'
import { deleteCleanRuns } from './store.ts'

export const lookEverySeconds = 60
const keptMs = 40 * 86_400_000

export interface FundsJobs {
  readonly loops: readonly Loop[]
  /** Stops listening and lets a look under way finish. */
  stop(): Promise<void>
}

/** Every minute, and when somebody in the console asks for it. */
export function fundsJobs({
  db,
  bus,
  clock,
  log,
  registry,
  namespace,
}: {
  readonly db: Db
  readonly bus: Bus
  readonly clock: Clock
  readonly log: Log
  readonly registry: Registry
  readonly namespace: string
}): FundsJobs {
  const gauge = new Gauge({
    name: 'fairlot_reconciliation_broken',
    help: 'Money invariants that did not hold at the last look; above zero payouts are stopped',
    registers: [registry],
  })
  const look = async (): Promise<number> => {
    const { broken, payouts, results } = await db.transaction((tx) => lookAtBooks(tx, clock.now()))
    gauge.set(broken.length)
    if (payouts === 'stopped') log.error({ broken }, 'the books do not match: payouts are stopped')
    if (payouts === 'resumed') log.info({}, 'the books match again: payouts go on')
    return results.length
  }
  let running: Promise<unknown> | undefined
  const unsubscribe = bus.subscribe(lookSubject(namespace), () => {
    running ??= look()
      .catch((error: unknown) =>
        log.warn({ err: error }, 'the look asked for failed; the next minute tries again'),
      )
      .finally(() => {
        running = undefined
      })
  })
  return {
    loops: [
      { name: 'funds-reconcile', everyMs: lookEverySeconds * 1_000, run: look },
      {
        name: 'funds-reconcile-tidy',
        everyMs: 3_600_000,
        run: () => deleteCleanRuns(db, new Date(clock.now().getTime() - keptMs), 5_000),
      },
    ],
    async stop() {
      unsubscribe()
      await running
    },
  }
}
