// Allowed transitions of a placement and of an application; ../state-machines.ts lists them for the database, and the
// diagrams in docs/features/placements.md are compared with them.

import type { PlacementApplicationState, PlacementState } from '@fairlot/contract/placements/states'

export const placementTransitions: readonly (readonly [from: PlacementState, to: PlacementState])[] = [
  ['open', 'drawing'],
  ['drawing', 'allotting'],
  ['drawing', 'void'],
  ['allotting', 'allotted'],
]

export const placementApplicationTransitions: readonly (readonly [
  from: PlacementApplicationState,
  to: PlacementApplicationState,
])[] = [
  ['waiting', 'allotted'],
  ['waiting', 'not-allotted'],
  ['waiting', 'cancelled'],
  ['waiting', 'void'],
]
