import { defineRules } from '../rule.ts'

export const blockTradesRules = defineRules({
  minLots: {
    id: 'block.minLots',
    default: 500,
    min: 1,
    max: 500,
    unit: 'lots',
    reason:
      'A block is this many lots or the smallest amount, as the exchange says; the practice market asks for fewer.',
  },
  minAmount: {
    id: 'block.minAmount',
    default: 1_500_000_000,
    min: 100_000,
    max: 1_500_000_000,
    unit: 'minor',
    reason: 'Fewer lots are a block when they are worth this much; the practice market asks for less.',
  },
  maxLots: {
    id: 'block.maxLots',
    default: 5_000,
    min: 1,
    max: 50_000,
    unit: 'lots',
    reason: 'The most that one member may apply for at once: exposure.',
  },
  perDay: {
    id: 'block.perDayCount',
    default: 5,
    min: 1,
    max: 50,
    unit: 'count',
    reason: 'Applications of a trading day, without rejected or cancelled ones.',
  },
  opens: {
    id: 'block.opens',
    default: 540,
    min: 0,
    max: 1_439,
    unit: 'clock',
    reason:
      'In Taipei, on trading days, as the exchange says. The practice market takes them while it trades continuously.',
  },
  closes: {
    id: 'block.closes',
    default: 1_020,
    min: 1,
    max: 1_440,
    unit: 'clock',
    reason: 'What is not decided by then is returned. On the practice market this is the closing call.',
  },
  premium: {
    id: 'block.premiumRange',
    default: 1_000,
    min: 0,
    max: 1_000,
    unit: 'bp',
    reason: 'Above or below the reference price, and always inside the limits of the day.',
  },
  passwordMin: {
    id: 'block.passwordMin',
    default: 6,
    min: 6,
    max: 20,
    unit: 'characters',
    reason: 'The seller gives it to buyers; five wrong ones lock like a fund password.',
  },
})
