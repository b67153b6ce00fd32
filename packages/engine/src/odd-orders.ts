// Orders in the book of odd lots. They always wait for a match, so that nothing trades on entry.

import type {
  CancelOrder,
  OddDepth,
  PlaceOrder,
  Quote,
  ReduceOrder,
  ReplaceOrder,
  Side,
  VenueRule,
} from '@fairlot/contract/venue'
import { maxOddShares } from '@fairlot/rules/instruments'
import type { Block } from './block-state.ts'
import { auctionPrice } from './auction-price.ts'
import { bestFive, takeOff } from './book-side.ts'
import { ownOrder } from './cancel.ts'
import { refusalOfPrice, type WantedOrder } from './entry-rules.ts'
import { cancelResting, holderOf, lastPrice, meetsOwn, rest, sayCancelled, sideOf } from './instrument.ts'
import { auctionOf, nextMatch, oddSessionOf, refreshOddTimer } from './odd-session.ts'
import { isTakenId, newOrder } from './order.ts'
import { type Instrument, type OddBook, refuse, type Venue } from './venue.ts'

type ForOrder = PlaceOrder | CancelOrder | ReduceOrder | ReplaceOrder

/** A placed order says which book it is for; the others name an order that is in one. */
export function isForOddLots(venue: Venue, { odd }: Instrument, command: ForOrder): boolean {
  if (command.kind === 'place') return command.odd === true
  return (
    odd !== undefined &&
    odd.holders.size > 0 &&
    ownOrder(venue, odd, command.order, command.account) !== undefined
  )
}

export function changeOddOrders(venue: Venue, instrument: Instrument, command: ForOrder): void {
  const rule = change(venue, instrument, command)
  const { kind, order, account, symbol } = command
  if (rule)
    refuse(venue, kind, rule, {
      order,
      ...(kind === 'replace' && { newOrder: command.newOrder }),
      account,
      symbol,
    })
  else refreshOddTimer(venue, instrument, instrument.odd!)
}

function change(venue: Venue, instrument: Instrument, command: ForOrder): VenueRule | undefined {
  const { kind, order: id, account, symbol } = command
  if (kind === 'place') {
    const { side, price, quantity, validity, date, group } = command
    return enter(venue, instrument, account, side, { id, price, quantity, validity, date, group })
  }
  const odd = instrument.odd!
  const own = ownOrder(venue, odd, id, account)!
  switch (kind) {
    case 'cancel':
      cancelResting(venue, odd, own, 'asked')
      return undefined
    case 'reduce': {
      const { by } = command
      if (!Number.isSafeInteger(by) || by <= 0) return 'odd.quantity'
      if (by >= own.left) return 'order.reduce'
      takeOff(sideOf(odd, own), own, by)
      venue.events.push({ kind: 'reduced', order: id, account, symbol, by, left: own.left })
      return undefined
    }
    case 'replace': {
      const { newOrder: newId, price, quantity, validity, date, group, left } = command
      if (left !== undefined && own.left !== left) return 'order.left'
      const wanted = { id: newId, price, quantity, validity, date, group }
      return enter(venue, instrument, account, own.side, wanted, () =>
        cancelResting(venue, odd, own, 'replaced'),
      )
    }
  }
}

/** Whether odd lots can be entered now. */
export function refusalOfOddSession(venue: Venue, instrument: Instrument): VenueRule | undefined {
  if (oddSessionOf(venue, instrument) === 'closed') return 'odd.closed'
  return instrument.state === 'halted' ? 'halt.no-entry' : undefined
}

export const refusalOfOddQuantity = (quantity: number): VenueRule | undefined =>
  Number.isSafeInteger(quantity) && quantity > 0 && quantity <= maxOddShares ? undefined : 'odd.quantity'

function refusalOf(venue: Venue, instrument: Instrument, wanted: WantedOrder): VenueRule | undefined {
  const { id, price, quantity, validity, date } = wanted
  const closed = refusalOfOddSession(venue, instrument)
  if (closed) return closed
  if (date !== undefined && date !== venue.date) return 'order.day'
  if (isTakenId(venue, id)) return 'order.duplicate'
  const badQuantity = refusalOfOddQuantity(quantity)
  if (badQuantity) return badQuantity
  if (price === undefined || validity !== 'ROD') return 'odd.limit-rod-only'
  return refusalOfPrice(instrument, price)
}

function enter(
  venue: Venue,
  instrument: Instrument,
  account: string,
  side: Side,
  wanted: WantedOrder,
  leave?: () => void,
): VenueRule | undefined {
  const rule = refusalOf(venue, instrument, wanted)
  if (rule) return rule
  leave?.()
  const { symbol } = instrument
  const { id, quantity, validity, group = '' } = wanted
  const price = wanted.price!
  venue.events.push({
    kind: 'accepted',
    order: id,
    account,
    symbol,
    side,
    price,
    quantity,
    validity,
    odd: true,
  })
  wait(venue, instrument, instrument.odd!, account, { id, side, price, quantity, group })
  return undefined
}

interface Waiting {
  /** Empty for a quote level. */
  readonly id: string
  readonly side: Side
  readonly price: number
  readonly quantity: number
  readonly group: string
  readonly block?: Block
}

/** The order waits for the next match, unless it could match an order of its own owner there. */
function wait(venue: Venue, instrument: Instrument, odd: OddBook, account: string, waiting: Waiting): void {
  const { id, side, price, quantity, group, block } = waiting
  // Both books number their entries together, so that the names of quote levels are unique.
  instrument.entries += 1
  const holder = holderOf(odd, account)
  const order = newOrder(id, instrument.entries, holder, side, price, quantity, group, block)
  if (meetsOwn(odd, order)) sayCancelled(venue, odd, order, 'self-trade')
  else rest(venue, odd, order)
}

/** The part of a block's parent that is no whole lot. */
export function enterOddPart(
  venue: Venue,
  instrument: Instrument,
  block: Block,
  id: string,
  quantity: number,
): void {
  const { account, side, price, group } = block
  wait(venue, instrument, instrument.odd!, account, { id, side, price, quantity, group, block })
  refreshOddTimer(venue, instrument, instrument.odd!)
}

/** The levels of a quote whose earlier ones have been removed. */
export function enterOddLevels(venue: Venue, instrument: Instrument, account: string, quote: Quote): void {
  const { odd } = instrument
  if (!odd) return
  for (const [price, quantity] of quote.bids)
    wait(venue, instrument, odd, account, { id: '', side: 'buy', price, quantity, group: '' })
  for (const [price, quantity] of quote.asks)
    wait(venue, instrument, odd, account, { id: '', side: 'sell', price, quantity, group: '' })
  refreshOddTimer(venue, instrument, odd)
}

/** What the members see of the book: nothing outside its hours. */
export function oddDepthOf(venue: Venue, instrument: Instrument): OddDepth | undefined {
  const session = oddSessionOf(venue, instrument)
  const { odd } = instrument
  if (!odd || session === 'closed') return undefined
  const next = nextMatch(venue, instrument, odd)
  const due = next === undefined ? {} : { next }
  const auction = auctionOf(odd)
  const isHidden = auction !== undefined && venue.at < auction.shown
  if (isHidden) return { bids: [], asks: [], ...due }
  const shown = session === 'intraday' ? 5 : 1
  const last = lastPrice(odd)
  const indicative = auctionPrice(odd)
  return {
    bids: bestFive(odd.buys, last).slice(0, shown),
    asks: bestFive(odd.sells, last).slice(0, shown),
    ...(indicative && { indicative }),
    ...due,
  }
}
