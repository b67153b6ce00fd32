import { defineRules } from '../rule.ts'

export const fundRequestsRules = defineRules({
  block: {
    id: 'fundOps.block',
    default: 0,
    min: 0,
    max: 1,
    unit: 'on-off',
    reason:
      'Off: one pending request of each kind. On: a pending deposit or withdrawal blocks the other too.',
  },
})
