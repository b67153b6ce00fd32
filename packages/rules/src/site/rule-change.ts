// How a rule can change: which rules the running system reloads, within which bounds, and from when. A change that
// costs members more is announced seven days ahead; any other takes effect as soon as two operators have approved it.

import { addDays, dayMs, taipeiDate, taipeiTime } from '../calendar/taipei.ts'
import { type BookedRule, rulebook } from './rulebook.ts'

/** Days between the announcement and the effect. */
export const noticeDays = 7

/** A later change takes effect when the day begins, so that no session has two values. */
const dayBegins = 5 * 60

/** The moment at which a rule with this first day takes effect. */
export const ruleDayStart = (date: string): Date => new Date(taipeiTime(date, dayBegins))

// Read from the database at every use. Everything else is compiled in and changes with a release. The console does not
// offer it, because a value without effect would be wrong on the members' page.
const readLive: ReadonlySet<string> = new Set([
  'orders',
  'positions',
  'day-trading',
  'bank-accounts',
  'deposits',
  'withdrawals',
  'funds',
])
/** `order.perSecond` is enforced by the route's rate limit. */
const compiledIn: ReadonlySet<string> = new Set(['order.perSecond', 'settlement.days'])

export const isSettable = ({ id, feature, min, max }: BookedRule): boolean =>
  min < max && readLive.has(feature) && !compiledIn.has(id)

// The direction that is worse for members. A rule not listed here is announced ahead in both directions.
const worse: Readonly<Record<string, 'up' | 'down'>> = {
  'fee.brokerage': 'up',
  'fee.brokerageMin': 'up',
  'fee.brokerageMinOdd': 'up',
  'margin.borrowFee': 'up',
  'order.minAmount': 'up',
  'order.maxLots': 'down',
  'order.maxConditional': 'down',
  'order.conditionalDays': 'down',
  'margin.interestApr': 'up',
  'margin.shortMargin': 'up',
  'margin.callRatio': 'up',
  'margin.cancelRatio': 'up',
  'margin.floorRatio': 'up',
  'margin.callBusinessDays': 'down',
  'margin.minPrice': 'up',
  'margin.line': 'down',
  'sell.minHoldDays': 'up',
  'sell.lockMinutes': 'up',
  'sell.waitMinutes': 'up',
  'dayTrade.lockMinutes': 'up',
  'dayTrade.dailyGross': 'down',
  'dayTrade.equityTimes': 'down',
  'dayTrade.accountDays': 'up',
  'dayTrade.tradesInYear': 'up',
  'bankCards.max': 'down',
  'bank.coolDownHours': 'up',
  'deposit.min': 'up',
  'deposit.maxPerTxn': 'down',
  'deposit.maxPerDay': 'down',
  'deposit.opens': 'up',
  'deposit.closes': 'down',
  'fundOps.block': 'up',
  'withdraw.min': 'up',
  'withdraw.maxPerTxn': 'down',
  'withdraw.maxPerDay': 'down',
  'withdraw.countPerDay': 'down',
  'withdraw.fee': 'up',
  'withdraw.cooldown': 'up',
  'withdraw.opens': 'up',
  'withdraw.closes': 'down',
  'recon.freshMinutes': 'down',
  'recon.nightHours': 'down',
  'bank.coverHours': 'down',
  'bank.suspenseHours': 'down',
}

export function costsMore(rule: string, from: number, to: number): boolean {
  const way = worse[rule]
  if (way === undefined) return true
  return way === 'up' ? to > from : to < from
}

/**
 * When a change approved at `now` can take effect: at once, or on the first day that begins seven whole days later. In
 * either case not before `notBefore`.
 */
export function earliestStart(
  rule: string,
  from: number,
  to: number,
  now: Date,
  notBefore: Date | null = null,
): Date {
  const atLeast = costsMore(rule, from, to) ? announced(now) : now
  return notBefore !== null && notBefore > atLeast ? notBefore : atLeast
}

function announced(now: Date): Date {
  const wanted = now.getTime() + noticeDays * dayMs
  const day = taipeiDate(wanted)
  const begins = ruleDayStart(day)
  return begins.getTime() >= wanted ? begins : ruleDayStart(addDays(day, 1))
}

export type RuleChangeRefusal = 'unknown' | 'fixed' | 'bounds' | 'same' | 'order'

/** Pairs whose first must not exceed its second: a minimum above a maximum would block all members. */
const ordered: readonly (readonly [string, string, 'below' | 'up-to'])[] = [
  ['margin.floorRatio', 'margin.callRatio', 'up-to'],
  ['margin.callRatio', 'margin.cancelRatio', 'up-to'],
  ['deposit.min', 'deposit.maxPerTxn', 'up-to'],
  ['deposit.maxPerTxn', 'deposit.maxPerDay', 'up-to'],
  ['deposit.opens', 'deposit.closes', 'below'],
  ['withdraw.min', 'withdraw.maxPerTxn', 'up-to'],
  ['withdraw.maxPerTxn', 'withdraw.maxPerDay', 'up-to'],
  ['withdraw.fee', 'withdraw.min', 'below'],
  ['withdraw.opens', 'withdraw.closes', 'below'],
]

/** `values`: all current and announced values of the other rules. Undefined when it can be proposed. */
export function refuseRuleValue(
  id: string,
  value: number,
  values: ReadonlyMap<string, readonly number[]>,
): RuleChangeRefusal | undefined {
  const rule = rulebook.find((booked) => booked.id === id)
  if (!rule) return 'unknown'
  if (!isSettable(rule)) return 'fixed'
  if (!Number.isSafeInteger(value) || value < rule.min || value > rule.max) return 'bounds'
  if (values.get(id)?.[0] === value) return 'same'
  const holds = ordered.every(([low, high, how]) => {
    if (low !== id && high !== id) return true
    const lows = low === id ? [value] : (values.get(low) ?? [])
    const highs = high === id ? [value] : (values.get(high) ?? [])
    return lows.every((a) => highs.every((b) => (how === 'below' ? a < b : a <= b)))
  })
  return holds ? undefined : 'order'
}
