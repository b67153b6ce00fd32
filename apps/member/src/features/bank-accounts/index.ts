export { shownStateOf, useBankAccounts, type BankAccount } from './use-bank-accounts.ts'
