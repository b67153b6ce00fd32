import { defineRules } from '../rule.ts'

export const corporateActionsRules = defineRules({
  supplementFrom: {
    id: 'dividend.supplementFrom',
    default: 2_000_000,
    min: 100,
    max: 100_000_000,
    unit: 'minor',
    reason: 'The health insurance supplement is withheld from one dividend of at least this amount, by law.',
  },
  supplementRate: {
    id: 'dividend.supplementRate',
    default: 211,
    min: 0,
    max: 1_000,
    unit: 'bp',
    reason:
      'The health insurance supplement of a dividend, by law. It is in force for dividends announced later.',
  },
})

export interface SupplementTerms {
  /** Minor units. */
  readonly supplementFrom: number
  /** Hundredths of a percent. */
  readonly supplementRate: number
}

/** The rules with the values that operators have set. */
export const supplementTermsOf = (values: ReadonlyMap<string, number>): SupplementTerms => {
  const { supplementFrom, supplementRate } = corporateActionsRules
  return {
    supplementFrom: values.get(supplementFrom.id) ?? supplementFrom.default,
    supplementRate: values.get(supplementRate.id) ?? supplementRate.default,
  }
}
