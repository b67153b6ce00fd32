// The quotes role: from the exchange's events to quotes, candles, indices and the live feed's source. Several copies
// may run; each shard is handled by one of them, and another takes over within a second or two when it dies.

import { subjectsOf } from '@fairlot/contract/venue'
import { quotesLoops, startQuotes as startJobs } from '#features/market-data'
import type { Config } from '#platform/config'
import { startLoops } from '#platform/loops'
import { watchLocks } from '#platform/metrics'
import { openSessionLocks } from '#platform/session-lock'
import { openRuntime, type Runtime, type RoleOptions } from './runtime.ts'

export interface RunningQuotesRole {
  readonly metricsPort: number
  readonly runtime: Runtime
  /** The jobs this copy runs now. */
  held(): readonly string[]
  stop(): Promise<void>
}

export async function startQuotes(
  config: Config,
  options: RoleOptions & { readonly flushMs?: number } = {},
): Promise<RunningQuotesRole> {
  const runtime = await openRuntime('quotes', config, options)
  const { db, bus, clock, log, metrics, stopper } = runtime
  const subjects = subjectsOf(config.natsNamespace)
  const locks = openSessionLocks(config.databaseUrl, 'fairlot-quotes', log)
  stopper.add('locks', () => locks.close())
  watchLocks(metrics, locks)
  const jobs = startJobs(
    {
      db,
      bus,
      subjects,
      clock,
      log,
      metrics,
      ...(options.flushMs === undefined ? {} : { flushMs: options.flushMs }),
    },
    locks,
  )
  stopper.add('quotes', () => jobs.stop())
  const loops = startLoops(db, quotesLoops({ db, clock }), log, metrics, { clock })
  stopper.add('loops', () => loops.stop())
  runtime.started()
  log.info({ metricsPort: runtime.metricsPort }, 'quotes run')
  return { metricsPort: runtime.metricsPort, runtime, held: () => jobs.held(), stop: () => stopper.stop() }
}
