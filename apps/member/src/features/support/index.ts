export { AnswerTimes } from './AnswerTimes.tsx'
export { SupportSheet } from './SupportSheet.tsx'
export { BlockedSheet } from './LazyBlockedSheet.tsx'
