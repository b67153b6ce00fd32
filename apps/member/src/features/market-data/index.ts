export { useViewed } from './detail/viewed.ts'
export { ladderOf } from './detail/ladder.ts'
export { useQuote, type Quote } from './detail/use-quote.ts'
export { minuteText, secondText } from './lists/clock-text.ts'
export { useTurnoverText } from './lists/use-turnover-text.ts'
export { FeedNote } from './lists/LazyFeedNote.tsx'
export {
  detailPath,
  changeDirectionOf,
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
export { useNamedRows } from './lists/use-named-rows.ts'
export { isAuction, useMarketSession } from './lists/use-market-session.ts'
export { useStaleness } from './lists/use-staleness.ts'
export * from './live/index.ts'
