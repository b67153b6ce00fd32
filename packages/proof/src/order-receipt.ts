// What the platform signs when it takes an order: the order as the member sent it, the terms it will be charged by and
// the moment. The receipt can be made again from the order's row, since none of this ever changes.

export interface TakenOrder {
  readonly orderId: string
  readonly memberId: string
  readonly positionId: string
  readonly symbol: string
  readonly side: string
  readonly purpose: string
  readonly direction: string
  readonly multiple: number
  readonly dayTrade: boolean
  /** Null for a market order. */
  readonly price: number | null
  readonly quantity: number
  readonly validity: string
  readonly date: string
  readonly origin: string
  /** Hash of the terms, hex. */
  readonly terms: string
  /** ISO 8601 in UTC with milliseconds. */
  readonly placedAt: string
}

/** The order of the names is part of the format. */
export const orderReceiptText = (order: TakenOrder): string =>
  `fairlot order receipt v1\n${JSON.stringify({
    orderId: order.orderId,
    memberId: order.memberId,
    positionId: order.positionId,
    symbol: order.symbol,
    side: order.side,
    purpose: order.purpose,
    direction: order.direction,
    multiple: order.multiple,
    dayTrade: order.dayTrade,
    price: order.price,
    quantity: order.quantity,
    validity: order.validity,
    date: order.date,
    origin: order.origin,
    terms: order.terms,
    placedAt: order.placedAt,
  })}\n`
