import type { Tx } from '#platform/db'
import type { Secrets } from '#platform/secrets'
import { bankOf, blindsOf, openAccount } from './sealed-account.ts'
import { addIndexes, lockAccountsWithout, removeForgottenIndexes } from './store.ts'

/**
 * Adds, in slices, the index under the current key to bank accounts in use. When none is left, deletes indexes under
 * keys that the secrets no longer hold. Returns how many were added; 0 when it is done.
 */
export async function reindexAccounts(tx: Tx, secrets: Secrets, limit: number): Promise<number> {
  const known = secrets.keyIds('blind')
  const rows = await lockAccountsWithout(tx, known[0]!, limit)
  for (const row of rows) {
    const { number } = await openAccount(tx, secrets, row, row.sealed)
    const isOwn = await addIndexes(tx, row, blindsOf(secrets, row.currency, bankOf(row), number))
    if (!isOwn)
      throw new Error(`bank account ${row.id}: its index under the new key belongs to another bank account`)
  }
  if (rows.length === 0) await removeForgottenIndexes(tx, known)
  return rows.length
}
