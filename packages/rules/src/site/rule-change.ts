// How a rule may change: which ones the running system asks for anew, within what bounds, and from when. What costs
// members more is announced seven days ahead; what does not holds as soon as two people have approved it.

import { addDays, taipeiDate, taipeiTime } from '../calendar/taipei.ts'
import { type BookedRule, rulebook } from './rulebook.ts'

/** Between the announcement and the day it holds. */
export const noticeDays = 7

/** A rule that changes later than at once begins with the day: nobody trades half a session under each. */
const dayBegins = 5 * 60

/** When a rule that holds from this day on begins to. */
export const ruleDayStart = (date: string): Date => new Date(taipeiTime(date, dayBegins))

// Read from the database at every use. Everything else is compiled in and changes with a release, so the console does
// not offer it: a value it could set and nobody would follow would be a lie on the members' page.
const readLive: ReadonlySet<string> = new Set([
  'orders',
  'positions',
  'day-trading',
  'bank-accounts',
  'deposits',
  'withdrawals',
])
/** `order.perSecond` is kept by the pace of the route. */
const compiledIn: ReadonlySet<string> = new Set(['order.perSecond', 'settlement.days'])

export const isSettable = ({ id, feature, min, max }: BookedRule): boolean =>
  min < max && readLive.has(feature) && !compiledIn.has(id)

// Which way is worse for members. A rule that is not here is announced ahead whichever way it goes.
const worse: Readonly<Record<string, 'up' | 'down'>> = {
  'fee.brokerage': 'up',
  'fee.brokerageMin': 'up',
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
  'bank.restHours': 'up',
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
}

export function costsMore(rule: string, from: number, to: number): boolean {
  const way = worse[rule]
  if (way === undefined) return true
  return way === 'up' ? to > from : to < from
}

/**
 * When a change approved at `now` may hold from: at once, or with the first day that begins seven whole days later. Not
 * before `notBefore` in either case.
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
  const wanted = now.getTime() + noticeDays * 86_400_000
  const day = taipeiDate(wanted)
  const begins = ruleDayStart(day)
  return begins.getTime() >= wanted ? begins : ruleDayStart(addDays(day, 1))
}

export type RuleChangeRefusal = 'unknown' | 'fixed' | 'bounds' | 'same' | 'order'

/** Pairs whose first may not exceed its second: a minimum above a maximum would stop everybody. */
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

/** `values`: every value each other rule has now or is announced to have. Undefined when it may be proposed. */
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
