// The decision of settlement: its input and the venue's events in, all changes out. No SQL, no clock, no randomness: the
// seeded simulation runs this same function. An impossible state throws, and nothing of the batch is applied.

import { type AccountCode, seat } from '@fairlot/ledger'
import { copyPoolSeat } from '@fairlot/rules/members'
import { endOrder, isReplacingClose, reduceOrder, takeOverHold } from './change-order.ts'
import type { SettlementEvent } from './event-orders.ts'
import * as postings from './postings.ts'
import { SettlementBatch } from './settlement-batch.ts'
import type { SettlementInput } from './settlement-input.ts'
import type { SeatNetChange, Settled } from './settlement-result.ts'
import { settleTrade } from './settle-trade.ts'

export type { FillRow, MemberChange, SeatNetChange, Settled } from './settlement-result.ts'

export function settle(input: SettlementInput, events: readonly SettlementEvent[]): Settled {
  const batch = new SettlementBatch(input)
  for (const event of events) settleEvent(batch, event)
  settleSeats(batch, events)
  return batch.result()
}

function settleEvent(batch: SettlementBatch, { event, at, body }: SettlementEvent): void {
  switch (body.kind) {
    case 'phase':
      if (body.phase === 'opening-call') batch.date = body.date
      break
    case 'accepted': {
      const order = batch.openOrder(body.order)
      order.acceptedAt = at
      batch.step(order, at, 'accepted', 'venue', { event, quantity: body.quantity })
      if (isReplacingClose(order)) takeOverHold(batch, order, event, at)
      batch.memberEvents.orderChanged(order, at)
      break
    }
    case 'reduced':
      reduceOrder(batch, batch.openOrder(body.order), { event, at, by: body.by, left: body.left })
      break
    case 'cancelled': {
      const order = batch.openOrder(body.order)
      if (body.quantity !== order.left)
        throw batch.impossible(event, `cancels ${body.quantity} of ${order.left}`)
      const what = body.reason === 'replaced' ? 'replaced' : 'cancelled'
      batch.step(order, at, what, 'venue', { event, quantity: body.quantity, reason: body.reason })
      const released = endOrder(batch, order, { event, at, state: 'cancelled', reason: body.reason })
      if (body.reason === 'replaced') batch.replaced = { id: order.id, released }
      break
    }
    case 'refused': {
      const id = body.command === 'place' ? body.order : body.newOrder
      if (id === undefined || (body.command !== 'place' && body.command !== 'replace')) break
      const order = batch.openOrder(id)
      batch.step(order, at, 'refused', 'venue', { event, rule: body.rule })
      endOrder(batch, order, { event, at, state: 'refused', reason: body.rule })
      break
    }
    case 'traded':
    case 'odd-traded':
    case 'allocated':
      settleTrade(batch, { event, at, body })
      break
  }
}

/**
 * The pool of blocks has nothing of its own: what it pays for a parent it owes until the settlement date, and gets from
 * the lines.
 */
function shortOf({ short }: SettlementInput, moves: readonly SeatNetChange[]): ReadonlySet<AccountCode> {
  const pool = seat(copyPoolSeat.ledgerId)
  const own = moves.filter((move) => move.seat === copyPoolSeat.ledgerId)
  return own.length === 0 ? short : new Set([...short, ...own.map(({ asset }) => pool.available(asset))])
}

/** Seats' sides of trades with members: at once, and as one entry for all of them. */
function settleSeats(
  { input, entries, seatMoves }: SettlementBatch,
  events: readonly SettlementEvent[],
): void {
  const moves = seatMoves.left()
  const first = events[0]
  const last = events.at(-1)
  if (moves.length === 0 || !first || !last) return
  const range = `${input.shard}/${first.event}-${last.event}`
  const head = { event: 'seat.trade', reference: range, key: `seats:${range}`, postedAt: new Date(last.at) }
  entries.push(
    postings.seatTrades(
      head,
      moves.map(({ seat: ledgerId, ...move }) => ({ ...move, ledgerId })),
      shortOf(input, moves),
    ),
  )
}
