import { dayTradingRules } from '../day-trading/limits.ts'
import type { TradingTerms } from '../orders/terms.ts'
import { positionsRules } from './limits.ts'

/** When a position can be closed, as in app.positions; times in milliseconds since 1970. */
export interface ClosingTimes {
  readonly openedOn: string
  /** The first trading day on which it can be closed. */
  readonly sellableOn: string
  readonly unlocksAt: number
  /** The last request to close it; null before the first. */
  readonly closeAskedAt: number | null
  readonly dayTrade: boolean
}

export type ClosingRefusal =
  | { readonly code: 'stock.no-same-day-sale' | 'stock.no-sale-before-t1'; readonly rule: string }
  | { readonly code: 'position.locked' | 'position.wait'; readonly rule: string; readonly minutes: number }

const minuteMs = 60_000

/** Rounded up: after "0 more minutes" the close would be refused again. */
const minutesLeft = (untilMs: number, nowMs: number): number => Math.ceil((untilMs - nowMs) / minuteMs)

/** Returns undefined when the position can be closed now. `date` is the trading day of the close order. */
export function mayClose(
  position: ClosingTimes,
  nowMs: number,
  date: string,
  waits: Pick<TradingTerms, 'waitMinutes'>,
): ClosingRefusal | undefined {
  if (date < position.sellableOn) {
    const code = date === position.openedOn ? 'stock.no-same-day-sale' : 'stock.no-sale-before-t1'
    return { code, rule: positionsRules.minHoldDays.id }
  }
  if (nowMs < position.unlocksAt) {
    const rule = position.dayTrade ? dayTradingRules.lockMinutes.id : positionsRules.lockMinutes.id
    return { code: 'position.locked', rule, minutes: minutesLeft(position.unlocksAt, nowMs) }
  }
  const free = position.closeAskedAt === null ? nowMs : position.closeAskedAt + waits.waitMinutes * minuteMs
  if (nowMs < free) {
    return { code: 'position.wait', rule: positionsRules.waitMinutes.id, minutes: minutesLeft(free, nowMs) }
  }
  return undefined
}
