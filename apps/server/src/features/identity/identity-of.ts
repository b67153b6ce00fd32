import type { VerificationState } from '@fairlot/contract/members'
import type { Tx } from '#platform/db'
import type { Secrets } from '#platform/secrets'
import { existingKey } from '#platform/vault'
import { openField, type SealedField } from './sealed-fields.ts'
import { readIdentity } from './store.ts'

export interface KnownIdentity {
  readonly state: VerificationState
  /** As on the document; null before verification. */
  readonly name: string | null
}

/** For features that require a verified person, and pay only to accounts in that name. */
export async function identityOf(tx: Tx, secrets: Secrets, memberId: string): Promise<KnownIdentity> {
  const row = await readIdentity(tx, memberId)
  if (!row) return { state: 'unverified', name: null }
  if (row.state !== 'verified') return { state: row.state, name: null }
  const key = await existingKey(tx, secrets, memberId)
  if (!key) throw new Error(`member ${memberId} is verified but has no key`)
  return { state: 'verified', name: openField(key, 'name', row.name) }
}

const columns: Readonly<Record<'name' | 'id-number' | 'birth-date', SealedField>> = {
  name: 'name',
  'id-number': 'number',
  'birth-date': 'birth_date',
}

/** In the clear, for the console: the caller has recorded who reads it and why in the same transaction. */
export async function openIdentityField(
  tx: Tx,
  secrets: Secrets,
  memberId: string,
  field: keyof typeof columns,
): Promise<string | undefined> {
  const row = await readIdentity(tx, memberId)
  if (!row) return undefined
  const key = await existingKey(tx, secrets, memberId)
  if (!key) return undefined
  const column = columns[field]
  return openField(key, column, column === 'birth_date' ? row.birthDate : row[column])
}
