export { OwnBids } from './LazyOwnBids.tsx'
