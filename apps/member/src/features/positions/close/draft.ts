// The input of the close sheet, and its result. Pure: the sheet draws it, the tests read it.

import {
  checkCloses,
  conditionalProblem,
  previewClose,
  trailingTrigger,
  type CloseFacts,
  type ClosePreview,
  type ConditionalProblem,
  type ConditionalTerms,
  type OrderRefusal,
  type TicketFacts,
} from '@fairlot/rules/orders'
import { isOddLot, lotSize, splitLots, stepPrice, tickAt } from '@fairlot/rules/instruments'
import type { TradingDay } from '../use-trading-day.ts'
import { closableOf, heldOf, type ConditionalRow, type PositionRow } from '../figures.ts'

export type CloseType = 'limit' | 'market' | 'conditional'
export type ConditionalKind = 'stop' | 'take-profit' | 'one-cancels-other' | 'trailing'

export interface CloseDraft {
  readonly type: CloseType
  /** Shares. */
  readonly quantity: number
  readonly price: number
  readonly validity: 'ROD' | 'IOC' | 'FOK'
  readonly kind: ConditionalKind
  readonly stop: number
  readonly takeProfit: number
  readonly distance: number
  readonly expiresOn: string
}

/** Far enough to be visible and near enough to be plausible. */
const awayBp = 500

/** A price this many hundredths of a percent away, on a tick. */
function away(kind: 'stock' | 'etf', from: number, bp: number): number {
  const target = Math.max(1, Math.round((from * (10_000 + bp)) / 10_000))
  const tick = tickAt(kind, target)
  const price = Math.max(tick, Math.round(target / tick) * tick)
  // Rounding must not return the starting price.
  return price === from ? stepPrice(kind, from, bp > 0 ? 1 : -1) : price
}

/** All free shares; after the close, while the auction of odd lots takes orders, what is no whole lot. */
function sellableNow(row: PositionRow, { state, oddHours }: Pick<TicketFacts, 'state' | 'oddHours'>): number {
  const free = row.shares - row.closing
  const { odd } = splitLots(free)
  return state === 'closed' && oddHours?.kind === 'auction' && odd > 0 ? odd : free
}

export function openDraft(
  row: PositionRow,
  facts: Pick<TicketFacts, 'last' | 'reference' | 'kind' | 'state' | 'oddHours' | 'limited'>,
  { quantity, isLocked, expiresOn }: { quantity?: number | undefined; isLocked: boolean; expiresOn: string },
): CloseDraft {
  const now = facts.last ?? facts.reference
  const gain = row.direction === 'long' ? 1 : -1
  return {
    type: isLocked ? 'conditional' : 'limit',
    quantity: quantity ?? sellableNow(row, facts),
    price: now,
    validity: 'ROD',
    kind: facts.limited ? 'one-cancels-other' : 'take-profit',
    stop: away(facts.kind, now, -gain * awayBp),
    takeProfit: away(facts.kind, now, gain * awayBp),
    distance: Math.max(1, Math.abs(now - away(facts.kind, now, -gain * awayBp))),
    expiresOn,
  }
}

/** A waiting conditional order as a draft, to change it. */
export const draftOf = (
  draft: CloseDraft,
  { kind, quantity, stop, takeProfit, expiresOn }: ConditionalRow,
): CloseDraft => ({
  ...draft,
  type: 'conditional',
  kind: kind === 'entry' ? draft.kind : kind,
  quantity,
  stop: stop?.distance == null ? (stop?.trigger ?? draft.stop) : draft.stop,
  takeProfit: takeProfit?.price ?? draft.takeProfit,
  distance: stop?.distance ?? draft.distance,
  expiresOn,
})

/** Shares in no order; those of the condition that is being changed count too. */
const unorderedShares = (row: PositionRow, changed: ConditionalRow | undefined): number =>
  row.shares - row.closing + (changed?.quantity ?? 0)

/**
 * The step of the quantity: a lot, or a share where less than a lot is left over. Only what was paid in full can be sold as
 * an odd lot, and a condition acts on whole lots.
 */
