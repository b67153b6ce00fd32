// A market maker's quotes. Each symbol is accepted or refused separately. Its levels enter best first, bids before
// asks, as rest-of-day limit orders without events of their own.

import type { Level, MassQuote, Quote, VenueRule } from '@fairlot/contract/venue'
import { enterContinuous } from './continuous.ts'
import { refusalOfPrice, refusalOfQuantity, refusalOfState } from './entry-rules.ts'
import { countEntry, holderOf, takeOut } from './instrument.ts'
import { enterOddLevels, refusalOfOddQuantity, refusalOfOddSession } from './odd-orders.ts'
import { isQuoted, newOrder, type Order } from './order.ts'
import { enterCall } from './place-order.ts'
import { type Instrument, type OrderBook, refuse, type Venue } from './venue.ts'
import { isWatched, watch } from './volatility.ts'

const maxLevels = 10

export function massQuote(venue: Venue, { account, quotes }: MassQuote): void {
  for (const quote of quotes) {
    const instrument = venue.instruments.get(quote.symbol)
    const rule = instrument ? refusalOfQuote(venue, instrument, quote) : 'instrument.unknown'
    if (!instrument || rule) {
      refuse(venue, 'quote', rule ?? 'instrument.unknown', { account, symbol: quote.symbol })
      continue
    }
    if (quote.odd) {
      if (instrument.odd) takeQuoteAway(venue, instrument.odd, account)
      enterOddLevels(venue, instrument, account, quote)
    } else enterLevels(venue, instrument, account, quote)
    venue.touched.add(instrument)
  }
}

function enterLevels(venue: Venue, instrument: Instrument, account: string, { bids, asks }: Quote): void {
  const watched = isWatched(venue, instrument)
  if (watched) watch(instrument)
  takeQuoteAway(venue, instrument, account)
  for (const level of bids) enterLevel(venue, instrument, account, 'buy', level)
  for (const level of asks) enterLevel(venue, instrument, account, 'sell', level)
  if (watched) watch(instrument)
}

function refusalOfQuote(
  venue: Venue,
  instrument: Instrument,
  { bids, asks, odd }: Quote,
): VenueRule | undefined {
  // A quote without levels only removes the old one, which is possible at any time.
  if (bids.length === 0 && asks.length === 0) return undefined
  const closed = odd ? refusalOfOddSession(venue, instrument) : refusalOfState(instrument)
  if (closed) return closed
  if (bids.length > maxLevels || asks.length > maxLevels) return 'quote.levels'
  const ofQuantity = odd ? refusalOfOddQuantity : refusalOfQuantity
  for (const [price, quantity] of [...bids, ...asks]) {
    const rule = ofQuantity(quantity) ?? refusalOfPrice(instrument, price)
    if (rule) return rule
  }
  const falls = (levels: readonly Level[], sign: number): boolean =>
    levels.every(([price], index) => index === 0 || (levels[index - 1]![0] - price) * sign > 0)
  const bestBid = bids[0]?.[0] ?? 0
  const bestAsk = asks[0]?.[0] ?? Number.POSITIVE_INFINITY
  return falls(bids, 1) && falls(asks, -1) && bestBid < bestAsk ? undefined : 'quote.crossed'
}

function takeQuoteAway(venue: Venue, book: OrderBook, account: string): void {
  let order = book.holders.get(account)?.first
  while (order) {
    const next: Order | undefined = order.nextOwn
    if (isQuoted(order)) takeOut(venue, book, order)
    order = next
  }
}

function enterLevel(
  venue: Venue,
  instrument: Instrument,
  account: string,
  side: 'buy' | 'sell',
  [price, quantity]: Level,
): void {
  countEntry(venue, instrument)
  // Looked up each time: the account's list is dropped when its last order has filled.
  const order = newOrder('', instrument.entries, holderOf(instrument, account), side, price, quantity)
  // An earlier level may have paused the instrument.
  if (instrument.state === 'continuous') enterContinuous(venue, instrument, order, 'ROD')
  else enterCall(venue, instrument, order)
}
