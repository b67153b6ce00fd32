import type { Traded } from '@fairlot/contract/venue'
import type { OrderFact } from './facts.ts'
import type { FillRow } from './settled.ts'

/** What a fill was charged, what it brought, and the entry that says so. */
export interface Charged {
  readonly fee: bigint
  readonly tax: bigint
  readonly borrowFee: bigint
  /** Null when it opens. */
  readonly realised: bigint | null
  readonly released: bigint
  readonly key: string
}

export const fillRow = (
  order: OrderFact,
  { event, at, body }: { readonly event: number; readonly at: number; readonly body: Traded },
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
  // Who comes to the book trades at the resting price; in an auction everybody at the one that fills most.
  decidedBy: body.taker === undefined ? 'auction' : 'price-time',
  book: JSON.stringify({ bids: body.bids, asks: body.asks }),
  tradedAt: at,
  date: day,
  settlesOn: due,
  key,
})
