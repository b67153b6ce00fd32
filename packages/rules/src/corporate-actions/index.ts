export {
  dividendProblem,
  type DividendTerms,
  type Entitlement,
  entitlementOf,
  exReference,
  grossOf,
  microsPerDollar,
  withheldOf,
} from './dividend.ts'
export { corporateActionsRules, type SupplementTerms, supplementTermsOf } from './limits.ts'
export { corporateActionTransitions } from './states.ts'
