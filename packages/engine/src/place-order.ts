// Enters one order, either new or as a replacement of another.

import type { PlaceOrder, ReplaceOrder, Side } from '@fairlot/contract/venue'
import { enterContinuous } from './continuous.ts'
import { refusalOfOrder, type WantedOrder } from './entry-rules.ts'
import { cancelResting, countEntry, holderOf, meetsOwn, rest, sayCancelled } from './instrument.ts'
import { newOrder, type Order } from './order.ts'
import { type Instrument, refuse, type Venue } from './venue.ts'
import { ownOrder } from './cancel.ts'

export function placeOrder(venue: Venue, instrument: Instrument, command: PlaceOrder): void {
  const { order: id, account, symbol, side, price, quantity, validity, date, group } = command
  const wanted = { id, price, quantity, validity, date, group }
  const rule = refusalOfOrder(venue, instrument, wanted)
  if (rule) {
    refuse(venue, 'place', rule, { order: id, account, symbol })
    return
  }
  accept(venue, instrument, account, side, wanted)
}

export function replaceOrder(
  venue: Venue,
  instrument: Instrument,
  command: ReplaceOrder,
  watched: boolean,
): void {
  const {
    order: id,
    newOrder: newId,
    account,
    symbol,
    price,
    quantity,
    validity,
    date,
    left,
    group,
  } = command
  const wanted = { id: newId, price, quantity, validity, date, group }
  const old = ownOrder(venue, instrument, id, account)
  const rule = !old
    ? 'order.unknown'
    : left !== undefined && old.left !== left
      ? 'order.left'
      : refusalOfOrder(venue, instrument, wanted)
  if (!old || rule) {
    refuse(venue, 'replace', rule ?? 'order.unknown', { order: id, newOrder: newId, account, symbol })
    return
  }
  if (watched) instrument.cancelledVolume += old.left
  cancelResting(venue, instrument, old, 'replaced')
  accept(venue, instrument, account, old.side, wanted)
}

function accept(
  venue: Venue,
  instrument: Instrument,
  account: string,
  side: Side,
  { id, price, quantity, validity, group }: WantedOrder,
): void {
  const { symbol } = instrument
  // Two literals, not a spread: every order creates this event, and a spread would double its cost.
  venue.events.push(
    price === undefined
      ? { kind: 'accepted', order: id, account, symbol, side, quantity, validity }
      : { kind: 'accepted', order: id, account, symbol, side, price, quantity, validity },
  )
  countEntry(venue, instrument)
  const holder = holderOf(instrument, account)
  const order = newOrder(id, instrument.entries, holder, side, price ?? 0, quantity, group)
  if (instrument.state === 'continuous') enterContinuous(venue, instrument, order, validity)
  else enterCall(venue, instrument, order)
}

/** The order waits for the auction, unless it could match an order of its own owner there. */
export function enterCall(venue: Venue, instrument: Instrument, order: Order): void {
  if (meetsOwn(instrument, order)) sayCancelled(venue, instrument, order, 'self-trade')
  else rest(venue, instrument, order)
}
