import { defineRules } from '../rule.ts'

export const marketDataRules = defineRules({
  maxScreens: {
    id: 'screener.maxScreens',
    default: 20,
    min: 1,
    max: 100,
    unit: 'count',
    reason: 'Saved screens stand side by side, and the number of matches of each is counted at every read.',
  },
})
