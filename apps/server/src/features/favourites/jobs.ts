import type { Loop } from '#platform/loops'
import { type AlertDeps, fireAlerts, tradesToCheck } from './alerts/firing/fire-alerts.ts'

/** An alert may be at most a second late. */
export const favouritesLoops = (deps: AlertDeps): readonly Loop[] => [
  { name: 'price-alerts', everyMs: 1_000, work: tradesToCheck, run: () => fireAlerts(deps) },
]
