import type { DataOf } from '@fairlot/contract/routes'
import type { Tx } from '#platform/db'
import type { Secrets } from '#platform/secrets'
import { openAccount } from './sealed-account.ts'
import type { BankAccountRow } from './store.ts'

export type ShownBankAccount = DataOf<'/bank-accounts/list'>['bankAccounts'][number]

export async function showBankAccount(
  tx: Tx,
  secrets: Secrets,
  row: BankAccountRow,
): Promise<ShownBankAccount> {
  const { holder } = await openAccount(tx, secrets, row, row.sealed)
  return {
    bankAccountId: row.id,
    currency: row.currency,
    holder,
    bankCode: row.bankCode,
    bankName: row.bankName,
    branch: row.branch,
    branchCode: row.branchCode,
    ending: row.ending,
    state: row.state,
    rejectionReason: row.rejectionReason,
    note: row.note,
    addedAt: row.addedAt.toISOString(),
    usableFrom: row.usableFrom?.toISOString() ?? null,
    isDefault: row.isDefault,
  }
}
