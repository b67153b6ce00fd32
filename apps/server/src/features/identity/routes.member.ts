import type { identityRoutes } from '@fairlot/contract/identity'
import type { Handlers } from '#platform/handler'
import { done } from '#platform/outcome'
import { readStatus, type StatusDeps } from './read-status.ts'
import { submitIdentity, type SubmitDeps } from './submit-identity.ts'
import { cancelIdentity } from './cancel-identity.ts'

export type IdentityDeps = StatusDeps & SubmitDeps

export const identityHandlers = (deps: IdentityDeps): Handlers<typeof identityRoutes> => ({
  status: async (_body, { caller }) => done(await readStatus(deps, caller.memberId)),
  submit: (body, { caller, now, requestId, tx }) =>
    submitIdentity(tx, deps, { ...body, memberId: caller.memberId, now, requestId }),
  cancel: (_body, { caller, now, requestId, tx }) =>
    cancelIdentity(tx, deps, { memberId: caller.memberId, now, requestId }),
})
