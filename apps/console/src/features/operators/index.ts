export { PurposePopup } from './queue/PurposePopup.tsx'
export { queueTexts } from './queue/texts/index.ts'
export { type ReviewWords, reviewWords } from './words/texts/index.ts'
