// Whether an opening order can be sent; used by the ticket and the server. The server checks money, positions and
// lendable shares again under lock; everything else it decides by this.

import type { MessageParams, RefusalCode } from '@fairlot/contract'
import { formatMoney } from '@fairlot/money'
import { isOddLot, isOnTick, lotSize, maxOddShares, tickAt } from '../instruments/index.ts'
import {
  type ChoiceReason,
  dayTradeReason,
  directionReason,
  entryReason,
  multipleReason,
  oddEntryReason,
  oddLotReason,
  priceReason,
  stopRule,
} from './choices.ts'
import { valueAt } from './costs.ts'
import { type TicketFacts, type TicketOrder, worstPriceOf } from './facts.ts'
import { heldFor, loanOf } from './funding.ts'
import { ruleIdOf, type TradingTerms } from './terms.ts'

export interface OrderRefusal {
  readonly msg: RefusalCode
  readonly rule?: string
  readonly field?: string
  readonly params?: MessageParams
}

/** Warnings a member has confirmed and sends on purpose. */
export type Acknowledgement = 'far-price' | 'equity-share'

type Day = Pick<
  TicketFacts,
  'terms' | 'kind' | 'limited' | 'state' | 'oddHours' | 'upper' | 'lower' | 'last' | 'reference'
>

interface Wanted {
  readonly price?: number | undefined
  readonly quantity: number
  readonly validity: TicketOrder['validity']
}

/** Checks for every order, opening or closing: session, quantity, tick, limits of the day. */
export function checkEntry(day: Day, order: Wanted, maxShares = Infinity): OrderRefusal | undefined {
  const isOdd = isOddLot(order.quantity)
  const closed = isOdd ? oddEntryReason(day) : entryReason(day.state)
  if (closed) return reasonOf(closed)
  if (day.reference <= 0) return { msg: 'stock.no-price', rule: 'instrument.unknown' }
  const tooMany = isOdd
    ? checkOddShares(order.quantity, maxShares)
    : checkLots(day, order.quantity, maxShares)
  if (tooMany) return tooMany
  const priceKind = order.price === undefined ? 'market' : 'limit'
  if (isOdd && (priceKind === 'market' || order.validity !== 'ROD'))
    return reasonOf({ msg: 'order.choice', rule: 'odd.limit-rod-only' })
  const kindReason = isOdd ? null : priceReason(day, { priceKind, validity: order.validity })
  if (kindReason) return reasonOf(kindReason)
  if (order.price === undefined) return undefined
  if (!isOnTick(day.kind, order.price)) {
    const tick = formatMoney(BigInt(tickAt(day.kind, order.price)))
    return { msg: 'order.tick', field: 'price', rule: 'order.tick', params: { tick } }
  }
  if ((day.upper !== null && order.price > day.upper) || (day.lower !== null && order.price < day.lower)) {
    return { msg: 'stock.over-price-limit', field: 'price', rule: 'order.price-limit' }
  }
  return undefined
}

function checkLots({ terms }: Day, quantity: number, maxShares: number): OrderRefusal | undefined {
  const max = Math.min(Math.floor(maxShares / lotSize), terms.maxLots)
  return Number.isSafeInteger(quantity) && quantity % lotSize === 0 && quantity <= max * lotSize
    ? undefined
    : { msg: 'order.lots', field: 'quantity', rule: ruleIdOf('maxLots'), params: { max } }
}

function checkOddShares(quantity: number, maxShares: number): OrderRefusal | undefined {
  const max = Math.min(maxShares, maxOddShares)
  return Number.isSafeInteger(quantity) && quantity > 0 && quantity <= max
    ? undefined
    : { msg: 'order.shares', field: 'quantity', rule: 'odd.quantity', params: { max } }
}

