import { defineRules } from '../rule.ts'

export const favouritesRules = defineRules({
  max: {
    id: 'favourites.max',
    default: 200,
    min: 20,
    max: 500,
    unit: 'count',
    reason:
      'A live list subscribes to each of its stocks; 200 is what one phone and one connection carry well.',
  },
  maxGroups: {
    id: 'favourites.maxGroups',
    default: 10,
    min: 1,
    max: 50,
    unit: 'count',
    reason: 'Groups stand side by side over the list; more than ten cannot be found by swiping.',
  },
  maxAlertsPerStock: {
    id: 'favourites.maxAlertsPerStock',
    default: 10,
    min: 1,
    max: 50,
    unit: 'count',
    reason: 'Enough for both directions at several prices; every trade is held against each of them.',
  },
})
