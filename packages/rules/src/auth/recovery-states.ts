// Allowed transitions of a recovery request; database triggers refuse all others. A check compares this table with the
// diagram in docs/features/auth.md, a test with the database.

import type { RecoveryState } from '@fairlot/contract/auth'

export const recoveryTransitions: readonly (readonly [from: RecoveryState, to: RecoveryState])[] = [
  ['pending', 'passed'],
  ['pending', 'rejected'],
]
