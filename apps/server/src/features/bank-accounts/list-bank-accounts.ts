import type { DataOf } from '@fairlot/contract/routes'
import { bankAccountsRules } from '@fairlot/rules/bank-accounts'
import { identityOf } from '#features/identity'
import { readRuleValues } from '#features/site'
import type { BankAccountsDeps } from './deps.ts'
import { showBankAccount } from './show-bank-account.ts'
import { readBankAccounts } from './store.ts'

export async function listBankAccounts(
  { db, secrets }: BankAccountsDeps,
  memberId: string,
  now: Date,
): Promise<DataOf<'/bank-accounts/list'>> {
  const [rows, rules, identity] = await Promise.all([
    readBankAccounts(db, memberId),
    readRuleValues(db, now),
    identityOf(db, secrets, memberId),
  ])
  const { max, coolDownHours } = bankAccountsRules
  return {
    bankAccounts: await Promise.all(rows.map((row) => showBankAccount(db, secrets, row))),
    max: rules.get(max.id) ?? max.default,
    coolDownHours: rules.get(coolDownHours.id) ?? coolDownHours.default,
    holder: identity.state === 'verified' ? identity.name : null,
  }
}
