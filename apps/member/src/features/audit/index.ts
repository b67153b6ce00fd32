export { EvidenceCard, TimelineProof } from './LazyCards.tsx'
