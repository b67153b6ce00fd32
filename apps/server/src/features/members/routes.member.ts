import type { membersRoutes } from '@fairlot/contract/members'
import type { Db } from '#platform/db'
import type { Handlers } from '#platform/handler'
import { done } from '#platform/outcome'
import { appealRestriction, type OpenReview } from './appeal-restriction.ts'
import { type HoldingValues, readAssets } from './read-assets.ts'
import { readProfile } from './read-profile.ts'

export interface MembersDeps {
  readonly db: Db
  /** True in the practice market: the figures are marked as simulated. */
  readonly simulated: boolean
  readonly holdings: HoldingValues
  readonly openReview: OpenReview
}

export const membersHandlers = (deps: MembersDeps): Handlers<typeof membersRoutes> => ({
  profile: async (_body, { caller }) => done(await readProfile(deps.db, caller.memberId)),
  assets: async (_body, { caller, now }) => done(await readAssets(deps, caller.memberId, now)),
  appealRestriction: (body, { caller, tx, now, requestId }) =>
    appealRestriction(tx, deps.openReview, { ...body, memberId: caller.memberId, now, requestId }),
})
