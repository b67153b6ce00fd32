// Allowed transitions of a matter; ../state-machines.ts lists them for the database, and the diagram in
// docs/features/support.md is compared with them.

import type { SupportState } from '@fairlot/contract/support/states'

export const supportTransitions: readonly (readonly [from: SupportState, to: SupportState])[] = [
  ['waiting', 'answered'],
  ['waiting', 'closed'],
  ['answered', 'waiting'],
  ['answered', 'closed'],
  ['closed', 'waiting'],
]
