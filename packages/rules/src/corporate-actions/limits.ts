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
  parValue: {
    id: 'dividend.parValue',
    default: 1_000,
    min: 1,
    max: 100_000,
    unit: 'minor',
    reason:
      'The supplement counts a share of a stock dividend at par. It is in force for dividends announced later.',
  },
  fractionRate: {
    id: 'dividend.fractionRate',
    default: 10_000,
    min: 0,
    max: 10_000,
    unit: 'bp',
    reason:
      'A fraction of a share is paid in cash, in whole dollars, at this part of the reference price of the ex-date.',
  },
})

export interface SupplementTerms {
  /** Minor units. */
  readonly supplementFrom: number
  /** Hundredths of a percent. */
  readonly supplementRate: number
}

export interface FractionTerms {
  /** Minor units. */
  readonly parValue: number
  /** Hundredths of a percent of the reference price. */
  readonly fractionRate: number
}

/** The rules with the values that operators have set. */
export const supplementTermsOf = (values: ReadonlyMap<string, number>): SupplementTerms & FractionTerms => {
  const valueOf = ({ id, default: usual }: { readonly id: string; readonly default: number }): number =>
    values.get(id) ?? usual
  const { supplementFrom, supplementRate, parValue, fractionRate } = corporateActionsRules
  return {
    supplementFrom: valueOf(supplementFrom),
    supplementRate: valueOf(supplementRate),
    parValue: valueOf(parValue),
    fractionRate: valueOf(fractionRate),
  }
}
