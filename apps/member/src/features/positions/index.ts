export { CloseSheet } from './LazyCloseSheet.tsx'
export { StatementSheet } from './LazyStatementSheet.tsx'
export { MarginBanner } from './MarginBanner.tsx'
