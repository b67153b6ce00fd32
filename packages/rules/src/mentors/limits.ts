import { defineRules } from '../rule.ts'

const days = (level: string, value: number) =>
  ({
    id: `mentor.${level}Days`,
    default: value,
    min: 1,
    max: 1_000,
    unit: 'days',
    reason: 'Trading days with a position or a fill. A dormant account gains none.',
  }) as const
const trades = (level: string, value: number) =>
  ({
    id: `mentor.${level}Trades`,
    default: value,
    min: 1,
    max: 10_000,
    unit: 'count',
    reason: 'Closed cash trades. Margin, short and day trades and shares of an offer do not count.',
  }) as const
const drawdown = (level: string, value: number) =>
  ({
    id: `mentor.${level}Drawdown`,
    default: value,
    min: 100,
    max: 10_000,
    unit: 'bp',
    reason: 'The largest fall from a high of the time-weighted result, after costs and without deposits.',
  }) as const
const money = (level: string, value: number) =>
  ({
    id: `mentor.${level}Money`,
    default: value,
    min: 100_000,
    max: 100_000_000_000,
    unit: 'minor',
    reason:
      'The least that the account was worth at the recent day ends, so that one deposit does not lift a level.',
  }) as const
const minFollow = (level: string, value: number) =>
  ({
    id: `mentor.${level}MinFollow`,
    default: value,
    min: 100_000,
    max: 100_000_000_000,
    unit: 'minor',
    reason: 'The smallest amount behind a mentor of this level, enough for one lot of a cheap share.',
  }) as const

/** Published thresholds. The return is none of them: luck over a short time must not lift a level. */
export const mentorsRules = defineRules({
  juniorDays: days('junior', 90),
  intermediateDays: days('intermediate', 180),
  seniorDays: days('senior', 365),
  juniorTrades: trades('junior', 20),
  intermediateTrades: trades('intermediate', 60),
  seniorTrades: trades('senior', 150),
  juniorDrawdown: drawdown('junior', 2_000),
  intermediateDrawdown: drawdown('intermediate', 1_500),
  seniorDrawdown: drawdown('senior', 1_000),
  juniorMoney: money('junior', 5_000_000),
  intermediateMoney: money('intermediate', 20_000_000),
  seniorMoney: money('senior', 100_000_000),
  juniorMinFollow: minFollow('junior', 1_000_000),
  intermediateMinFollow: minFollow('intermediate', 5_000_000),
  seniorMinFollow: minFollow('senior', 20_000_000),
  minOpening: {
    id: 'mentor.minOpening',
    default: 100_000,
    min: 100_000,
    max: 100_000_000,
    unit: 'minor',
    reason: 'The smallest purchase that counts as a trade of a mentor, as the smallest order.',
  },
  winRateTrades: {
    id: 'mentor.winRateTrades',
    default: 20,
    min: 20,
    max: 1_000,
    unit: 'count',
    reason: 'With fewer closed trades no win rate is shown.',
  },
  moneyDays: {
    id: 'mentor.moneyDays',
    default: 20,
    min: 1,
    max: 250,
    unit: 'days',
    reason: 'The recent day ends whose least total is the own money of a mentor.',
  },
  returnBase: {
    id: 'mentor.returnBase',
    default: 5_000_000,
    min: 100_000,
    max: 100_000_000,
    unit: 'minor',
    reason:
      'A gain counts against at least this amount, so that luck on a tiny account stays small. A loss counts in full.',
  },
  perfFee: {
    id: 'mentor.perfFee',
    default: 0,
    min: 0,
    max: 0,
    unit: 'bp',
    reason: 'Mentors take no part of a profit: paid advice needs a licence.',
  },
})
