// The first steps of an order's timeline follow from the order as it was accepted, and are not stored.

import type { OrderStep } from './order-steps.ts'

export interface AcceptedOrder {
  readonly side: string
  /** Null for a market order. */
  readonly price: number | null
  readonly quantity: number
  readonly validity: string
  readonly origin: string
  readonly replaces: string | null
  readonly worstPrice: number
  /** Held when it was accepted. */
  readonly heldCash: bigint
  readonly heldShares: number
}

export interface FirstStep extends Pick<OrderStep, 'data'> {
  readonly what: 'placed' | 'held'
  readonly who: 'member' | 'rule' | 'system'
}

/** Placed, and held if anything is. The order of the fields is hashed: a change would make old timelines look altered. */
export function firstSteps(order: AcceptedOrder): readonly FirstStep[] {
  const { side, price, quantity, validity, origin, replaces, worstPrice, heldCash, heldShares } = order
  const content = {
    side,
    ...(price !== null && { price }),
    quantity,
    validity,
    origin,
    ...(replaces !== null && { replaces }),
  }
  const placed: FirstStep = {
    what: 'placed',
    who: origin === 'member' ? 'member' : 'rule',
    data: JSON.stringify(content),
  }
  if (heldCash === 0n && heldShares === 0) return [placed]
  const held = { cash: heldCash.toString(), shares: heldShares, price: worstPrice }
  return [placed, { what: 'held', who: 'system', data: JSON.stringify(held) }]
}
