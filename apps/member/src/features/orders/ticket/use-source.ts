// The data a ticket is checked against: the server's terms and the live price, in the shape the rules use.

import type { DataOf } from '@fairlot/contract'
import type { QuoteData } from '@fairlot/contract/market-data'
import { ticketFactsOf, type TicketFacts } from '@fairlot/rules/orders'
import { useMemo } from 'react'
import { useQuote, type LiveDetail, type Quote } from '#features/market-data'
import type { Feed } from '#shell/live/freshness.ts'
import { useFeed } from '#shell/live/use-feed.ts'
import { useRead } from '#shell/data.ts'

export type TermsAnswer = DataOf<'/orders/terms'>

/** Money and rules change without an event to the ticket: they are read again while it is open. */
const TERMS_EVERY_MS = 15_000

export interface TicketSource {
  readonly answer: TermsAnswer
  readonly facts: TicketFacts
  readonly instrument: QuoteData
  readonly live: LiveDetail
  readonly feed: Feed
}

export interface SourceState {
  readonly source: TicketSource | undefined
  readonly terms: ReturnType<typeof useRead<'/orders/terms'>>
  readonly quote: Quote
}

export const useSource = (symbol: string): SourceState => {
  const quote = useQuote(symbol)
  const terms = useRead('/orders/terms', { symbol }, { every: TERMS_EVERY_MS, staleTime: 2_000, quiet: true })
  const feed = useFeed()
  const { facts: instrument, live } = quote
  const { data: answer, dataUpdatedAt } = terms
  const source = useMemo(() => {
    if (answer === undefined || instrument === undefined || live === undefined) return undefined
    return { answer, instrument, live, feed, facts: factsOf(answer, live, new Date(dataUpdatedAt)) }
  }, [answer, dataUpdatedAt, instrument, live, feed])
  return { source, terms, quote }
}

/** For fast-changing values the feed is newer than the terms, unless it is still on another day. */
export const factsOf = (answer: TermsAnswer, live: LiveDetail, now: Date): TicketFacts => {
  const facts = ticketFactsOf(answer, now)
  if (answer.date !== null && live.date < answer.date) return facts
  const { state, reference, upper, lower, last } = live
  return { ...facts, state, reference, upper, lower, last }
}
