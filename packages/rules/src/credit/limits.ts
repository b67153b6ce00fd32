import { defineRules } from '../rule.ts'

export const creditRules = defineRules({
  isOpen: {
    id: 'credit.open',
    default: 1,
    min: 0,
    max: 1,
    unit: 'on-off',
    reason: 'Off closes the borrowing channel: no new requests. Running loans are repaid as agreed.',
  },
  quota: {
    id: 'credit.quota',
    default: 5_000_000_000,
    min: 0,
    max: 100_000_000_000,
    unit: 'minor',
    reason: 'The most the house lends by credit loans at once, requests under review included.',
  },
  limitStart: {
    id: 'credit.limitStart',
    default: 10_000_000,
    min: 0,
    max: 50_000_000,
    unit: 'minor',
    reason: 'The approved limit of every member before two operators have added to it.',
  },
  min: {
    id: 'credit.minBorrow',
    default: 1_000_000,
    min: 100_000,
    max: 10_000_000,
    unit: 'minor',
    reason: 'The least amount of a loan.',
  },
  step: {
    id: 'credit.step',
    default: 100_000,
    min: 100_000,
    max: 1_000_000,
    unit: 'minor',
    reason: 'Loans are multiples of it, as margin loans are.',
  },
  max: {
    id: 'credit.maxBorrow',
    default: 50_000_000,
    min: 0,
    max: 50_000_000,
    unit: 'minor',
    reason: 'The most one member may borrow without proof of means. No limit increase goes beyond it.',
  },
  financing: {
    id: 'credit.financing',
    default: 600_000,
    min: 0,
    max: 600_000,
    unit: 'ppm',
    reason: 'The part of the value of pledged shares that can be borrowed, as for a margin purchase.',
  },
  apr: {
    id: 'credit.apr',
    default: 65_000,
    min: 0,
    max: 160_000,
    unit: 'ppm',
    reason: 'Yearly and the same for every member. A loan keeps the rate it was asked for with.',
  },
  increaseDays: {
    id: 'credit.increaseDays',
    default: 30,
    min: 1,
    max: 365,
    unit: 'days',
    reason: 'Between two requests for a higher limit.',
  },
})

export type CreditTerms = { readonly [Name in keyof typeof creditRules]: number }

/** The rules with the values that operators have set. */
export const creditTermsOf = (values: ReadonlyMap<string, number>): CreditTerms =>
  Object.fromEntries(
    Object.entries(creditRules).map(([name, rule]) => [name, values.get(rule.id) ?? rule.default]),
  ) as CreditTerms
