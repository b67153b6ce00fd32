import type { membersRoutes } from '@fairlot/contract/members'
import type { Db } from '#platform/db'
import type { Handlers } from '#platform/handler'
import { done } from '#platform/outcome'
import { appealRestriction } from './appeal-restriction.ts'
import { readAssets } from './read-assets.ts'
import { readProfile } from './read-profile.ts'

export interface MembersDeps {
  readonly db: Db
  /** True in the practice market: the figures carry the simulated mark. */
  readonly simulated: boolean
}

export const membersHandlers = ({ db, simulated }: MembersDeps): Handlers<typeof membersRoutes> => ({
  profile: async (_body, { caller }) => done(await readProfile(db, caller.memberId)),
  assets: async (_body, { caller, now }) => done(await readAssets(db, caller.memberId, now, simulated)),
  appealRestriction: (body, { caller, tx, now, requestId }) =>
    appealRestriction(tx, { ...body, memberId: caller.memberId, now, requestId }),
})
