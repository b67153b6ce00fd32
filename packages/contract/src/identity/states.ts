/** Fields of an application that an operator can reject one by one; the member sends only these again. */
export const identityFields = ['name', 'number', 'birth-date', 'front', 'back'] as const
export type IdentityField = (typeof identityFields)[number]

export const identityDocuments = ['national-id', 'resident-certificate', 'passport'] as const
export type IdentityDocument = (typeof identityDocuments)[number]

/** Why a field was rejected. The member reads the text of the code. */
export const identityProblems = [
  'unreadable',
  'glare',
  'cut-off',
  'expired',
  'does-not-match',
  'wrong-document',
  'under-age',
] as const
export type IdentityProblem = (typeof identityProblems)[number]

/**
 * Why an application was rejected. `cancelled`: cancelled by the member. `duplicate`: another account has the number.
 */
export const identityRejections = ['rejected', 'cancelled', 'duplicate', 'expired'] as const
export type IdentityRejection = (typeof identityRejections)[number]
