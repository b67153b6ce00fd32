// Allowed transitions of a deposit. ../state-machines.ts lists them for the database.

import type { DepositState } from '@fairlot/contract/deposits'

export const depositTransitions: readonly (readonly [from: DepositState, to: DepositState])[] = [
  ['pending', 'passed'],
  ['pending', 'rejected'],
]
