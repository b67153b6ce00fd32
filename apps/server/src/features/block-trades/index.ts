export { countListingsByPepper } from './store.ts'
export { endBlockListings } from './jobs.ts'
