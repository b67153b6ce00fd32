import type { IdentityDocument } from '@fairlot/contract/identity'
import { numberSpace, plainNumber } from '@fairlot/rules/identity'
import type { Secrets } from '#platform/secrets'
import { type BlindIndex, blindIndexes } from '#platform/vault'

/** What a person is found by, under every known key. */
export const personIndexes = (
  secrets: Secrets,
  document: IdentityDocument,
  number: string,
): readonly BlindIndex[] => blindIndexes(secrets, `person|${numberSpace(document)}`, plainNumber(number))
