// Owners cancel orders, in part or whole.

import type { CancelAll, CancelOrder, ReduceOrder } from '@fairlot/contract/venue'
import { lotSize } from '@fairlot/rules/instruments'
import { takeOff } from './book-side.ts'
import { cancelResting, sideOf } from './instrument.ts'
import { refreshOddTimer } from './odd-session.ts'
import { isQuoted, type Order } from './order.ts'
import { type Instrument, type OrderBook, refuse, type Venue } from './venue.ts'
import { isWatched, watch } from './volatility.ts'

/** The account's open order with this id in this book. Another account's order counts as unknown. */
export function ownOrder(venue: Venue, book: OrderBook, id: string, account: string): Order | undefined {
  const order = venue.orders.get(id)
  return order && order.holder.account === account && order.holder === book.holders.get(account)
    ? order
    : undefined
}

export function cancelOrder(
  venue: Venue,
  instrument: Instrument,
  command: CancelOrder,
  watched: boolean,
): void {
  const { order: id, account, symbol } = command
  const order = ownOrder(venue, instrument, id, account)
  if (!order) {
    refuse(venue, 'cancel', 'order.unknown', { order: id, account, symbol })
    return
  }
  if (watched) instrument.cancelledVolume += order.left
  cancelResting(venue, instrument, order, 'asked')
}

export function reduceOrder(
  venue: Venue,
  instrument: Instrument,
  command: ReduceOrder,
  watched: boolean,
): void {
  const { order: id, account, symbol, by } = command
  const order = ownOrder(venue, instrument, id, account)
  const rule = !order
    ? 'order.unknown'
    : !Number.isSafeInteger(by) || by <= 0 || by % lotSize !== 0
      ? 'order.quantity'
      : by >= order.left
        ? 'order.reduce'
        : undefined
  if (!order || rule) {
    refuse(venue, 'reduce', rule ?? 'order.unknown', { order: id, account, symbol })
    return
  }
  if (watched) instrument.cancelledVolume += by
  takeOff(sideOf(instrument, order), order, by)
  venue.events.push({ kind: 'reduced', order: id, account, symbol, by, left: order.left })
}

export function cancelAll(venue: Venue, command: CancelAll): void {
  const { account, symbol } = command
  if (symbol === undefined) {
    for (const instrument of venue.listed) cancelAllIn(venue, instrument, account)
    return
  }
  const instrument = venue.instruments.get(symbol)
  if (instrument) cancelAllIn(venue, instrument, account)
  else refuse(venue, 'cancel-all', 'instrument.unknown', { account, symbol })
}

function cancelAllIn(venue: Venue, instrument: Instrument, account: string): void {
  cancelAllLots(venue, instrument, account)
  const { odd } = instrument
  const holder = odd?.holders.get(account)
  if (!odd || !holder) return
  while (holder.first) cancelResting(venue, odd, holder.first, 'asked')
  refreshOddTimer(venue, instrument, odd)
  venue.touched.add(instrument)
}

function cancelAllLots(venue: Venue, instrument: Instrument, account: string): void {
  const holder = instrument.holders.get(account)
  if (!holder) return
  const watched = isWatched(venue, instrument)
  if (watched) watch(instrument)
  while (holder.first) {
    if (watched && !isQuoted(holder.first)) instrument.cancelledVolume += holder.first.left
    cancelResting(venue, instrument, holder.first, 'asked')
  }
  if (watched) watch(instrument)
  venue.touched.add(instrument)
}
