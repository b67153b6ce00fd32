import { defineRules } from '../rule.ts'

export const noticesRules = defineRules({
  keptDays: {
    id: 'notices.kept.days',
    default: 730,
    min: 365,
    max: 3_650,
    unit: 'days',
    reason: 'Two years of what a member was told; the audit trail keeps what happened for longer.',
  },
})
