export { identityOf, type KnownIdentity, openIdentityField } from './identity-of.ts'
export { reindexPersons } from './reindex-persons.ts'
export { identityReviews, type IdentityReviewDeps } from './reviews.ts'
export { identityHandlers, type IdentityDeps } from './routes.member.ts'
