export { endBlockListings } from './jobs.ts'
