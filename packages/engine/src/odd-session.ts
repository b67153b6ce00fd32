// The day of the book of odd lots beside an instrument's own: a call auction every five seconds from ten minutes after
// the opening to the close, and one more after the close, at the time its command names. A match in which nothing could trade is not held, so
// its timer is set only while the two sides cross.

import type { OddAuctionHours } from '@fairlot/contract/venue'
import { countFill } from './block.ts'
import { type AuctionPrice, auctionPrice } from './auction-price.ts'
import { fillAuction, lots } from './auction.ts'
import { bestFive, isEmpty, newBookSide } from './book-side.ts'
import { lotteryOf } from './hash.ts'
import { allOrders, cancelResting, isCrossed, lastPrice } from './instrument.ts'
import { nameOf, type Order } from './order.ts'
import { type Instrument, type OddBook, setOddTimer, type Venue } from './venue.ts'
import { isExempt, isFar, isQuiet, pauseFor } from './volatility.ts'

const minute = 60_000
const firstMatchAfter = 10 * minute
const matchEvery = 5_000

/** The hours of the auction after the close; a command of an earlier release names none. Undefined during the day. */
export function auctionOf({ closedAt, auction }: OddBook): OddAuctionHours | undefined {
  if (closedAt === undefined || auction !== undefined) return auction
  return {
    from: closedAt + 10 * minute,
    shown: closedAt + 55 * minute,
    until: closedAt + 60 * minute,
  }
}

type OddSession = 'closed' | 'intraday' | 'after-hours'

export function newOddBook(instrument: Instrument): OddBook {
  return {
    symbol: instrument.symbol,
    // After the close the day's last price in whole lots is the nearest known.
    get reference() {
      return this.closedAt === undefined ? instrument.reference : lastPrice(instrument)
    },
    last: undefined,
    first: undefined,
    from: undefined,
    closedAt: undefined,
    auction: undefined,
    timer: undefined,
    buys: newBookSide('buy'),
    sells: newBookSide('sell'),
    holders: new Map(),
    parents: new Set(),
  }
}

export function oddSessionOf(venue: Venue, { odd, inDay }: Instrument): OddSession {
  if (odd === undefined) return 'closed'
  const auction = auctionOf(odd)
  if (auction !== undefined)
    // A postponed close comes first.
    return !inDay && venue.at >= auction.from && venue.at < auction.until ? 'after-hours' : 'closed'
  return odd.first === undefined ? 'closed' : 'intraday'
}

/** The next time at which a match is held if the sides cross by then; undefined outside the hours and in a halt. */
export function nextMatch(venue: Venue, instrument: Instrument, odd: OddBook): number | undefined {
  const auction = auctionOf(odd)
  if (auction !== undefined) return auction.until
  if (odd.first === undefined || instrument.state === 'halted') return undefined
  const earliest = Math.max(venue.at + 1, odd.from ?? 0, odd.first)
  return odd.first + Math.ceil((earliest - odd.first) / matchEvery) * matchEvery
}

/** After every change: the timer is a function of the book and the time, so a snapshot need not contain it. */
export function refreshOddTimer(venue: Venue, instrument: Instrument, odd: OddBook): void {
  setOddTimer(venue, odd, dueOf(venue, instrument, odd))
}

function dueOf(venue: Venue, instrument: Instrument, odd: OddBook): number | undefined {
  const auction = auctionOf(odd)
  if (auction === undefined) return isCrossed(odd) ? nextMatch(venue, instrument, odd) : undefined
  if (isEmpty(odd.buys) && isEmpty(odd.sells)) return undefined
  return venue.at < auction.shown ? auction.shown : auction.until
}

export function serveOddTimer(venue: Venue, instrument: Instrument, odd: OddBook): void {
  const due = odd.timer!
  const auction = auctionOf(odd)
  if (auction === undefined) matchIntraday(venue, instrument, odd, due)
  else if (due === auction.until) endAfterHours(venue, instrument, odd)
  refreshOddTimer(venue, instrument, odd)
}

