import { defineRules } from '../rule.ts'

export const savingsPlansRules = defineRules({
  min: {
    id: 'savings.min',
    default: 100_000,
    min: 10_000,
    max: 1_000_000,
    unit: 'minor',
    reason:
      'The least amount of one date, as at other brokers. The least value of a single order does not apply.',
  },
  max: {
    id: 'savings.max',
    default: 10_000_000,
    min: 100_000,
    max: 100_000_000,
    unit: 'minor',
    reason: 'The most of one date: the member does not see the order before it is sent.',
  },
  step: {
    id: 'savings.step',
    default: 100_000,
    min: 10_000,
    max: 1_000_000,
    unit: 'minor',
    reason: 'Amounts are multiples of it.',
  },
  maxPlans: {
    id: 'savings.maxPlans',
    default: 20,
    min: 1,
    max: 100,
    unit: 'count',
    reason: 'Plans of one member that have not ended.',
  },
  headroom: {
    id: 'savings.headroom',
    default: 100,
    min: 0,
    max: 1_000,
    unit: 'bp',
    reason: 'The limit of the order above the last price, so that a small move does not leave it unfilled.',
  },
  afterOpen: {
    id: 'savings.afterOpen',
    default: 30,
    min: 0,
    max: 240,
    unit: 'minutes',
    reason: 'Plans buy this long after continuous trading begins, when prices have settled.',
  },
})

export type SavingsTerms = { readonly [Name in keyof typeof savingsPlansRules]: number }

/** The rules with the values that operators have set. */
export const savingsTermsOf = (values: ReadonlyMap<string, number>): SavingsTerms =>
  Object.fromEntries(
    Object.entries(savingsPlansRules).map(([name, rule]) => [name, values.get(rule.id) ?? rule.default]),
  ) as SavingsTerms
