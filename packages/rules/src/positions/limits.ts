// The figures of positions: borrowing, maintenance, when a position can be sold.

import { defineRules } from '../rule.ts'

export const positionsRules = defineRules({
  interestApr: {
    id: 'margin.interestApr',
    default: 65_000,
    min: 0,
    max: 160_000,
    unit: 'ppm',
    reason:
      'Yearly, on the loan of a margin purchase, by calendar days of the year, rounded to the cent once.',
  },
  shortMargin: {
    id: 'margin.shortMargin',
    default: 900_000,
    min: 900_000,
    max: 1_200_000,
    unit: 'ppm',
    reason: "The regulator's least margin of a short sale, rounded up to a hundred dollars.",
  },
  callRatio: {
    id: 'margin.callRatio',
    default: 13_000,
    min: 13_000,
    max: 16_600,
    unit: 'bp',
    reason: 'Below this maintenance ratio of the whole account a call goes out.',
  },
  cancelRatio: {
    id: 'margin.cancelRatio',
    default: 16_600,
    min: 13_000,
    max: 20_000,
    unit: 'bp',
    reason: 'At this ratio a margin call ends automatically, and a call asks for money up to this ratio.',
  },
  floorRatio: {
    id: 'margin.floorRatio',
    default: 12_000,
    min: 10_500,
    max: 13_000,
    unit: 'bp',
    reason:
      'Below this ratio positions are closed before the deadline: the loan would soon exceed its collateral.',
  },
  callDays: {
    id: 'margin.callBusinessDays',
    default: 2,
    min: 1,
    max: 5,
    unit: 'days',
    reason: 'Trading days to meet a call, to the close of the last.',
  },
  minPrice: {
    id: 'margin.minPrice',
    default: 1_000,
    min: 500,
    max: 10_000,
    unit: 'minor',
    reason: 'Shares below their par carry no loan and are not lent.',
  },
  lineMax: {
    id: 'margin.line',
    default: 5_000_000_000,
    min: 0,
    max: 100_000_000_000,
    unit: 'minor',
    reason:
      'The most one member may owe at once, shorts at their sale value included. Generous for paper money; the real line without proof of means is far lower.',
  },
  minHoldDays: {
    id: 'sell.minHoldDays',
    default: 1,
    min: 0,
    max: 5,
    unit: 'days',
    reason:
      'Shares bought today may be sold from the next trading day; with day-trading eligibility, the same day.',
  },
  lockMinutes: {
    id: 'sell.lockMinutes',
    default: 0,
    min: 0,
    max: 60,
    unit: 'minutes',
    reason: 'Cool-down of a holding after its first fill; the market has no such rule, so none by default.',
  },
  waitMinutes: {
    id: 'sell.waitMinutes',
    default: 0,
    min: 0,
    max: 60,
    unit: 'minutes',
    reason: 'Between two requests to close the same holding.',
  },
  settlementDays: {
    id: 'settlement.days',
    default: 2,
    min: 2,
    max: 2,
    unit: 'days',
    reason: 'T+2: money and shares of a trade are yours to withdraw on the second settlement day.',
  },
})
