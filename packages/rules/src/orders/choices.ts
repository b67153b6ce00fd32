// Which orders can be entered now. This depends on the instrument's state, its daily limit and the owner's rights. Each
// unavailable choice names the rule, so that a greyed button can say why.

import type { MessageParams, RefusalCode } from '@fairlot/contract'
import type { TradingState, Validity } from '@fairlot/contract/venue'
import { dayTradingRules } from '../day-trading/limits.ts'
import { isOddLot } from '../instruments/lots.ts'
import type { TicketFacts, TicketOrder } from './facts.ts'
import { type Direction, longMultiples, type Multiple } from './funding.ts'
import { oddLotRules } from './limits.ts'
import { momentText } from './odd-hours.ts'
import { ruleIdOf } from './terms.ts'

export type PriceKind = 'limit' | 'market'

/** Why a choice is unavailable: the message the server would refuse with, and the rule's id. */
export interface ChoiceReason {
  readonly msg: RefusalCode
  readonly rule: string
  readonly params?: MessageParams
}

export interface Choice<Value> {
  readonly value: Value
  /** Null: available. */
  readonly reason: ChoiceReason | null
}

export interface PriceChoice {
  readonly priceKind: PriceKind
  readonly validity: Validity
}

export interface OrderChoices {
  /** The six combinations of limit and market with ROD, IOC and FOK. */
  readonly prices: readonly Choice<PriceChoice>[]
  readonly directions: readonly Choice<Direction>[]
  /** For a long; a short is always 1x. */
  readonly multiples: readonly Choice<Multiple>[]
  readonly dayTrade: Choice<true>
  /** Set when no opening order can be entered at all. */
  readonly closed: ChoiceReason | null
}

const priceChoices: readonly PriceChoice[] = (['limit', 'market'] as const).flatMap((priceKind) =>
  (['ROD', 'IOC', 'FOK'] as const).map((validity) => ({ priceKind, validity })),
)

/** Set when the instrument accepts no orders now. */
export function entryReason(state: TradingState): ChoiceReason | null {
  if (state === 'closed') return { msg: 'time.outside-trading', rule: 'phase.closed' }
  if (state === 'halted') return { msg: 'order.choice', rule: 'halt.no-entry' }
  return null
}

/**
 * Set when the instrument accepts no odd lots now. They wait for the opening, a pause does not stop them, and after the
 * close they are accepted again for one auction.
 */
export function oddEntryReason({
  state,
  oddHours,
}: Pick<TicketFacts, 'state' | 'oddHours'>): ChoiceReason | null {
  if (state !== 'closed' && state !== 'opening-call') return entryReason(state)
  if (oddHours?.kind === 'waiting')
    return { msg: 'order.odd-hours', rule: 'odd.closed', params: { at: momentText(oddHours.opensAt) } }
  if (state === 'opening-call') return { msg: 'order.choice', rule: 'odd.closed' }
  return oddHours === undefined ? entryReason(state) : null
}

/** Set for what an odd lot cannot be: on margin, short, or a day trade. */
export const oddLotReason = ({
  quantity,
  direction,
  multiple,
  dayTrade,
}: Pick<TicketOrder, 'quantity' | 'direction' | 'multiple' | 'dayTrade'>): ChoiceReason | null =>
  isOddLot(quantity) && (direction === 'short' || multiple !== 100 || dayTrade)
    ? { msg: 'order.choice', rule: oddLotRules.onlyCash.id }
    : null

/** Returns null when the instrument accepts this kind of order now, opening or closing. */
export function priceReason(
  { state, limited }: Pick<TicketFacts, 'state' | 'limited'>,
  { priceKind, validity }: PriceChoice,
): ChoiceReason | null {
  const closed = entryReason(state)
  if (closed) return closed
  if (state !== 'continuous' && (priceKind === 'market' || validity !== 'ROD'))
    return { msg: 'order.choice', rule: 'phase.limit-rod-only' }
  if (priceKind === 'market' && !limited) return { msg: 'order.choice', rule: 'order.market-not-limited' }
  return null
}

type Eligibility = Pick<TicketFacts, 'marginEligible' | 'called'>

/** For a loan or lent shares. */
function borrowReason({ marginEligible, called }: Eligibility): ChoiceReason | null {
  if (!marginEligible) return { msg: 'margin.not-eligible', rule: ruleIdOf('minPrice') }
  if (called) return { msg: 'margin.called', rule: ruleIdOf('callRatio') }
  return null
}

export function directionReason(
  facts: Eligibility & Pick<TicketFacts, 'lendable'>,
  direction: Direction,
): ChoiceReason | null {
  if (direction === 'long') return null
  const borrow = borrowReason(facts)
  if (borrow) return borrow
  return facts.lendable > 0 ? null : { msg: 'margin.no-shares-to-lend', rule: ruleIdOf('borrowFee') }
}

export function multipleReason(
  facts: Eligibility,
  multiple: number,
  chosen: { readonly direction: Direction; readonly dayTrade: boolean },
): ChoiceReason | null {
  if (multiple === 100) return null
  if (chosen.direction === 'short') return { msg: 'order.choice', rule: ruleIdOf('shortMargin') }
  if (chosen.dayTrade) return { msg: 'order.choice', rule: dayTradingRules.onlyCash.id }
  return borrowReason(facts)
}

export function dayTradeReason({ dayTrading }: Pick<TicketFacts, 'dayTrading'>): ChoiceReason | null {
  if (!dayTrading.eligible) {
    return { msg: 'day-trading.not-eligible', rule: dayTradingRules.accountDays.id }
  }
  if (dayTrading.tooLate) return { msg: 'day-trading.too-late', rule: dayTradingRules.dailyGross.id }
  return null
}

/** Every choice of the ticket, each with the reason it is greyed. `chosen` is the ticket's current selection. */
export function orderChoices(
  facts: TicketFacts,
  chosen: { readonly direction: Direction; readonly dayTrade: boolean },
): OrderChoices {
  return {
    prices: priceChoices.map((value) => ({ value, reason: priceReason(facts, value) })),
    directions: (['long', 'short'] as const).map((value) => ({
      value,
      reason: directionReason(facts, value),
    })),
    multiples: longMultiples.map((value) => ({ value, reason: multipleReason(facts, value, chosen) })),
    dayTrade: { value: true, reason: dayTradeReason(facts) },
    closed:
      entryReason(facts.state) ??
      (facts.stopped === null ? null : { msg: 'order.stopped', rule: stopRule(facts.stopped) }),
  }
}

export const stopRule = (by: 'member' | 'rule'): string =>
  by === 'rule' ? ruleIdOf('orderRateLimit') : 'guard.stopped'
