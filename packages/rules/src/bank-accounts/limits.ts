import { defineRules } from '../rule.ts'

export const bankAccountsRules = defineRules({
  max: {
    id: 'bankCards.max',
    default: 5,
    min: 1,
    max: 20,
    unit: 'count',
    reason: 'Bank accounts of one member, those under review included.',
  },
  coolDownHours: {
    id: 'bank.coolDownHours',
    default: 24,
    min: 24,
    max: 72,
    unit: 'hours',
    reason:
      'Cool-down of a new bank account: the member has a day to notice an account that they did not add.',
  },
  ownName: {
    id: 'bankCards.sameNameOnly',
    default: 1,
    min: 1,
    max: 1,
    unit: 'on-off',
    reason: 'Money goes only to an account in the verified name of the member.',
  },
})
