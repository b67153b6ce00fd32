// What the participants learn from an event of the venue.

import { copyPoolAccount, isSeatAccount, type VenueEvent } from '@fairlot/contract/venue'
import { tickAt } from '@fairlot/rules/instruments'
import { overnightShare } from './activity.ts'
import { buy, sell } from './holdings.ts'
import { forgetQuote, forgetQuotes, type InstrumentState } from './instrument-state.ts'
import { usualShares } from './instruments.ts'
import { noteHit } from './makers.ts'
import type { Market } from './market.ts'
import { oddMakerOf, isPooled } from './odd-lots.ts'
import { randomOf } from './random.ts'

const refusedPauseMs = 5_000
/** A reference price this far from the fair value was set from outside: an import, ex-rights. */
const newlySet = 0.08

type EventOf<Kind extends VenueEvent['kind']> = Extract<VenueEvent, { kind: Kind }>

export function observe(market: Market, event: VenueEvent, at: number): void {
  if (event.kind === 'phase') return
  const instrument = event.symbol === undefined ? undefined : market.instrumentOf.get(event.symbol)
  if (!instrument) return
  switch (event.kind) {
    case 'day':
      startDay(market, instrument, event)
      return
    case 'state':
      enter(instrument, event.state, at)
      return
    case 'traded':
      instrument.hasTraded = true
      observeTrade(market, event, instrument, at)
      return
    // Sets no price.
    case 'odd-traded':
      observeTrade(market, event, instrument, at)
      return
    case 'cancelled':
      forget(market, event.order)
      return
    case 'refused':
      observeRefusal(market, instrument, event, at)
      return
    case 'close':
      endDay(instrument, event)
      return
    case 'accepted':
    case 'reduced':
    case 'odd-delayed':
    // The parent's own trades have moved the market.
    case 'block-done':
    case 'allocated':
  }
}

function startDay(market: Market, instrument: InstrumentState, event: EventOf<'day'>): void {
  const { values } = market
  instrument.upper = event.upper ?? Number.POSITIVE_INFINITY
  instrument.lower = event.lower ?? tickAt(instrument.character.kind, 1)
  instrument.hasTraded = false
  forgetQuotes(instrument)
  instrument.odd.isOff = false
  instrument.odd.auction = undefined
  beginDay(market, event.date)
  // An ex-date lowers the value of the share as it lowers the reference.
  if (instrument.nextReference !== undefined && instrument.nextReference !== event.reference)
    values.logs[instrument.index]! += Math.log(event.reference / instrument.nextReference)
  const reference = Math.log(event.reference)
  if (Math.abs(values.logs[instrument.index]! - reference) > newlySet)
    values.logs[instrument.index] = reference
}

function endDay(instrument: InstrumentState, { price, nextReference, oddAuction }: EventOf<'close'>): void {
  instrument.nextReference = nextReference
  if (oddAuction) instrument.odd.isOff = false
  instrument.odd.auction = oddAuction && {
    from: oddAuction.from,
    until: oddAuction.until,
    price: price ?? nextReference,
  }
}

/** A market that closes has a night's move to catch up on; one that never closes has none. */
function beginDay(market: Market, date: string): void {
  if (date <= market.today) return
  market.today = date
  if (market.calendar === 'twse') market.values.step(overnightShare, randomOf(market.seed, 'night', date))
}

function enter(instrument: InstrumentState, state: NonNullable<InstrumentState['state']>, at: number): void {
  if (instrument.state === state) return
  instrument.state = state
  instrument.since = at
  instrument.pairs = 0
  // Removed from the book at the close; in a halt they stay, but are outdated when it ends.
  if (state === 'closed' || state === 'halted') forgetQuotes(instrument)
}

function observeTrade(
  market: Market,
  event: EventOf<'traded' | 'odd-traded'>,
  instrument: InstrumentState,
  at: number,
): void {
  const isOdd = event.kind === 'odd-traded'
  const { price, quantity, symbol } = event
  const sides = [
    ['buy', event.buyAccount, event.buyOrder, event.buyLeft],
    ['sell', event.sellAccount, event.sellOrder, event.sellLeft],
  ] as const
  for (const [side, account, order, left] of sides) {
    const holding = market.holdingOf.get(account)
    if (!holding) {
      // The pool of blocks trades for members.
      const isMember = !isSeatAccount(account) || account === copyPoolAccount
      if (!isOdd && side === event.taker && isMember) pushed(market, instrument, side, quantity, price)
      continue
    }
    if (side === 'buy') buy(holding, instrument.index, price, quantity)
    else sell(holding, instrument.index, price, quantity)
    const maker = market.makers.indexOf(holding)
    if (maker !== -1 && order.startsWith(`quote:${symbol}:`)) {
      const again = at + (1_500 + 700 * maker) / Math.sqrt(Math.max(1, market.intensity))
      noteHit(isOdd ? instrument.odd.quote : instrument.quotes[maker]!, side, price, quantity, again)
    }
    if (maker === oddMakerOf(market.makers) && (isOdd || isPooled(order)))
      instrument.odd.net += side === 'buy' ? quantity : -quantity
    const sent = market.standing.get(order)
    if (!sent) continue
    if (sent.side === 'sell') sent.holding.offered[instrument.index]! -= sent.left - left
    sent.left = left
    if (left === 0) market.standing.delete(order)
  }
}

/** A member's aggressive order carries information: the fair value moves a little in the same direction. */
function pushed(
  { values }: Market,
  instrument: InstrumentState,
  side: 'buy' | 'sell',
  quantity: number,
  price: number,
): void {
  const tick = tickAt(instrument.character.kind, price) / price
  const size = Math.min(2, quantity / (4 * usualShares(instrument.character, price)))
  values.logs[instrument.index]! += (side === 'buy' ? 1 : -1) * 0.3 * tick * size
}

function observeRefusal(
  market: Market,
  instrument: InstrumentState,
  event: EventOf<'refused'>,
  at: number,
): void {
  if (event.order !== undefined) forget(market, event.order)
  const holding = event.account === undefined ? undefined : market.holdingOf.get(event.account)
  const maker = holding ? market.makers.indexOf(holding) : -1
  if (event.rule === 'odd.closed') instrument.odd.isOff = true
  else if (event.command === 'quote' && maker !== -1)
    forgetQuote(instrument.quotes[maker]!, at + refusedPauseMs)
}

function forget({ standing }: Market, order: string): void {
  const found = standing.get(order)
  if (!found) return
  standing.delete(order)
  if (found.side === 'sell') found.holding.offered[found.instrument.index]! -= found.left
}
