import type { Loop } from '#platform/loops'
import { type AlertDeps, fireAlerts } from './alerts/firing/fire-alerts.ts'

/** A second is how late an alert may be. */
export const favouritesLoops = (deps: AlertDeps): readonly Loop[] => [
  { name: 'price-alerts', everyMs: 1_000, run: () => fireAlerts(deps) },
]
