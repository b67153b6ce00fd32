export {
  codeOfJournalAccount,
  faultOfJournal,
  type JournalDraft,
  type JournalFault,
  type JournalLine,
  largestCorrection,
  movedChecks,
} from './journal.ts'
export { fundsRules } from './limits.ts'
