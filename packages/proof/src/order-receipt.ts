// What the platform signs when it accepts an order: the order, the terms it will be charged by, and the time. These
// never change, so the receipt can be rebuilt from the order's row and cannot differ from it.

export interface TakenOrder {
  readonly id: string
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
  /** Hash of the terms, hex. */
  readonly terms: string
  readonly replaces: string | null
  /** The device key that signed it, when there was one. */
  readonly deviceKey: string | null
  readonly placedAt: Date
}

/** JSON with its keys in alphabetical order. */
export const orderReceiptText = (order: TakenOrder): string =>
  JSON.stringify({
    date: order.date,
    dayTrade: order.dayTrade,
    deviceKey: order.deviceKey,
    direction: order.direction,
    id: order.id,
    memberId: order.memberId,
    multiple: order.multiple,
    placedAt: order.placedAt.toISOString(),
    positionId: order.positionId,
    price: order.price,
    purpose: order.purpose,
    quantity: order.quantity,
    receipt: 'fairlot-order',
    replaces: order.replaces,
    side: order.side,
    symbol: order.symbol,
    terms: order.terms,
    validity: order.validity,
  })
