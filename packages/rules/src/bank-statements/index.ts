export {
  agreementOf,
  differencesOf,
  type LineAgreement,
  type LineDifference,
  type LineMatch,
  matchLine,
  type OpenDeposit,
  type StatementLine,
  weightOf,
} from './match-line.ts'
