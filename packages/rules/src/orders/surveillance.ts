// Which accounts may not trade with each other, and which trades between two accounts operators review. Shown in the
// rule book with the rules of an order; not part of an order's terms.

import { defineRules } from '../rule.ts'

export const surveillanceRules = defineRules({
  ownersApart: {
    id: 'order.ownersApart',
    default: 1,
    min: 1,
    max: 1,
    unit: 'on-off',
    reason:
      'Orders of accounts of one person or one bank account never trade with each other: the later order is cancelled.',
  },
  pairDays: {
    id: 'pair.days',
    default: 5,
    min: 1,
    max: 30,
    unit: 'days',
    reason: 'How many days back trades of two accounts with each other are counted.',
  },
  pairSameDevice: {
    id: 'pair.sameDevice',
    default: 1,
    min: 1,
    max: 100,
    unit: 'count',
    reason:
      'So many trades between two accounts of one device are reviewed by people. A shared device is no refusal.',
  },
  pairSameNetwork: {
    id: 'pair.sameNetwork',
    default: 5,
    min: 2,
    max: 100,
    unit: 'count',
    reason: 'So many trades between two accounts of one network are reviewed by people.',
  },
  pairTrades: {
    id: 'pair.trades',
    default: 20,
    min: 5,
    max: 1_000,
    unit: 'count',
    reason: 'So many trades between any two accounts are reviewed by people.',
  },
})

/** What two accounts have in common. */
export const pairLinks = ['owner', 'device', 'network'] as const
export type PairLink = (typeof pairLinks)[number]

export interface PairTerms {
  readonly sameDevice: number
  readonly sameNetwork: number
  readonly trades: number
}

/** Whether operators review a pair that has traded this often with each other since the last review. */
export function needsReview(trades: number, links: readonly PairLink[], terms: PairTerms): boolean {
  if (trades === 0) return false
  if (links.includes('owner')) return true
  if (links.includes('device') && trades >= terms.sameDevice) return true
  if (links.includes('network') && trades >= terms.sameNetwork) return true
  return trades >= terms.trades
}
