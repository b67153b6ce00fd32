export { bankStatementsLoops } from './jobs.ts'
export { matchDeposits } from './match-deposits.ts'
export { notifySimulated, practiceBank, type PracticePayment } from './practice-bank.ts'
export { bankStatementsConsoleHandlers } from './routes.console.ts'
export { importStatement, type StatementReport } from './statements/import-statement.ts'
export { readLineBeside, showLine } from './statements/read-lines.ts'
export {
  isLineOpen,
  type LineRow,
  matchToWithdrawal,
  readLine,
  readLineOfDeposit,
  readOpenPayments,
} from './statements/store.ts'
