/** Fields of an application that an operator can point at; the member sends only these again. */
export const identityFields = ['name', 'number', 'birth-date', 'front', 'back'] as const
export type IdentityField = (typeof identityFields)[number]

export const identityDocuments = ['national-id', 'resident-certificate', 'passport'] as const
export type IdentityDocument = (typeof identityDocuments)[number]

/** Why a field was refused. The member reads the text of the code. */
export const identityFaults = [
  'unreadable',
  'glare',
  'cut-off',
  'expired',
  'does-not-match',
  'wrong-document',
  'under-age',
] as const
export type IdentityFault = (typeof identityFaults)[number]

/** How a rejection came about. `taken_back`: the member did. `duplicate`: the number is another account's. */
export const identityRejections = ['rejected', 'taken_back', 'duplicate', 'expired'] as const
export type IdentityRejection = (typeof identityRejections)[number]
