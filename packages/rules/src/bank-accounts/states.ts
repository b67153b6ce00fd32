// Allowed transitions of a bank account. ../state-machines.ts lists them for the database; the diagram in
// docs/features/bank-accounts.md is compared with them.

import type { BankAccountState } from '@fairlot/contract/bank-accounts'

export const bankAccountTransitions: readonly (readonly [from: BankAccountState, to: BankAccountState])[] = [
  ['pending', 'verified'],
  ['pending', 'rejected'],
  ['pending', 'removed'],
  ['verified', 'removed'],
  ['rejected', 'removed'],
]
