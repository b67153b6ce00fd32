export { countListingsByPepper, readSeats } from './store.ts'
export { endBlockListings } from './jobs.ts'
