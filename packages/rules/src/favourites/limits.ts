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
})
