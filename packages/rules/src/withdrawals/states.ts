// Allowed transitions of a withdrawal, and of an approved one on its way to the bank. ../state-machines.ts lists them for
// the database; the diagrams in docs/features/withdrawals.md are compared with them.

import type { PayoutStage, WithdrawalState } from '@fairlot/contract/withdrawals'

export const withdrawalTransitions: readonly (readonly [from: WithdrawalState, to: WithdrawalState])[] = [
  ['pending', 'passed'],
  ['pending', 'rejected'],
]

/** A bank can return a payment it had reported as paid. */
export const payoutTransitions: readonly (readonly [from: PayoutStage, to: PayoutStage])[] = [
  ['queued', 'sent'],
  ['sent', 'paid'],
  ['sent', 'returned'],
  ['paid', 'returned'],
]
