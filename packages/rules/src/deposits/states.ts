// Allowed transitions of a deposit. The same rows are in app.deposit_transitions; a test compares the two with each
// other and with the diagram in docs/features/deposits.md.

import type { DepositState } from '@fairlot/contract/deposits'

export const depositTransitions: readonly (readonly [from: DepositState, to: DepositState])[] = [
  ['pending', 'passed'],
  ['pending', 'rejected'],
]
