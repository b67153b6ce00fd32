export { type Bank, banks, findBank } from './banks.ts'
export {
  type BankAccountProblemCode,
  type BankAccountForm,
  checkBankAccount,
  endingOf,
  type FormProblem,
  isSameName,
  plainName,
  plainNumber,
  usableFrom,
} from './check-bank-account.ts'
export { bankAccountsRules } from './limits.ts'
export { bankAccountTransitions } from './states.ts'
