import { Gauge, type Registry } from 'prom-client'
import { recheckVotes } from '#features/operators'
import type { Bus } from '#platform/bus'
import type { Clock } from '#platform/clock'
import type { Db } from '#platform/db'
import type { Log } from '#platform/log'
import type { Loop } from '#platform/loops'
import { limitMs, reconcile, recordFailedRun } from './reconcile.ts'
import { reconcileSubject } from './reconcile-subject.ts'
import { closeDay, deleteCleanRuns, isNightDue, type RunScope } from './store.ts'

export const reconcileEverySeconds = 60

export interface FundsJobs {
  readonly loops: readonly Loop[]
  /** Stops listening and lets a running reconciliation finish. */
  stop(): Promise<void>
}

/** The open day every minute and on request; all closed days every night. */
export function fundsJobs({
  db,
  bus,
  clock,
  log,
  registry,
  namespace,
  limits = limitMs,
}: {
  readonly db: Db
  readonly bus: Bus
  readonly clock: Clock
  readonly log: Log
  readonly registry: Registry
  readonly namespace: string
  /** How long a run of each scope may take. */
  readonly limits?: Readonly<Record<RunScope, number>>
}): FundsJobs {
  const gauge = new Gauge({
    name: 'fairlot_reconciliation_broken',
    help: 'Checks that found a difference at the last run; above zero payouts are stopped',
    registers: [registry],
  })
  const runReconciliation = async (scope: RunScope = 'minute'): Promise<number> => {
    try {
      if (scope === 'night') await refuseUnsigned(db)
      const { broken, payouts, results } = await db.transaction((tx) =>
        reconcile(tx, clock.now(), scope, limits[scope]),
      )
      if (scope === 'minute') gauge.set(broken.length)
      if (broken.length > 0) log.error({ scope, broken }, 'the ledger does not match: payouts are stopped')
      if (payouts === 'resumed') log.info({}, 'the books match again: payouts go on')
      return results.length
    } catch (error) {
      // A run that timed out, was cut off or failed counts as a difference. If this cannot be written either, no clean
      // run follows and payouts stop because the last one is too old.
      if (scope === 'minute') gauge.set(1)
      await recordFailedRun(db, clock.now(), scope, error)
      throw error
    }
  }
  const night = async (): Promise<number> => {
    if (!(await isNightDue(db))) return 0
    const day = await db.transaction((tx) => closeDay(tx, limits.night))
    if (day !== null) log.info({ day }, 'the day is closed')
    return runReconciliation('night')
  }
  let running: Promise<unknown> | undefined
  const unsubscribe = bus.subscribe(reconcileSubject(namespace), () => {
    running ??= runReconciliation()
      .catch((error: unknown) =>
        log.warn({ err: error }, 'the requested reconciliation failed; the next minute retries it'),
      )
      .finally(() => {
        running = undefined
      })
  })
  return {
    loops: [
      { name: 'funds-reconcile', everyMs: reconcileEverySeconds * 1_000, run: () => runReconciliation() },
      { name: 'funds-reconcile-night', everyMs: 300_000, run: night },
      {
        name: 'funds-reconcile-tidy',
        everyMs: 3_600_000,
        run: () => deleteCleanRuns(db, 5_000),
      },
    ],
    async stop() {
      unsubscribe()
      await running
    },
  }
}

/** Before the run: a clean one would let payouts go on. */
async function refuseUnsigned(db: Db): Promise<void> {
  const { unsigned } = await recheckVotes(db)
  if (unsigned.length > 0)
    throw new Error(
      `${unsigned.length} reviews have votes that do not verify: ${unsigned.slice(0, 10).join(', ')}`,
    )
}
