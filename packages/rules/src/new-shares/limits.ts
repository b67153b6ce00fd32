import { defineRules } from '../rule.ts'

export const newSharesRules = defineRules({
  fee: {
    id: 'sub.fee',
    default: 2_000,
    min: 0,
    max: 2_000,
    unit: 'minor',
    reason: 'Processing fee of an application, kept after the draw. Refunded when cancelled in time or void.',
  },
  perPerson: {
    id: 'sub.maxPerMember',
    default: 1,
    min: 1,
    max: 10,
    unit: 'count',
    reason: 'Applications of one verified person for one offer, unless the offer says otherwise.',
  },
  minShares: {
    id: 'sub.minShares',
    default: 1_000,
    min: 1,
    max: 100_000,
    unit: 'count',
    reason:
      'Shares of one application: the same for everybody, so that every application has the same chance.',
  },
  moveUpHours: {
    id: 'sub.moveUpHours',
    default: 24,
    min: 1,
    max: 72,
    unit: 'hours',
    reason: 'Time to pay for an applicant who moves up because a winner has not paid.',
  },
})
