export { PurposePopup } from './queue/PurposePopup.tsx'
export { queueTexts } from './queue/texts/index.ts'
export { type ReviewTexts, reviewTexts } from './review/texts/index.ts'
