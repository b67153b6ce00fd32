import type { bankAccountsRoutes } from '@fairlot/contract/bank-accounts'
import { banks } from '@fairlot/rules/bank-accounts'
import type { Handlers } from '#platform/handler'
import { done } from '#platform/outcome'
import { addBankAccount } from './add-bank-account.ts'
import type { BankAccountsDeps } from './deps.ts'
import { listBankAccounts } from './list-bank-accounts.ts'
import { removeBankAccount } from './remove-bank-account.ts'
import { setDefaultAccount } from './set-default.ts'

export const bankAccountsHandlers = (deps: BankAccountsDeps): Handlers<typeof bankAccountsRoutes> => ({
  list: async (_body, { caller, now }) => done(await listBankAccounts(deps, caller.memberId, now)),
  banks: async () => done({ banks: [...banks] }),
  add: (form, { caller, now, requestId, tx, outside }) =>
    addBankAccount(tx, deps, { caller, form, now, requestId, outside }),
  remove: ({ bankAccountId }, { caller, now, requestId, tx }) =>
    removeBankAccount(tx, deps, { memberId: caller.memberId, bankAccountId, now, requestId }),
  setDefault: ({ bankAccountId }, { caller, tx }) => setDefaultAccount(tx, caller.memberId, bankAccountId),
})
