export { minuteText } from './lists/clock-text.ts'
export { FeedNote } from './lists/FeedNote.tsx'
export {
  detailPath,
  directionOf,
  nameIn,
  percentText,
  priceText,
  readingOf,
  shortNameIn,
  signedPercentText,
  signedPriceText,
  sparkOf,
} from './lists/figures.ts'
export { QuoteLine } from './lists/QuoteLine.tsx'
export { Bones } from './lists/Bones.tsx'
export { QuoteList } from './lists/QuoteList.tsx'
export { SessionLine } from './lists/SessionLine.tsx'
export { listsTexts } from './lists/texts/index.ts'
export { SORT_EVERY_MS } from './lists/sort-every.ts'
export { useHeld } from './lists/use-held.ts'
export { isAuction, useMarketSession } from './lists/use-market-session.ts'
export { useStaleness } from './lists/use-staleness.ts'
export * from './live/index.ts'
