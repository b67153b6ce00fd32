export { queueTexts } from './queue/texts/index.ts'
