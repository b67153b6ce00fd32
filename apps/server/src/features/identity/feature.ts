import { identityRoutes } from '@fairlot/contract/identity'
import { hasVerifiedAccount } from '#features/bank-accounts'
import { bindRoutes } from '#platform/http/routes'
import type { ServerFeature } from '../server-feature.ts'
import { identityReaders } from './personal-readers.ts'
import { identityReviews } from './reviews.ts'
import { identityHandlers } from './routes.member.ts'

export const identity: ServerFeature = {
  member: (deps) => bindRoutes(identityRoutes, identityHandlers({ ...deps, hasOwnCard: hasVerifiedAccount })),
  reviews: (deps) => [identityReviews(deps)],
  personal: identityReaders,
}
