import { defineRules } from '../rule.ts'

export const depositsRules = defineRules({
  min: {
    id: 'deposit.min',
    default: 100_000,
    min: 100,
    max: 10_000_000,
    unit: 'minor',
    reason: 'A transfer costs the bank something; a channel may ask for more.',
  },
  max: {
    id: 'deposit.maxPerTxn',
    default: 200_000_000,
    min: 100_000,
    max: 1_000_000_000,
    unit: 'minor',
    reason: 'The usual ceiling of a single transfer between banks.',
  },
  maxPerDay: {
    id: 'deposit.maxPerDay',
    default: 300_000_000,
    min: 100_000,
    max: 2_000_000_000,
    unit: 'minor',
    reason: 'Sent in a day, those that were rejected left out.',
  },
  flagAbove: {
    id: 'deposit.reviewAbove',
    default: 50_000_000,
    min: 0,
    max: 1_000_000_000,
    unit: 'minor',
    reason: 'From this amount the law requires enhanced review; both approvers see the flag.',
  },
  opens: {
    id: 'deposit.opens',
    default: 570,
    min: 0,
    max: 1_439,
    unit: 'clock',
    reason: 'In Taipei, on days on which banks work.',
  },
  closes: {
    id: 'deposit.closes',
    default: 1_170,
    min: 1,
    max: 1_440,
    unit: 'clock',
    reason: 'In Taipei, on days on which banks work.',
  },
})
