// Conditional orders: what can be set, which trade triggers them, and the order they turn into. The server keeps them.
// Until they trigger they are not in the book, except the take-profit of a pair, which rests there as a limit order.

import type { InstrumentKind, Side } from '@fairlot/contract/venue'
import { isOnTick, tickAt } from '../instruments/ticks.ts'

export type ConditionalKind = 'stop' | 'take-profit' | 'one-cancels-other' | 'trailing'

export interface StopLeg {
  /** Triggers at a trade at or beyond this price. */
  readonly trigger?: number | undefined
  /** Instead of a trigger: triggers this far behind the best price since it was set. */
  readonly distance?: number | undefined
  /** Absent: a market order once triggered. */
  readonly price?: number | undefined
}

export interface ConditionalTerms {
  readonly kind: ConditionalKind
  readonly stop?: StopLeg | undefined
  readonly takeProfit?: { readonly price: number } | undefined
}

/** The instrument's current state, and the side of the order that would close the position. */
export interface ConditionalGround {
  readonly instrument: InstrumentKind
  /** True with a daily limit. An instrument without one accepts no market orders, so a stop needs a price there. */
  readonly limited: boolean
  readonly side: Side
  readonly last: number
}

export type ConditionalProblem =
  | { readonly code: 'order.tick'; readonly field: string; readonly tick: number }
  | { readonly code: 'order.trigger'; readonly field: string }
  | { readonly code: 'order.choice'; readonly field: string; readonly rule: 'order.market-not-limited' }

const wanted: Readonly<
  Record<
    ConditionalKind,
    { readonly trigger: boolean; readonly distance: boolean; readonly takeProfit: boolean }
  >
> = {
  stop: { trigger: true, distance: false, takeProfit: false },
  'take-profit': { trigger: false, distance: false, takeProfit: true },
  'one-cancels-other': { trigger: true, distance: false, takeProfit: true },
  trailing: { trigger: false, distance: true, takeProfit: false },
}

/** Returns true when `price` is at `level` or beyond it on the losing side of the closing order. */
const isWorse = (side: Side, price: number, level: number): boolean =>
  side === 'sell' ? price <= level : price >= level

/** Returns undefined when the order can be set. Its triggers can lie outside today's limits: it can wait for days. */
export function conditionalProblem(
  { kind, stop, takeProfit }: ConditionalTerms,
  { instrument, limited, side, last }: ConditionalGround,
): ConditionalProblem | undefined {
  const want = wanted[kind]
  const field = want.takeProfit && !want.trigger ? 'takeProfit' : 'stop'
  const isWhole =
    (stop?.trigger !== undefined) === want.trigger &&
    (stop?.distance !== undefined) === want.distance &&
    (stop !== undefined) === (want.trigger || want.distance) &&
    (takeProfit !== undefined) === want.takeProfit
  if (!isWhole) return { code: 'order.trigger', field }
  for (const [name, price] of [
    ['stop', stop?.trigger],
    ['stop', stop?.price],
    ['takeProfit', takeProfit?.price],
  ] as const) {
    if (price !== undefined && !isOnTick(instrument, price)) {
      return { code: 'order.tick', field: name, tick: tickAt(instrument, price) }
    }
  }
  if (stop?.trigger !== undefined && isWorse(side, last, stop.trigger))
    return { code: 'order.trigger', field: 'stop' }
  // A limit on the winning side of its trigger would stay in the book while the price moves away from it.
  if (stop?.price !== undefined && (stop.trigger === undefined || !isWorse(side, stop.price, stop.trigger))) {
    return { code: 'order.trigger', field: 'stop' }
  }
  if (stop?.distance !== undefined) {
    const tick = tickAt(instrument, last)
    if (stop.distance % tick !== 0) return { code: 'order.tick', field: 'stop', tick }
    if (stop.distance >= last) return { code: 'order.trigger', field: 'stop' }
  }
  if (takeProfit !== undefined && !isWorse(side, last, takeProfit.price)) {
    return { code: 'order.trigger', field: 'takeProfit' }
  }
  // The profit is already reached: an ordinary order does that.
  if (takeProfit?.price === last) return { code: 'order.trigger', field: 'takeProfit' }
  if (stop !== undefined && stop.price === undefined && !limited) {
    return { code: 'order.choice', field: 'stop', rule: 'order.market-not-limited' }
  }
  return undefined
}

export type FiredLeg = 'stop' | 'take-profit'

export interface WaitingConditional extends ConditionalTerms {
  readonly side: Side
  /** For a trailing order: the best price since it was set. */
  readonly best: number | null
}

export interface TradeEffect {
  readonly fires: FiredLeg | undefined
  readonly best: number | null
}

/**
 * The effect of one trade on a waiting conditional order. The take-profit of a pair is in the book and needs no
 * trigger.
 */
export function effectOfTrade(waiting: WaitingConditional, price: number): TradeEffect {
  const { kind, side, stop, takeProfit, best } = waiting
  if (kind === 'take-profit') {
    return { fires: isWorse(opposite(side), price, takeProfit!.price) ? 'take-profit' : undefined, best }
  }
  if (kind !== 'trailing') return { fires: isWorse(side, price, stop!.trigger!) ? 'stop' : undefined, best }
  // A new best price moves the trigger and cannot reach it.
  if (best === null || !isWorse(side, price, best)) return { fires: undefined, best: price }
  const trigger = trailingTrigger(side, best, stop!.distance!)
  return { fires: isWorse(side, price, trigger) ? 'stop' : undefined, best }
}

export const trailingTrigger = (side: Side, best: number, distance: number): number =>
  side === 'sell' ? best - distance : best + distance

const opposite = (side: Side): Side => (side === 'sell' ? 'buy' : 'sell')

/** Limits of a day; absent for an instrument without. */
export interface DayLimits {
  readonly upper?: number | undefined
  readonly lower?: number | undefined
}

/**
 * The limit price of the triggered leg, always for the rest of the day. A market stop is sent at the day's limit: it
 * matches every price a market order would, and unlike market orders it stays in the book during a pause. Undefined
 * when the day does not allow its price.
 */
export function firedPrice(
  { stop, takeProfit }: ConditionalTerms,
  leg: FiredLeg,
  side: Side,
  { upper, lower }: DayLimits,
): number | undefined {
  const worst = side === 'sell' ? lower : upper
  const price = leg === 'stop' ? (stop?.price ?? worst) : takeProfit?.price
  if (price === undefined) return undefined
  // Beyond the day's worst price the order uses that price; beyond the best, no such order is possible today.
  if (worst !== undefined && isWorse(side, price, worst)) return worst
  const best = side === 'sell' ? upper : lower
  return best === undefined || isWorse(side, price, best) ? price : undefined
}
