import type { membersRoutes } from '@fairlot/contract/members'
import type { Db } from '#platform/db'
import type { Handlers } from '#platform/handler'
import { done, refuse } from '#platform/outcome'
import type { Secrets } from '#platform/secrets'
import { appealRestriction, type OpenReview } from './appeal-restriction.ts'
import { memberOfTicket } from './appeal-ticket.ts'
import { readProfile, showRestrictions } from './read-profile.ts'

export interface MembersDeps {
  readonly db: Db
  readonly secrets: Secrets
  readonly openReview: OpenReview
}

export const membersHandlers = (deps: MembersDeps): Handlers<typeof membersRoutes> => ({
  profile: async (_body, { caller }) => done(await readProfile(deps.db, caller.memberId)),
  appealRestriction: (body, { caller, tx, now, requestId }) =>
    appealRestriction(tx, deps.openReview, { ...body, memberId: caller.memberId, now, requestId }),
  showBlock: async ({ ticket }, { now }) => {
    const memberId = await memberOfTicket(deps.db, deps.secrets, ticket, now)
    if (memberId === undefined) return refuse('auth.challenge-expired')
    return done({ restrictions: await showRestrictions(deps.db, memberId) })
  },
  appealBlock: async ({ ticket, ...body }, { tx, now, requestId }) => {
    const memberId = await memberOfTicket(tx, deps.secrets, ticket, now)
    if (memberId === undefined) return refuse('auth.challenge-expired')
    return appealRestriction(tx, deps.openReview, { ...body, memberId, now, requestId })
  },
})
