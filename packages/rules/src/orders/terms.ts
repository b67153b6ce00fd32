// The rule values an order is checked and charged by, at one moment. The server reads them once, sends them with their
// version to the ticket, and charges by the version the order was placed under, so the two cannot differ.

import { dayTradingRules } from '../day-trading/limits.ts'
import { positionsRules } from '../positions/limits.ts'
import type { Rule } from '../rule.ts'
import { ordersRules } from './limits.ts'

export const tradingRules = { ...ordersRules, ...positionsRules, ...prefixed(dayTradingRules) }

function prefixed(rules: typeof dayTradingRules) {
  return {
    dayTradeLockMinutes: rules.lockMinutes,
    dayTradeGross: rules.dailyGross,
    dayTradeEquityTimes: rules.equityTimes,
    dayTradeAccountDays: rules.accountDays,
    dayTradeTradesInYear: rules.tradesInYear,
  }
}

export type TermName = keyof typeof tradingRules
export type TradingTerms = Readonly<Record<TermName, number>>

/** `tw`: the real limits. `practice`: without the waiting times of months for visitors of the practice market. */
export type RuleProfile = 'tw' | 'practice'

const practice: Partial<TradingTerms> = { dayTradeAccountDays: 0, dayTradeTradesInYear: 0 }
const tw: Partial<TradingTerms> = { lineMax: 50_000_000 }

const names = Object.keys(tradingRules) as TermName[]

/** A rule's value until an operator sets one, by rule id: the profile's value or the default. */
export function startingValues(profile: RuleProfile): ReadonlyMap<string, number> {
  const over = profile === 'practice' ? practice : tw
  return new Map(names.map((name) => [tradingRules[name].id, over[name] ?? tradingRules[name].default]))
}

/** `values` by rule id: the operators' values in force now. */
export function termsOf(profile: RuleProfile, values: ReadonlyMap<string, number> = new Map()): TradingTerms {
  const starting = startingValues(profile)
  const valueOf = ({ id }: Rule): number => values.get(id) ?? starting.get(id)!
  return Object.fromEntries(names.map((name) => [name, valueOf(tradingRules[name])])) as TradingTerms
}

export const ruleIdOf = (name: TermName): string => tradingRules[name].id
