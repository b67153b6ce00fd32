export { loadSecurities } from './load-securities.ts'
export { hasListed, readUnlisted, submitListings } from './submit-listings.ts'
