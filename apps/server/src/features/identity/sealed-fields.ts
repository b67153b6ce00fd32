import { type MemberKey, openText, sealText } from '#platform/vault'

/** Columns of app.identities that are sealed, each bound to its column: one cannot be moved to another. */
export type SealedField = 'name' | 'number' | 'birth_date'

export const sealField = (key: MemberKey, field: SealedField, text: string): Buffer =>
  sealText(key, `identities.${field}`, key.memberId, text)
export const openField = (key: MemberKey, field: SealedField, sealed: Uint8Array): string =>
  openText(key, `identities.${field}`, key.memberId, sealed)