export const unitOf = (row: PositionRow, type: CloseType, changed?: ConditionalRow): number => {
  const isCash = row.direction === 'long' && row.multiple === 100 && !row.dayTrade
  const isWhole = unorderedShares(row, changed) % lotSize === 0
  return type === 'conditional' || !isCash || isWhole ? lotSize : 1
}

/** Shares that can be closed in this way. */
export const freeShares = (row: PositionRow, type: CloseType, changed?: ConditionalRow): number => {
  const all = unorderedShares(row, changed)
  return all - (all % unitOf(row, type, changed))
}

/** Adjusts a draft to what can be closed in its way. An odd lot at a limit is valid for the rest of the day. */
export const fitDraft = (draft: CloseDraft, row: PositionRow, changed?: ConditionalRow): CloseDraft => {
  const unit = unitOf(row, draft.type, changed)
  const free = Math.max(unit, freeShares(row, draft.type, changed))
  const quantity = Math.max(unit, Math.min(free, draft.quantity - (draft.quantity % unit)))
  const isOdd = splitLots(quantity).odd > 0
  return { ...draft, quantity, validity: isOdd && draft.type === 'limit' ? 'ROD' : draft.validity }
}

/** The id of a second order, when the shares need one in each book. */
export const needsTwoOrders = ({ quantity }: Pick<CloseDraft, 'quantity'>): boolean =>
  !isOddLot(quantity) && splitLots(quantity).odd > 0

/** The order as sent to the server and to the rules. */
export const orderOf = (draft: CloseDraft) => ({
  quantity: draft.quantity,
  validity: draft.validity,
  ...(draft.type === 'limit' ? { price: draft.price } : {}),
})

export const closeFactsOf = (facts: TicketFacts, day: TradingDay): CloseFacts => ({
  terms: facts.terms,
  kind: facts.kind,
  upper: facts.upper,
  last: facts.last ?? facts.reference,
  buyingPower: facts.buyingPower,
  date: day.date,
  settlesOn: day.settlesOn,
})

export const previewOf = (
  draft: CloseDraft,
  row: PositionRow,
  facts: TicketFacts,
  day: TradingDay,
  at?: number,
): ClosePreview | null =>
  previewClose(
    closeFactsOf(facts, day),
    heldOf(row, day.date),
    { quantity: draft.quantity, ...(draft.type === 'limit' ? { price: draft.price } : {}) },
    at,
  )

export const refusalOf = (
  draft: CloseDraft,
  row: PositionRow,
  facts: TicketFacts,
  day: TradingDay,
  nowMs: number,
  acknowledged: readonly 'far-price'[] = [],
): OrderRefusal | undefined =>
  checkCloses(facts, closableOf(row), orderOf(draft), { date: day.date, nowMs }, acknowledged)

export const conditionOf = (draft: CloseDraft): ConditionalTerms => ({
  kind: draft.kind,
  ...(draft.kind === 'stop' || draft.kind === 'one-cancels-other' ? { stop: { trigger: draft.stop } } : {}),
  ...(draft.kind === 'trailing' ? { stop: { distance: draft.distance } } : {}),
  ...(draft.kind === 'take-profit' || draft.kind === 'one-cancels-other'
    ? { takeProfit: { price: draft.takeProfit } }
    : {}),
})

export const problemOf = (
  draft: CloseDraft,
  row: PositionRow,
  facts: TicketFacts,
): ConditionalProblem | undefined =>
  conditionalProblem(conditionOf(draft), {
    instrument: facts.kind,
    limited: facts.limited,
    side: row.direction === 'long' ? 'sell' : 'buy',
    last: facts.last ?? facts.reference,
  })

/** Where a trailing stop would trigger if the price turned now. */
export const trailingNow = (draft: CloseDraft, row: PositionRow, last: number): number =>
  trailingTrigger(row.direction === 'long' ? 'sell' : 'buy', last, draft.distance)
