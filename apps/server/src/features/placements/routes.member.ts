import type { placementsRoutes } from '@fairlot/contract/placements'
import type { Handlers } from '#platform/handler'
import { done } from '#platform/outcome'
import { applyForPlacement } from './apply.ts'
import { cancelApplication } from './cancel-application.ts'
import type { PlacementsDeps } from './deps.ts'
import { readAllotments, readOnePlacement, readPlacements } from './read-placements.ts'

export const placementsHandlers = (deps: PlacementsDeps): Handlers<typeof placementsRoutes> => ({
  offers: async ({ view }, { caller }) => done(await readPlacements(deps.db, caller.memberId, view)),
  offer: ({ placementId }, { caller }) => readOnePlacement(deps.db, caller.memberId, placementId),
  table: ({ placementId, from }) => readAllotments(deps.db, placementId, from),
  apply: (body, { caller, now, requestId, tx, outside }) =>
    applyForPlacement(tx, deps, { caller, body, now, requestId, outside }),
  cancel: ({ applicationId }, { caller: { memberId }, now, requestId, tx }) =>
    cancelApplication(tx, deps, { memberId, applicationId, now, requestId }),
})
