export { CloseSheet } from './LazyCloseSheet.tsx'
export { MarginBanner } from './MarginBanner.tsx'
