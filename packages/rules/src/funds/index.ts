export {
  codeOfJournalAccount,
  journalProblemOf,
  type JournalDraft,
  type JournalProblem,
  type JournalLine,
  largestCorrection,
  movedChecks,
} from './journal.ts'
export { fundsRules } from './limits.ts'
