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
  maxDrawings: {
    id: 'chart.maxDrawings',
    default: 200,
    min: 10,
    max: 1_000,
    unit: 'count',
    reason: 'The drawings of a member are kept on the server; a person who draws stays far below.',
  },
})
