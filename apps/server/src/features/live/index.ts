export { type Gateway, openGateway } from './gateway/gateway.ts'
export type { QuoteSource, WatchedQuote } from './gateway/quote-source.ts'
export { asciiJson } from './gateway/text-frame.ts'
export { recordMemberEvents, type MemberEventEntry } from './member-events/record-member-events.ts'
