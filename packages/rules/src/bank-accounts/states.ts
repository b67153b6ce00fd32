// What a bank account may become. The same rows stand in app.bank_account_transitions, where a trigger refuses any other
// step; a test compares the two with each other and with the drawing in docs/features/bank-accounts.md.

import type { BankAccountState } from '@fairlot/contract/bank-accounts'

export const bankAccountTransitions: readonly (readonly [from: BankAccountState, to: BankAccountState])[] = [
  ['pending', 'verified'],
  ['pending', 'rejected'],
  ['pending', 'removed'],
  ['verified', 'removed'],
  ['rejected', 'removed'],
]
