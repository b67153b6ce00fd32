// The settlement role: books what the exchange has committed, and what follows from it by date. Several copies may run;
// each shard and each job is handled by one of them.

import { openReview } from '#features/operators'
import { makeSettlementMetrics, settlementLoops, startSettlement as settleShards } from '#features/settlement'
import type { Config } from '#platform/config'
import { type Loop, startLoops } from '#platform/loops'
import { watchLocks } from '#platform/metrics'
import { openSessionLocks } from '#platform/session-lock'
import { featureDeps } from './feature-deps.ts'
import { openRuntime, type Runtime, type RoleOptions } from './runtime.ts'

export interface RunningSettlementRole {
  readonly metricsPort: number
  readonly runtime: Runtime
  readonly loops: readonly Loop[]
  stop(): Promise<void>
}

export async function startSettlement(
  config: Config,
  options: RoleOptions = {},
): Promise<RunningSettlementRole> {
  const runtime = await openRuntime('settlement', config, options)
  const { db, clock, log, metrics, stopper } = runtime
  const deps = featureDeps(runtime)
  const loops = settlementLoops({ ...deps, openReview })
  const running = startLoops(db, loops, log, metrics, { clock })
  stopper.add('loops', () => running.stop())
  const locks = openSessionLocks(config.databaseUrl, 'fairlot-settlement', log)
  stopper.add('locks', () => locks.close())
  watchLocks(metrics, locks)
  const settlementMetrics = makeSettlementMetrics(metrics.registry)
  const settling = settleShards({ ...deps, gatherMs: config.settlementGatherMs, settlementMetrics }, locks)
  stopper.add('settlement', () => settling.stop())
  runtime.started()
  log.info({ loops: loops.map(({ name }) => name), metricsPort: runtime.metricsPort }, 'settlement runs')
  return { metricsPort: runtime.metricsPort, runtime, loops, stop: () => stopper.stop() }
}
