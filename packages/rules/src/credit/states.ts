// Allowed transitions of a loan, a limit increase and a call; ../state-machines.ts lists them for the database, and the
// diagrams in docs/features/credit.md are compared with them.

import type { CreditCallState, CreditState } from '@fairlot/contract/credit/states'

export const creditTransitions: readonly (readonly [from: CreditState, to: CreditState])[] = [
  ['pending', 'passed'],
  ['pending', 'rejected'],
]

export const creditCallTransitions: readonly (readonly [from: CreditCallState, to: CreditCallState])[] = [
  ['open', 'forced'],
  ['open', 'met'],
  ['open', 'recovered'],
  ['forced', 'recovered'],
  ['forced', 'closed'],
]
