// Allowed transitions of a bank account. The same rows are in app.bank_account_transitions, where a trigger refuses all
// others; a test compares the two with each other and with the diagram in docs/features/bank-accounts.md.

import type { BankAccountState } from '@fairlot/contract/bank-accounts'

export const bankAccountTransitions: readonly (readonly [from: BankAccountState, to: BankAccountState])[] = [
  ['pending', 'verified'],
  ['pending', 'rejected'],
  ['pending', 'removed'],
  ['verified', 'removed'],
  ['rejected', 'removed'],
]