/** A buy above the last trade, or a sale below it, by more than the rule allows. */
export function checkFarPrice(
  day: Pick<Day, 'terms' | 'last' | 'reference'>,
  side: 'buy' | 'sell',
  price: number | undefined,
): OrderRefusal | undefined {
  if (price === undefined) return undefined
  const last = day.last ?? day.reference
  const beyond = side === 'buy' ? price - last : last - price
  if (beyond * 1_000_000 <= day.terms.farPrice * last) return undefined
  const percent = (Math.round((beyond * 1_000) / last) / 10).toFixed(1)
  return { msg: 'guard.far-price', field: 'price', rule: ruleIdOf('farPrice'), params: { percent } }
}

/** Everything but money and lendable shares. `lostToday` and `lossLimit` are from the limits members set themselves. */
export function checkOrder(
  facts: TicketFacts,
  order: TicketOrder,
  acknowledged: readonly Acknowledgement[] = [],
  riskLimits: { readonly lostToday: bigint; readonly lossLimit: bigint | null } = {
    lostToday: 0n,
    lossLimit: null,
  },
): OrderRefusal | undefined {
  return (
    checkEntry(facts, order) ??
    checkPermission(facts, order, riskLimits) ??
    checkSize(facts, order) ??
    checkWarnings(facts, order, acknowledged)
  )
}

/** `checkOrder`, then whether money and lendable shares are enough: what the ticket shows before sending. */
export const checkTicket = (
  facts: TicketFacts,
  order: TicketOrder,
  acknowledged: readonly Acknowledgement[] = [],
): OrderRefusal | undefined => checkOrder(facts, order, acknowledged) ?? checkMeans(facts, order)

export function checkPermission(
  facts: TicketFacts,
  order: TicketOrder,
  riskLimits: { readonly lostToday: bigint; readonly lossLimit: bigint | null },
): OrderRefusal | undefined {
  if (facts.stopped !== null) return { msg: 'order.stopped', rule: stopRule(facts.stopped) }
  if (riskLimits.lossLimit !== null && riskLimits.lostToday >= riskLimits.lossLimit) {
    const limit = dollars(riskLimits.lossLimit)
    return { msg: 'guard.daily-loss', rule: 'guard.dailyLoss', params: { limit } }
  }
  const odd = oddLotReason(order)
  if (odd) return reasonOf(odd)
  const daily = order.dayTrade ? dayTradeReason(facts) : null
  if (daily) return reasonOf(daily)
  // Whether enough shares can be lent is checked below, where the quantity is known.
  const direction = directionReason({ ...facts, lendable: 1 }, order.direction)
  if (direction) return reasonOf(direction)
  const multiple = multipleReason(facts, order.multiple, order)
  return multiple ? reasonOf(multiple) : undefined
}

function checkSize(facts: TicketFacts, order: TicketOrder): OrderRefusal | undefined {
  const { terms } = facts
  const worst = worstPriceOf(order, facts.upper)
  if (worst === null) return { msg: 'stock.no-price', rule: 'order.market-not-limited' }
  // A market order is valued at the last price. At its worst price, orders would be accepted that are refused as limit
  // orders.
  const value = valueAt(order.price ?? facts.last ?? facts.reference, order.quantity)
  if (value < BigInt(terms.minAmount)) {
    return {
      msg: 'order.minimum',
      rule: ruleIdOf('minAmount'),
      params: { min: dollars(BigInt(terms.minAmount)) },
    }
  }
  const debt = debtOf(order, worst)
  const lineLeft = BigInt(terms.lineMax) - facts.owed
  if (debt > 0n && debt > lineLeft) return lineFull(lineLeft)
  if (order.dayTrade && valueAt(worst, order.quantity) > facts.dayTrading.left) {
    return quotaFull(facts.dayTrading.left)
  }
  return undefined
}

function checkWarnings(
  facts: TicketFacts,
  order: TicketOrder,
  acknowledged: readonly Acknowledgement[],
): OrderRefusal | undefined {
  const side = order.direction === 'long' ? 'buy' : 'sell'
  const far = acknowledged.includes('far-price') ? undefined : checkFarPrice(facts, side, order.price)
  if (far) return far
  if (acknowledged.includes('equity-share')) return undefined
  const held = heldAtWorst(facts, order)
  return held === null ? undefined : checkEquityShare(facts.terms, held, facts.equity)
}

