import type { Tx } from '#platform/db'
import type { Secrets } from '#platform/secrets'
import { existingKey, Shredded } from '#platform/vault'
import { personIndexes } from './persons.ts'
import { openField } from './sealed-fields.ts'
import { addPerson, listPersonsWithout, removeForgottenKeys } from './store.ts'

/**
 * Adds, in slices, the row under the current key to verified people. When none is left, deletes rows under keys that
 * the secrets no longer hold. Returns how many were added; 0 when it is done.
 */
export async function reindexPersons(tx: Tx, secrets: Secrets, limit: number): Promise<number> {
  const known = secrets.keyIds('blind')
  const rows = await listPersonsWithout(tx, known[0]!, limit)
  for (const row of rows) {
    try {
      const key = await existingKey(tx, secrets, row.memberId)
      if (!key) throw new Error(`member ${row.memberId} is verified but has no key`)
      const isOwn = await addPerson(
        tx,
        row.memberId,
        personIndexes(secrets, row.document, openField(key, 'number', row.number)),
      )
      if (!isOwn)
        throw new Error(`member ${row.memberId}: their index under the new key belongs to another member`)
    } catch (error) {
      if (!(error instanceof Shredded)) throw error
    }
  }
  if (rows.length === 0) await removeForgottenKeys(tx, known)
  return rows.length
}
