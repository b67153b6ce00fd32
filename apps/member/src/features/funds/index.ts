export { LedgerLinesSheet } from './LedgerLinesSheet.tsx'