function matchIntraday(venue: Venue, instrument: Instrument, odd: OddBook, due: number): void {
  const found = auctionPrice(odd)
  if (found === undefined) return
  // The first match after a delay, or after a halt, is held at any price.
  const isCollected = odd.from !== undefined && due < odd.from + matchEvery
  if (!isCollected && isTooFar(venue, instrument, odd, found)) {
    odd.from = venue.at + pauseFor
    const { symbol } = instrument
    venue.events.push({ kind: 'odd-delayed', symbol, price: found.price, until: odd.from })
  } else match(venue, odd, found, 'odd')
}

/** More than 3.5 per cent from the match before, until five minutes before the closing call. */
const isTooFar = (venue: Venue, instrument: Instrument, odd: OddBook, { price }: AuctionPrice): boolean =>
  odd.last !== undefined &&
  venue.phase === 'continuous' &&
  !isExempt(instrument) &&
  !isQuiet(venue) &&
  isFar(price, odd.last)

function match(venue: Venue, odd: OddBook, found: AuctionPrice, session: 'odd' | 'after-hours'): void {
  const placeOf =
    odd.last === undefined && venue.seed !== ''
      ? lots(lotteryOf(venue.seed, venue.date!, `${odd.symbol} ${session}`), Infinity)
      : undefined
  fillAuction(venue, odd, found, placeOf, (buy, sell, shares) => {
    sayOddTraded(venue, odd, buy, sell, found.price, shares)
    odd.last = found.price
  })
}

function sayOddTraded(
  venue: Venue,
  odd: OddBook,
  buy: Order,
  sell: Order,
  price: number,
  quantity: number,
): void {
  const last = lastPrice(odd)
  venue.events.push({
    kind: 'odd-traded',
    symbol: odd.symbol,
    price,
    quantity,
    buyOrder: nameOf(odd.symbol, buy),
    buyAccount: buy.holder.account,
    buyLeft: buy.left - quantity,
    sellOrder: nameOf(odd.symbol, sell),
    sellAccount: sell.holder.account,
    sellLeft: sell.left - quantity,
    bids: bestFive(odd.buys, last),
    asks: bestFive(odd.sells, last),
  })
  countFill(venue, buy, price, quantity)
  countFill(venue, sell, price, quantity)
}

/** Continuous trading begins: orders are accepted, and the times of the matches are known. */
export function openOddLots(venue: Venue, { odd }: Instrument): void {
  if (odd) odd.first = venue.at + firstMatchAfter
}

/** The close: a last match, without one in a halt. What remains ends; the session after the close begins empty. */
export function closeOddLots(
  venue: Venue,
  instrument: Instrument,
  auction: OddAuctionHours | undefined,
): void {
  const { odd } = instrument
  if (!odd) return
  const found = instrument.state === 'halted' ? undefined : auctionPrice(odd)
  if (found) match(venue, odd, found, 'odd')
  endOrders(venue, odd)
  odd.last = undefined
  odd.first = undefined
  odd.from = undefined
  odd.closedAt = venue.at
  odd.auction = auction
  refreshOddTimer(venue, instrument, odd)
}

/** The one match after the close, at its time or when the next day begins before it. */
export function endAfterHours(venue: Venue, instrument: Instrument, odd: OddBook): void {
  const found = instrument.state === 'halted' ? undefined : auctionPrice(odd)
  if (found) match(venue, odd, found, 'after-hours')
  endOrders(venue, odd)
  refreshOddTimer(venue, instrument, odd)
}

function endOrders(venue: Venue, odd: OddBook): void {
  for (const order of allOrders(odd)) cancelResting(venue, odd, order, 'end-of-day')
}

/** A halt also stops the matches of odd lots. */
export function haltOddLots(venue: Venue, instrument: Instrument): void {
  if (instrument.odd) refreshOddTimer(venue, instrument, instrument.odd)
}

/** Orders are collected as long as for whole lots, then the matches go on. */
export function resumeOddLots(venue: Venue, instrument: Instrument): void {
  const { odd } = instrument
  if (!odd) return
  if (odd.first !== undefined) odd.from = venue.at + pauseFor
  refreshOddTimer(venue, instrument, odd)
}
