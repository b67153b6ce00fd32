export { adjustCandle, adjustmentFactors, type PastExDate, type PriceFactor } from './adjusted-prices.ts'
export {
  type ActionTerms,
  cashText,
  dividendProblem,
  type DividendTerms,
  type Entitlement,
  entitlementOf,
  exReference,
  grossOf,
  type HeldPosition,
  isCancellable,
  isEntitled,
  withheldOf,
} from './dividend.ts'
export {
  corporateActionsRules,
  type FractionTerms,
  type SupplementTerms,
  supplementTermsOf,
} from './limits.ts'
export { practiceDividend, type PracticeDividend } from './practice-dividend.ts'
export {
  adjustShares,
  type AdjustedShares,
  changesShares,
  fractionCash,
  isSplit,
  noShares,
  perThousandText,
  ratioOf,
  type ShareRatio,
  type ShareTerms,
} from './ratio.ts'
export { corporateActionTransitions } from './states.ts'
