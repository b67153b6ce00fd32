import { authRoutes } from '@fairlot/contract/auth'
import { openReview } from '#features/operators'
import { agreementVersionInForce, publicInvitationCode } from '#features/site'
import { bindRoutes } from '#platform/http/routes'
import type { MemberDeps, ServerFeature } from '../server-feature.ts'
import type { AuthDeps } from './deps.ts'
import { authLoops } from './jobs.ts'
import { contactReader, recoveryReviews } from './recovery/reviews.ts'
import { authHandlers } from './routes.member.ts'

export const authDeps = ({
  config,
  db,
  clock,
  hasher,
}: Pick<MemberDeps, 'config' | 'db' | 'clock' | 'hasher'>): AuthDeps => ({
  db,
  secrets: config.secrets,
  hasher,
  hasPaperMoney: config.money === 'practice',
  site: {
    agreementVersion: (tx) => agreementVersionInForce(tx, clock.now()),
    publicInvitationCode,
  },
  relyingParty: {
    id: new URL(config.publicOrigin).hostname,
    name: 'Fairlot',
    origins: [config.publicOrigin],
  },
})

export const auth: ServerFeature = {
  member: (deps) => bindRoutes(authRoutes, authHandlers(authDeps(deps))),
  loops: (deps) => authLoops({ ...deps, openReview }),
  reviews: ({ secrets }) => [recoveryReviews(secrets)],
  personal: (secrets) => [contactReader(secrets)],
}
