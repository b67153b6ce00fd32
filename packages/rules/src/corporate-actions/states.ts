// Allowed transitions of a corporate action; ../state-machines.ts lists them for the database, and the diagram in
// docs/features/corporate-actions.md is compared with them.

import type { CorporateActionState } from '@fairlot/contract/corporate-actions/states'

export const corporateActionTransitions: readonly (readonly [
  from: CorporateActionState,
  to: CorporateActionState,
])[] = [
  ['announced', 'ex'],
  ['announced', 'cancelled'],
  ['ex', 'paid'],
]
