import { averagePrice } from '@fairlot/rules/positions'
import type { OrderRow } from './store.ts'

/** An order as its owner sees it. */
export const showOrder = (row: OrderRow) => ({
  orderId: row.id,
  positionId: row.positionId,
  symbol: row.symbol,
  kind: row.kind,
  side: row.side,
  purpose: row.purpose,
  direction: row.direction,
  multiple: row.multiple,
  dayTrade: row.dayTrade,
  price: row.price,
  quantity: row.quantity,
  filled: row.filled,
  left: row.left,
  averagePrice: row.filled === 0 ? null : averagePrice(row.filledValue, row.filled),
  validity: row.validity,
  state: row.state,
  reason: row.reason,
  origin: row.origin,
  accepted: row.acceptedAt !== null,
  cancelAsked: row.cancelAskedAt !== null,
  held: row.held.toString(),
  fee: row.fee.toString(),
  tax: row.tax.toString(),
  borrowFee: row.borrowFee.toString(),
  exits: row.exits,
  date: row.date,
  placedAt: row.placedAt.toISOString(),
  endedAt: row.endedAt?.toISOString() ?? null,
})
