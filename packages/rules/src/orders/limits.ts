// The figures of an order: costs, bounds, and what blocks it. Rates are millionths, money hundredths.

import { defineRules } from '../rule.ts'

export const oddLotRules = defineRules({
  onlyCash: {
    id: 'odd.onlyCash',
    default: 1,
    min: 1,
    max: 1,
    unit: 'on-off',
    reason: 'Odd lots are bought with own money and sold from it: no loan, no short, no day trade.',
  },
})

export const ordersRules = defineRules({
  brokerage: {
    id: 'fee.brokerage',
    default: 1_425,
    min: 0,
    max: 1_425,
    unit: 'ppm',
    reason:
      'The customary ceiling in Taiwan, each side, once per order on its whole value, cut to whole dollars.',
  },
  brokerageMin: {
    id: 'fee.brokerageMin',
    default: 2_000,
    min: 0,
    max: 2_000,
    unit: 'minor',
    reason: 'The least fee of a board-lot order, compared after the cut.',
  },
  brokerageMinOdd: {
    id: 'fee.brokerageMinOdd',
    default: 100,
    min: 0,
    max: 2_000,
    unit: 'minor',
    reason: 'The least fee of an order of less than one lot, compared after the cut.',
  },
  taxStock: {
    id: 'tax.stock',
    default: 3_000,
    min: 3_000,
    max: 3_000,
    unit: 'ppm',
    reason: 'Securities transaction tax, paid by the seller, cut to whole dollars.',
  },
  taxDayTrade: {
    id: 'tax.dayTrade',
    default: 1_500,
    min: 1_500,
    max: 1_500,
    unit: 'ppm',
    reason: 'Half the tax for shares bought and sold on one day, in force to the end of 2027.',
  },
  taxEtf: {
    id: 'tax.etf',
    default: 1_000,
    min: 1_000,
    max: 1_000,
    unit: 'ppm',
    reason: 'Funds pay a third of the tax, and no half of it for day trades.',
  },
  borrowFee: {
    id: 'margin.borrowFee',
    default: 800,
    min: 0,
    max: 800,
    unit: 'ppm',
    reason: 'Once, on the value of a short sale, for the shares lent; cut to whole dollars.',
  },
  minAmount: {
    id: 'order.minAmount',
    default: 100_000,
    min: 0,
    max: 10_000_000,
    unit: 'minor',
    reason: 'An opening order is worth at least this much.',
  },
  maxLots: {
    id: 'order.maxLots',
    default: 499,
    min: 1,
    max: 499,
    unit: 'lots',
    reason: "The exchange's own limit for one order.",
  },
  perSecond: {
    id: 'order.perSecond',
    default: 10,
    min: 1,
    max: 50,
    unit: 'count',
    reason: 'No hand sends more in a second; a program that does is slowed before it harms its owner.',
  },
  orderRateLimit: {
    id: 'order.rateLimit',
    default: 60,
    min: 20,
    max: 600,
    unit: 'count',
    reason:
      'So many opening orders within ten seconds stop trading for the account until its owner starts it again.',
  },
  farPrice: {
    id: 'guard.farPrice',
    default: 50_000,
    min: 10_000,
    max: 200_000,
    unit: 'ppm',
    reason: 'A limit price this far on the wrong side of the last trade is asked about once more.',
  },
  equityShare: {
    id: 'guard.equityShare',
    default: 500_000,
    min: 100_000,
    max: 1_000_000,
    unit: 'ppm',
    reason: 'An opening order that takes a larger share of the own equity is asked about once more.',
  },
  maxConditional: {
    id: 'order.maxConditional',
    default: 50,
    min: 1,
    max: 200,
    unit: 'count',
    reason: 'Waiting conditional orders of one member.',
  },
  conditionalDays: {
    id: 'order.conditionalDays',
    default: 30,
    min: 1,
    max: 90,
    unit: 'days',
    reason: 'How far ahead a conditional order may wait.',
  },
})
