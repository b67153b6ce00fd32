import {
  type Allocated,
  memberAccount,
  type OddTraded,
  seatAccount,
  type Traded,
} from '@fairlot/contract/venue'
import { valueAt } from '@fairlot/rules/orders'
import { fillClosing } from './fill-closing.ts'
import { fillOpening } from './fill-opening.ts'
import { fillRow } from './fill-row.ts'
import type { SettlementBatch } from './settlement-batch.ts'

interface Trade {
  readonly event: number
  readonly at: number
  readonly body: Traded | OddTraded | Allocated
}

export function settleTrade(batch: SettlementBatch, trade: Trade): void {
  const { event, body } = trade
  const { due } = batch.dueOf(event)
  const value = valueAt(body.price, body.quantity)
  const buyer = seatOf(batch, event, body.buyAccount)
  const seller = seatOf(batch, event, body.sellAccount)
  if (buyer !== undefined && seller !== undefined) {
    // If one seat is on both sides, the two amounts cancel out.
    batch.seatNets.add(buyer, 'buy', body.symbol, body.quantity, value, due)
    batch.seatNets.add(seller, 'sell', body.symbol, body.quantity, value, due)
    return
  }
  for (const side of ['buy', 'sell'] as const) {
    const seat = side === 'buy' ? buyer : seller
    if (seat === undefined) fillOrder(batch, trade, side)
    else batch.seatMoves.add(seat, side, body.symbol, body.quantity, value, due)
  }
}

/** The ledger id of a seat; undefined for a member. Any other party has no account and must not be settled. */
function seatOf(batch: SettlementBatch, event: number, account: string): string | undefined {
  if (account.startsWith(memberAccount(''))) return undefined
  const ledgerId = account.startsWith(seatAccount(''))
    ? batch.input.seats.get(account.slice(seatAccount('').length))
    : undefined
  if (ledgerId === undefined) throw batch.impossible(event, `account ${account} has no owner on the ledger`)
  return ledgerId
}

function fillOrder(batch: SettlementBatch, { event, at, body }: Trade, side: 'buy' | 'sell'): void {
  const isBuy = side === 'buy'
  const order = batch.openOrder(isBuy ? body.buyOrder : body.sellOrder)
  const left = isBuy ? body.buyLeft : body.sellLeft
  const account = isBuy ? body.buyAccount : body.sellAccount
  const { price, quantity } = body
  if (order.side !== side || order.symbol !== body.symbol || memberAccount(order.memberId) !== account)
    throw batch.impossible(event, `order ${order.id} is not the one that traded`)
  if (order.left - quantity !== left)
    throw batch.impossible(event, `${quantity} of ${order.left} leave ${left}`)
  const fill = { event, at, price, quantity, left }
  const charged = order.purpose === 'open' ? fillOpening(batch, order, fill) : fillClosing(batch, order, fill)
  order.left = left
  order.filled += quantity
  order.filledValue += valueAt(price, quantity)
  order.fee += charged.fee
  order.tax += charged.tax
  order.borrowFee += charged.borrowFee
  if (left === 0) {
    order.state = 'filled'
    order.endedAt = at
  }
  batch.fills.push(fillRow(order, { event, at, body }, charged, batch.dueOf(event)))
  batch.step(order, at, 'filled', 'venue', {
    event,
    price,
    quantity,
    left,
    fee: String(charged.fee),
    tax: String(charged.tax),
    borrowFee: String(charged.borrowFee),
    released: String(charged.released),
  })
  batch.memberEvents.orderFilled(order, price, quantity, at)
}
