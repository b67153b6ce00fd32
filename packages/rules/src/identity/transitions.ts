import type { IdentityDocument, IdentityField } from '@fairlot/contract/identity'
import type { VerificationState } from '@fairlot/contract/members'

/** Every allowed transition. The database refuses all others too; docs/features/identity.md has the diagram. */
export const identityTransitions: readonly (readonly [VerificationState, VerificationState])[] = [
  ['unverified', 'under-review'],
  ['under-review', 'verified'],
  ['under-review', 'rejected'],
  ['rejected', 'under-review'],
]

export const mayMove = (from: VerificationState, to: VerificationState): boolean =>
  identityTransitions.some(([before, after]) => before === from && after === to)

/** A passport has a data page and no back. */
export const fieldsOf = (document: IdentityDocument): readonly IdentityField[] =>
  document === 'passport'
    ? ['name', 'number', 'birth-date', 'front']
    : ['name', 'number', 'birth-date', 'front', 'back']

/**
 * The fields to send now. After a rejection that names fields only those. Another document needs other pictures, so
 * everything.
 */
export function fieldsToSend(
  document: IdentityDocument,
  before: { readonly document: IdentityDocument; readonly problems: readonly IdentityField[] } | undefined,
): readonly IdentityField[] {
  const all = fieldsOf(document)
  if (before === undefined || before.document !== document || before.problems.length === 0) return all
  return all.filter((field) => before.problems.includes(field))
}
