// Every page of the console, in the order of the menu. A feature lists its own in features/<feature>/pages.ts; adding
// one means a line here and nothing in the shell.

import { bankAccountsPages } from './features/bank-accounts/pages.ts'
import { depositsPages } from './features/deposits/pages.ts'
import { operatorsPages, signInPage } from './features/operators/pages.ts'
import { withdrawalsPages } from './features/withdrawals/pages.ts'
import type { ConsolePage } from './shell/page.ts'

export const signIn: ConsolePage = signInPage
export const pages: readonly ConsolePage[] = [
  ...operatorsPages,
  ...depositsPages,
  ...withdrawalsPages,
  ...bankAccountsPages,
]
