import { openReview } from '#features/operators'
import { openSessionLocks } from '#platform/session-lock'
import type { ServerFeature } from '../server-feature.ts'
import { commandReviews } from './commands-set-aside.ts'
import { settlementLoops } from './jobs/loops.ts'
import { makeSettlementMetrics } from './metrics.ts'
import { setAsideReviews } from './reviews.ts'
import { startSettlement } from './start-settlement.ts'

export const settlement: ServerFeature = {
  loops: (deps) => settlementLoops({ ...deps, openReview }),
  /** Settles each shard's events, in one worker at a time. */
  start(deps) {
    const { config, log, metrics, stopper } = deps
    const locks = openSessionLocks(config.databaseUrl, 'fairlot-settlement', log)
    stopper.add('settlement locks', () => locks.close())
    const settlementMetrics = makeSettlementMetrics(metrics.registry)
    const gatherMs = config.settlementGatherMs
    const settling = startSettlement({ ...deps, gatherMs, settlementMetrics }, locks)
    stopper.add('settlement', () => settling.stop())
  },
  reviews: () => [setAsideReviews, commandReviews],
}
