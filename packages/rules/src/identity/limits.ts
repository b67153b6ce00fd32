import { defineRules } from '../rule.ts'

export const identityRules = defineRules({
  minAge: {
    id: 'identity.age.min',
    default: 18,
    min: 18,
    max: 25,
    unit: 'count',
    reason:
      'Of age under the Civil Code since 2023; younger people need a guardian, whom this form does not know.',
  },
  uploadsPerDay: {
    id: 'uploads.perDay',
    default: 20,
    min: 5,
    max: 100,
    unit: 'count',
    reason: 'Enough to take a picture again many times; not enough to fill the storage.',
  },
})
