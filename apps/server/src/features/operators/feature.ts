import { consoleRoutes } from '@fairlot/contract/console-routes'
import { bindConsoleRoutes } from '#platform/http/routes'
import type { ServerFeature } from '../server-feature.ts'
import { operatorsJobs } from './jobs.ts'
import { operatorKind } from './people/reviews.ts'
import { accountReader } from './personal/open-personal.ts'
import { operatorsConsoleHandlers } from './routes.console.ts'
import { operatorKeyKind } from './voting-keys/reviews.ts'

export const operators: ServerFeature = {
  console(deps) {
    const { config } = deps
    const origin = config.console?.origin ?? config.publicOrigin
    return bindConsoleRoutes(
      consoleRoutes.operators,
      operatorsConsoleHandlers({
        ...deps,
        pushOrigins: config.pushOrigins,
        relyingParty: { id: new URL(origin).hostname, name: 'Fairlot console', origins: [origin] },
      }),
    )
  },
  loops(deps) {
    const { config, metrics, stopper } = deps
    const origin = config.console?.origin ?? config.publicOrigin
    const { publicOrigin, pushOrigins } = config
    const reviews = operatorsJobs({ ...deps, registry: metrics.registry, origin, publicOrigin, pushOrigins })
    stopper.add('reviews', () => reviews.stop())
    return reviews.loops
  },
  reviews: ({ secrets }) => [operatorKind(secrets), operatorKeyKind],
  personal: () => [accountReader],
}
