export { CloseSheet } from './LazyCloseSheet.tsx'
export { MarginBanner } from './MarginBanner.tsx'
export { bannerTexts } from './margin/texts/index.ts'
