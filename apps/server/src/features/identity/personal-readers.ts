import type { PersonalReader } from '#features/operators'
import type { Secrets } from '#platform/secrets'
import { openIdentityField } from './identity-of.ts'

/** How the console opens what the papers say, field by field. */
export const identityReaders = (secrets: Secrets): readonly PersonalReader[] =>
  (['name', 'id-number', 'birth-date'] as const).map((field) => ({
    field,
    read: (tx, memberId) => openIdentityField(tx, secrets, memberId, field),
  }))
