export { shownStateOf, useBankAccounts, type BankAccount } from './use-bank-accounts.ts'
export { bankAccountsTexts } from './texts/index.ts'
