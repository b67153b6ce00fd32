// Allowed transitions of a deposit and of a bank line in suspense. ../state-machines.ts lists them for the database.

import type { DepositState } from '@fairlot/contract/deposits'

export const depositTransitions: readonly (readonly [from: DepositState, to: DepositState])[] = [
  ['pending', 'passed'],
  ['pending', 'rejected'],
]

/** Money at the bank that belongs to no member: it is sent back, or its owner is found. */
export const suspenseTransitions = [
  ['held', 'returning'],
  ['held', 'released'],
  ['returning', 'returned'],
] as const
