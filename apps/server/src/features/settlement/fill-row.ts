import type { Allocated, OddTraded, Traded } from '@fairlot/contract/venue'
import type { SettlementBatch } from './settlement-batch.ts'
import type { SettlementOrder } from './settlement-input.ts'
import type { FillRow } from './settlement-result.ts'

export interface Fill {
  readonly event: number
  readonly at: number
  readonly price: number
  readonly quantity: number
  /** What the order has left after it. */
  readonly left: number
}

/** The costs and the result of a fill, and the entry that posts them. */
export interface Charged {
  readonly fee: bigint
  readonly tax: bigint
  readonly borrowFee: bigint
  /** Null for an opening fill. */
  readonly realised: bigint | null
  readonly released: bigint
  readonly key: string
}

export const fillRow = (
  order: SettlementOrder,
  {
    event,
    at,
    body,
  }: { readonly event: number; readonly at: number; readonly body: Traded | OddTraded | Allocated },
  { fee, tax, borrowFee, realised, key }: Charged,
  { day, due }: { readonly day: string; readonly due: string },
): FillRow => ({
  event,
  side: order.side,
  orderId: order.id,
  positionId: order.positionId,
  memberId: order.memberId,
  symbol: order.symbol,
  price: body.price,
  quantity: body.quantity,
  fee,
  tax,
  borrowFee,
  realised,
  // An incoming order trades at the resting price; in an auction all orders trade at the price with the largest volume.
  // A line of a block gets the average of its parent, which has the books of its own trades.
  decidedBy:
    body.kind === 'allocated'
      ? 'block'
      : body.kind === 'traded' && body.taker !== undefined
        ? 'price-time'
        : 'auction',
  book: JSON.stringify(
    body.kind === 'allocated' ? { bids: [], asks: [] } : { bids: body.bids, asks: body.asks },
  ),
  tradedAt: at,
  date: day,
  settlesOn: due,
  key,
})

/** The head of the entry that posts a fill. */
export const fillHead = ({ input }: SettlementBatch, order: SettlementOrder, { event, at }: Fill) => ({
  event: `trade.${order.purpose}-${order.direction}`,
  reference: order.id,
  key: `fill:${input.shard}/${event}/${order.side}`,
  postedAt: new Date(at),
})