export function checkEquityShare(
  terms: Pick<TradingTerms, 'equityShare'>,
  held: bigint,
  equity: bigint,
): OrderRefusal | undefined {
  if (equity <= 0n || held * 1_000_000n <= equity * BigInt(terms.equityShare)) return undefined
  const percent = Number((held * 100n) / equity)
  return { msg: 'guard.equity-share', rule: ruleIdOf('equityShare'), params: { percent } }
}

function checkMeans(facts: TicketFacts, order: TicketOrder): OrderRefusal | undefined {
  if (order.direction === 'short' && order.quantity > facts.lendable) return noShares(facts.lendable)
  const held = heldAtWorst(facts, order)
  if (held !== null && held > facts.buyingPower) return insufficient(held - facts.buyingPower)
  return undefined
}

/** The maximum debt of an order: the loan of a long, the sale value of a short, at the worst price. */
export const debtOf = (
  order: Pick<TicketOrder, 'direction' | 'multiple' | 'quantity'>,
  worstPrice: number,
): bigint => {
  const value = valueAt(worstPrice, order.quantity)
  return order.direction === 'short' ? value : loanOf(order.multiple, value)
}

const heldAtWorst = (facts: TicketFacts, order: TicketOrder): bigint | null => {
  const worstPrice = worstPriceOf(order, facts.upper)
  return worstPrice === null
    ? null
    : heldFor(facts.terms, { ...order, worstPrice, left: order.quantity, filled: 0n })
}

/** The most whole lots of this order that money, credit line, quota and lending allow; zero when none. */
export const maxLotsFor = (facts: TicketFacts, order: TicketOrder): number =>
  maxCountOf(facts, order, lotSize, facts.terms.maxLots)

/** The same for the shares of an odd lot. */
export const maxSharesFor = (facts: TicketFacts, order: TicketOrder): number =>
  maxCountOf(facts, order, 1, maxOddShares)

function maxCountOf(facts: TicketFacts, order: TicketOrder, unit: number, max: number): number {
  const fits = (count: number): boolean => {
    const candidate = { ...order, quantity: count * unit }
    const worst = worstPriceOf(candidate, facts.upper)
    if (worst === null || checkMeans(facts, candidate)) return false
    const debt = debtOf(candidate, worst)
    if (debt > 0n && debt > BigInt(facts.terms.lineMax) - facts.owed) return false
    return !order.dayTrade || valueAt(worst, candidate.quantity) <= facts.dayTrading.left
  }
  // An order's cost grows with its shares, except for a thousand dollars where a loan steps up: binary search, then check
  // the neighbours.
  let low = 0
  let high = max
  while (low < high) {
    const middle = Math.ceil((low + high) / 2)
    if (fits(middle)) low = middle
    else high = middle - 1
  }
  return low
}

export const lineFull = (left: bigint): OrderRefusal => ({
  msg: 'margin.line-full',
  rule: ruleIdOf('lineMax'),
  params: { left: dollars(left > 0n ? left : 0n) },
})

export const quotaFull = (left: bigint): OrderRefusal => ({
  msg: 'day-trading.quota',
  rule: ruleIdOf('dayTradeGross'),
  params: { left: dollars(left > 0n ? left : 0n) },
})

export const noShares = (lendable: number): OrderRefusal => ({
  msg: 'margin.no-shares-to-lend',
  rule: ruleIdOf('borrowFee'),
  params: { lots: Math.floor(Math.max(0, lendable) / lotSize) },
})

/** `missing` in hundredths, so that a button can offer exactly the missing amount. */
export const insufficient = (missing: bigint): OrderRefusal => ({
  msg: 'balance.insufficient',
  params: { missing: missing.toString() },
})

const dollars = (amount: bigint): string => formatMoney(amount, { symbol: true })

export const reasonOf = ({ msg, rule, params }: ChoiceReason): OrderRefusal => ({
  msg,
  rule,
  ...(params && { params }),
  ...(msg === 'order.choice' ? { params: { rule } } : {}),
})
