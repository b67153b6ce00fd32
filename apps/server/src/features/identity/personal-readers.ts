import type { PersonalReader } from '#features/operators'
import type { Secrets } from '#platform/secrets'
import { openIdentityField } from './identity-of.ts'

/** Lets the console open the fields of the identity documents, one by one. */
export const identityReaders = (secrets: Secrets): readonly PersonalReader[] =>
  (['name', 'id-number', 'birth-date'] as const).map((field) => ({
    field,
    read: (tx, memberId) => openIdentityField(tx, secrets, memberId, field),
  }))
