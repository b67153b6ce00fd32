import type { PersonalReader } from '#features/operators'
import type { Secrets } from '#platform/secrets'
import { openAccount } from './sealed-account.ts'
import { readBankAccounts } from './store.ts'

/** Every account in the clear, for an operator who has given a reason. The access is recorded before this runs. */
export const bankAccountReader = (secrets: Secrets): PersonalReader => ({
  field: 'bank-account',
  async read(tx, memberId) {
    const rows = await readBankAccounts(tx, memberId)
    if (rows.length === 0) return undefined
    const opened = await Promise.all(rows.map((row) => openAccount(tx, secrets, row, row.sealed)))
    return rows.map((row, n) => `${row.bankCode} ${opened[n]!.number} ${opened[n]!.holder}`).join('\n')
  },
})
