import type { IdentityDocument } from '@fairlot/contract/identity'
import { numberSpace, plainNumber } from '@fairlot/rules/identity'
import type { Secrets } from '#platform/secrets'
import { type BlindIndex, blindIndexes } from '#platform/vault'

/** The indexes that find a person, under every known key. */
export const personIndexes = (
  secrets: Secrets,
  document: IdentityDocument,
  number: string,
): readonly BlindIndex[] => blindIndexes(secrets, `person|${numberSpace(document)}`, plainNumber(number))
