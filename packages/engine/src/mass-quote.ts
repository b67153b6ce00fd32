// A market maker's quotes. Each symbol is accepted or refused separately. Its levels enter best first, bids before
// asks, as rest-of-day limit orders without events of their own.

import type { Level, MassQuote, Quote, VenueRule } from '@fairlot/contract/venue'
import { enterContinuous } from './continuous.ts'
import { refusalOfPrice, refusalOfQuantity, refusalOfState } from './entry-rules.ts'
import { countEntry, holderOf, takeOut } from './instrument.ts'
import { isQuoted, newOrder, type Order } from './order.ts'
import { enterCall } from './place-order.ts'
import { type Instrument, refuse, type Venue } from './venue.ts'
import { isWatched, watch } from './volatility.ts'

const maxLevels = 10

export function massQuote(venue: Venue, { account, quotes }: MassQuote): void {
  for (const quote of quotes) {
    const instrument = venue.instruments.get(quote.symbol)
    const rule = instrument ? refusalOfQuote(instrument, quote) : 'instrument.unknown'
    if (!instrument || rule) {
      refuse(venue, 'quote', rule ?? 'instrument.unknown', { account, symbol: quote.symbol })
      continue
    }
    const watched = isWatched(venue, instrument)
    if (watched) watch(instrument)
    takeQuoteAway(venue, instrument, account)
    for (const level of quote.bids) enterLevel(venue, instrument, account, 'buy', level)
    for (const level of quote.asks) enterLevel(venue, instrument, account, 'sell', level)
    if (watched) watch(instrument)
    venue.touched.add(instrument)
  }
}

function refusalOfQuote(instrument: Instrument, { bids, asks }: Quote): VenueRule | undefined {
  // A quote without levels only removes the old one, which is possible at any time.
  if (bids.length === 0 && asks.length === 0) return undefined
  const closed = refusalOfState(instrument)
  if (closed) return closed
  if (bids.length > maxLevels || asks.length > maxLevels) return 'quote.levels'
  for (const [price, quantity] of [...bids, ...asks]) {
    const rule = refusalOfQuantity(quantity) ?? refusalOfPrice(instrument, price)
    if (rule) return rule
  }
  const falls = (levels: readonly Level[], sign: number): boolean =>
    levels.every(([price], index) => index === 0 || (levels[index - 1]![0] - price) * sign > 0)
  const bestBid = bids[0]?.[0] ?? 0
  const bestAsk = asks[0]?.[0] ?? Number.POSITIVE_INFINITY
  return falls(bids, 1) && falls(asks, -1) && bestBid < bestAsk ? undefined : 'quote.crossed'
}

function takeQuoteAway(venue: Venue, instrument: Instrument, account: string): void {
  let order = instrument.holders.get(account)?.first
  while (order) {
    const next: Order | undefined = order.nextOwn
    if (isQuoted(order)) takeOut(venue, instrument, order)
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
