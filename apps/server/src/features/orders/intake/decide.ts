// Drafts an order from market-wide facts and the member's request, or refuses it. Pure. What depends on the member's
// own money, debts and positions is decided by decide-batch.ts under lock.

import { memberAccount, type PlaceOrder, type ReplaceOrder, shardOf } from '@fairlot/contract/venue'
import { isOddLot } from '@fairlot/rules/instruments'
import {
  brokerage,
  checkClose,
  checkEntry,
  checkExits,
  checkOrder,
  dayAtTrigger,
  debtOf,
  heldFor,
  type HeldPosition,
  isMarginEligible,
  type OrderRefusal,
  reasonOf,
  type TicketOrder,
  valueAt,
  worstPriceOf,
} from '@fairlot/rules/orders'
import type { CloseRequest, DayFacts, OpenRequest, OrderDraft } from './draft.ts'
import { onlyLots } from './refusals.ts'

export type Decision<Taken> =
  | { readonly ok: true; readonly taken: Taken }
  | { readonly ok: false; readonly refusal: OrderRefusal }

const refused = (refusal: OrderRefusal): { readonly ok: false; readonly refusal: OrderRefusal } => ({
  ok: false,
  refusal,
})

/** Facts that are not decided here get values that allow the order; `decideBatch` has the real ones. */
const unlimited = 10n ** 17n

export function decideOpen(day: DayFacts, request: OpenRequest): Decision<OrderDraft> {
  // A savings plan has its own least amount.
  const terms = request.origin === 'savings-plan' ? { ...day.terms, minAmount: 0 } : day.terms
  if (request.terms !== undefined && request.terms !== day.termsHash)
    return refused({ msg: 'order.terms-changed' })
  const order: TicketOrder = request
  const refusal = checkOrder(
    {
      ...day,
      // What the platform sends waits for the next day: only the member's own orders are for the auction after the close.
      oddHours: request.origin === 'member' ? day.oddHours : undefined,
      terms,
      buyingPower: unlimited,
      equity: 0n,
      marginEligible: isMarginEligible(terms, day.reference, day.limited),
      owed: 0n,
      securing: 0n,
      securedDebt: 0n,
      lendable: Number.MAX_SAFE_INTEGER,
      dayTrading: { eligible: true, left: unlimited, tooLate: day.coverBegun },
      stopped: null,
      called: false,
    },
    order,
    request.origin === 'member' ? (request.acknowledged ?? []) : ['far-price', 'equity-share'],
  )
  if (refusal) return refused(refusal)
  // A stop is no limit order, and acts on whole lots.
  if (request.exits && isOddLot(order.quantity))
    return refused(reasonOf({ msg: 'order.choice', rule: 'odd.limit-rod-only' }))
  // The price of an order that the platform sends is the day's limit and not the member's.
  const exits = request.exits && request.origin === 'member' && checkExits(day, order, request.exits)
  if (exits) return refused(exits)
  const worstPrice = worstPriceOf(order, day.upper)
  if (worstPrice === null || day.date === null) return refused({ msg: 'stock.no-price' })
  const side = order.direction === 'long' ? 'buy' : 'sell'
  const riskLimited = ['member', 'conditional', 'savings-plan'].includes(request.origin)
  return {
    ok: true,
    taken: {
      ...common(day, request, day.date, side),
      purpose: 'open',
      positionId: request.orderId,
      direction: order.direction,
      multiple: order.direction === 'short' ? 100 : order.multiple,
      dayTrade: order.dayTrade,
      worstPrice,
      cash: heldFor(terms, { ...order, worstPrice, left: order.quantity, filled: 0n }),
      debt: debtOf(order, worstPrice),
      equityShare:
        request.origin !== 'member' || request.acknowledged?.includes('equity-share')
          ? null
          : terms.equityShare,
      riskLimited,
      exits: request.exits,
    },
  }
}

/**
 * An order that waits for its trigger: decided as the order it becomes. It is in no book yet, so it does not count for the
 * order rate limit.
 */
export function decideEntry(
  day: DayFacts,
  request: Omit<OpenRequest, 'dayTrade' | 'validity' | 'replaces'> & { readonly trigger: number },
): Decision<OrderDraft> {
  if (isOddLot(request.quantity)) return refused(onlyLots(day.terms.maxLots))
  const decision = decideOpen(dayAtTrigger(day, request), { ...request, dayTrade: false, validity: 'ROD' })
  if (!decision.ok) return decision
  return { ok: true, taken: { ...decision.taken, orderRateLimit: Number.MAX_SAFE_INTEGER } }
}

/** The facts of a position that closing it needs. */
export interface ClosingPosition extends HeldPosition {
  readonly positionId: string
  readonly symbol: string
  readonly multiple: number
}

export function decideClose(
  day: DayFacts,
  position: ClosingPosition,
  request: CloseRequest,
  nowMs: number,
): Decision<OrderDraft> {
  const { terms } = day
  if (request.terms !== undefined && request.terms !== day.termsHash)
    return refused({ msg: 'order.terms-changed' })
  if (day.date === null) return refused({ msg: 'stock.no-price' })
  // The platform closes when it must: locks, waiting times and confirmations apply only to members.
  const refusal =
    request.origin === 'member'
      ? checkClose(day, position, request, { date: day.date, nowMs }, request.acknowledged ?? [])
      : checkEntry({ ...day, oddHours: undefined }, request)
  if (refusal) return refused(refusal)
  const isLong = position.direction === 'long'
  const side = isLong ? 'sell' : 'buy'
  // A sale holds shares, so its price does not matter; a buy-back is funded for its limit or the day's.
  const worstPrice = request.price ?? (isLong ? day.lower : day.upper)
  if (worstPrice === null) return refused({ msg: 'stock.no-price' })
  const value = valueAt(worstPrice, request.quantity)
  return {
    ok: true,
    taken: {
      ...common(day, request, day.date, side),
      purpose: 'close',
      positionId: position.positionId,
      direction: position.direction,
      multiple: position.multiple,
      dayTrade: position.dayTrade,
      worstPrice,
      cash: isLong ? 0n : value + brokerage(terms, value, request.quantity),
      debt: 0n,
      equityShare: null,
      riskLimited: false,
    },
  }
}

function common(
  { symbol, kind, terms, termsHash, state }: DayFacts,
  request: OpenRequest | CloseRequest,
  date: string,
  side: 'buy' | 'sell',
) {
  const { orderId, memberId, origin, price, quantity, validity, replaces, signature } = request
  const what = {
    account: memberAccount(memberId),
    symbol,
    ...(price !== undefined && { price }),
    quantity,
    validity,
    date,
  }
  const command: PlaceOrder | ReplaceOrder =
    replaces === undefined
      ? { kind: 'place', order: orderId, side, ...what, ...(isOddLot(quantity) && { odd: true as const }) }
      : { kind: 'replace', order: replaces.orderId, newOrder: orderId, ...what, left: replaces.left }
  return {
    id: orderId,
    memberId,
    symbol,
    kind,
    side,
    price: price ?? null,
    quantity,
    validity,
    date,
    origin,
    terms: termsHash,
    replaces: replaces?.orderId ?? null,
    deviceKey: signature?.deviceKey ?? null,
    signature: signature?.signature ?? null,
    shard: shardOf(symbol),
    command: JSON.stringify(command),
    line: terms.lineMax,
    quota: terms.dayTradeGross,
    quotaTimes: terms.dayTradeEquityTimes,
    orderRateLimit: terms.orderRateLimit,
    tradingState: state,
  }
}
