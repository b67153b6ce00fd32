// What a request for recovery by people may become; triggers of the database refuse every other step. A check compares this
// table with the drawing in docs/features/auth.md, a test with the database.

import type { RecoveryState } from '@fairlot/contract/auth'

export const recoveryTransitions: readonly (readonly [from: RecoveryState, to: RecoveryState])[] = [
  ['pending', 'passed'],
  ['pending', 'rejected'],
]
