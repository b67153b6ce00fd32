import type { ordersRoutes } from '@fairlot/contract/orders'
import type { Handlers } from '#platform/handler'
import { done } from '#platform/outcome'
import { cancelConditional } from './cancel-conditional.ts'
import { type EntryDeps, placeEntry } from './entry/place-entry.ts'
import { listConditional } from './list-conditional.ts'
import { placeConditional } from './place-conditional.ts'

type ConditionalHandlers = Pick<
  Handlers<typeof ordersRoutes>,
  'placeConditional' | 'placeEntry' | 'cancelConditional' | 'listConditional'
>

export const conditionalHandlers = (deps: EntryDeps): ConditionalHandlers => ({
  placeConditional: (body, { caller, now }) => placeConditional(deps, caller.memberId, body, now),
  placeEntry: (body, { caller, now }) => placeEntry(deps, caller.memberId, body, now),
  cancelConditional: ({ conditionalId }, { caller, now }) =>
    cancelConditional(deps.db, deps, caller.memberId, conditionalId, now),
  listConditional: async ({ which, positionId }, { caller }) =>
    done(await listConditional(deps.db, caller.memberId, which, positionId)),
})
