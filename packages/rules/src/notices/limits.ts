import { defineRules } from '../rule.ts'

/** A notice is scheduled at most this many days ahead: what it says must still be true. */
export const scheduleDays = 60

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
