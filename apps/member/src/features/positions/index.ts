export { CloseSheet } from './LazyCloseSheet.tsx'
export { CurveStrip } from './LazyCurveStrip.tsx'
export { StatementSheet } from './LazyStatementSheet.tsx'
export { MarginBanner } from './MarginBanner.tsx'
