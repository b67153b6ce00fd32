export { Checks } from './Checks.tsx'
export { EvidenceCard, TimelineProof } from './LazyCards.tsx'
export { saveJson } from './save-json.ts'
export { shortHash } from './short-hash.ts'
