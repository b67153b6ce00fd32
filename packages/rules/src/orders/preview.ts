// The effect of an order before it is sent: everything the ticket shows. The same functions charge later.

import { callPriceOf, ratioOf } from '../positions/maintenance.ts'
import { borrowFee, brokerage, interest, transactionTax, valueAt } from './costs.ts'
import { type TicketFacts, type TicketOrder, worstPriceOf } from './facts.ts'
import { heldFor, loanOf, marginOf, ownPart, spent } from './funding.ts'

export interface OrderPreview {
  /** The price used for everything but `held`: the limit, or the last price for a market order. */
  readonly price: number
  readonly value: bigint
  /** Value less loan; the whole value at 1x; nothing for a short. */
  readonly ownPart: bigint
  readonly loan: bigint
  /** Yearly rate of the loan, millionths, and its cost per day. */
  readonly interestApr: number
  readonly interestPerDay: bigint
  readonly fee: bigint
  /** On the sale of a short; a long pays its tax when it is sold. */
  readonly tax: bigint
  readonly borrowFee: bigint
  /** For a short. */
  readonly margin: bigint
  /** Proceeds of a short sale after its costs: they stay as collateral. */
  readonly proceeds: bigint
  /** What a fill at `price` takes from the buying power: own part and fee, or margin. */
  readonly cost: bigint
  /** Held now, and the price used for it; null when the day has no upper limit. */
  readonly held: bigint | null
  readonly heldPrice: number | null
  /** The part of `held` for a slightly smaller fill, whose loan is a thousand lower; released with the fill. */
  readonly reserve: bigint
  /** Buying power after the hold; negative when it is not enough. */
  readonly left: bigint | null
  /** Of the whole account after the fill, hundredths of a percent; null without debt. */
  readonly ratioBp: number | null
  /** The price that causes a margin call if the other positions are unchanged. */
  readonly callPrice: number | null
  /** How far the price can move against it before that, millionths of `price`. */
  readonly roomPpm: number | null
}

/** Returns null when there is no price to use. `at` previews a fill at another price than the order's own. */
export function previewOrder(
  facts: TicketFacts,
  order: TicketOrder,
  at: number | undefined = order.price ?? facts.last ?? facts.reference,
): OrderPreview | null {
  if (!at || order.quantity <= 0) return null
  const { terms } = facts
  const value = valueAt(at, order.quantity)
  const isShort = order.direction === 'short'
  const multiple = isShort ? 100 : order.multiple
  const loan = isShort ? 0n : loanOf(multiple, value)
  const fee = brokerage(terms, value, order.quantity)
  const tax = isShort ? transactionTax(terms, facts.kind, order.dayTrade, value) : 0n
  const lending = isShort ? borrowFee(terms, order.dayTrade, value) : 0n
  const margin = isShort ? marginOf(terms, value) : 0n
  const own = isShort ? 0n : ownPart(multiple, value)
  const proceeds = isShort ? value - fee - tax - lending : 0n
  const heldPrice = worstPriceOf(order, facts.upper)
  const held =
    heldPrice === null
      ? null
      : heldFor(terms, {
          direction: order.direction,
          multiple,
          quantity: order.quantity,
          worstPrice: heldPrice,
          left: order.quantity,
          filled: 0n,
        })
  const reserve =
    held === null || heldPrice === null
      ? 0n
      : held - spent(terms, { ...order, multiple }, valueAt(heldPrice, order.quantity))
  const borrows = isShort || loan > 0n
  const others = {
    securing: facts.securing + (isShort ? margin + proceeds : 0n),
    debt: facts.securedDebt + loan,
  }
  const after = {
    securing: others.securing + (isShort || loan === 0n ? 0n : value),
    debt: others.debt + (isShort ? value : 0n),
  }
  const moving = isShort ? { long: 0, short: order.quantity } : { long: order.quantity, short: 0 }
  const callPrice = borrows ? callPriceOf(terms, others, moving) : null
  return {
    price: at,
    value,
    ownPart: own,
    loan,
    interestApr: terms.interestApr,
    interestPerDay: interest(terms, loan, 1),
    fee,
    tax,
    borrowFee: lending,
    margin,
    proceeds,
    cost: isShort ? margin : own + fee,
    held,
    heldPrice,
    reserve,
    left: held === null ? null : facts.buyingPower - held,
    ratioBp: ratioOf(after),
    callPrice,
    roomPpm: callPrice === null ? null : roomOf(at, callPrice, isShort),
  }
}

/** Never negative: an account that would get a margin call at once has no room. */
const roomOf = (price: number, callPrice: number, isShort: boolean): number =>
  Math.max(0, Math.floor(((isShort ? callPrice - price : price - callPrice) * 1_000_000) / price))
