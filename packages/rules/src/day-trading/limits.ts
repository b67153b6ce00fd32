import { defineRules } from '../rule.ts'

export const dayTradingRules = defineRules({
  lockMinutes: {
    id: 'dayTrade.lockMinutes',
    default: 1,
    min: 0,
    max: 30,
    unit: 'minutes',
    reason: 'A day trade has a cool-down of a minute after its first fill, against a second tap by mistake.',
  },
  dailyGross: {
    id: 'dayTrade.dailyGross',
    default: 499_000_000,
    min: 0,
    max: 5_000_000_000,
    unit: 'minor',
    reason: 'Opening value of a day, together with three times the own equity: the smaller holds.',
  },
  equityTimes: {
    id: 'dayTrade.equityTimes',
    default: 3,
    min: 1,
    max: 10,
    unit: 'count',
    reason: 'Opening value of a day in multiples of the own equity.',
  },
  accountDays: {
    id: 'dayTrade.accountDays',
    default: 90,
    min: 0,
    max: 365,
    unit: 'days',
    reason: 'Three months of account, as the exchange asks; the practice profile asks for none.',
  },
  tradesInYear: {
    id: 'dayTrade.tradesInYear',
    default: 10,
    min: 0,
    max: 100,
    unit: 'count',
    reason: 'Ten trades within a year, as the exchange asks; the practice profile asks for none.',
  },
  onlyCash: {
    id: 'dayTrade.onlyCash',
    default: 1,
    min: 1,
    max: 1,
    unit: 'on-off',
    reason: 'The half tax is for cash day trades: no loan with it, so a day trade is always 1x.',
  },
})
