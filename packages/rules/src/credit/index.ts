export { type CreditTerms, creditRules, creditTermsOf } from './limits.ts'
export {
  borrowableOf,
  borrowedPart,
  costOf,
  creditCallPrice,
  creditInterest,
  creditRatio,
  creditTopUp,
  isCreditTerm,
  pledgeValue,
  type PledgedShares,
  sharesToSell,
  splitRepayment,
  supportedBy,
} from './loan.ts'
export { lapsesOn, scoreOf, scoreVersion } from './score.ts'
export { creditCallTransitions, creditTransitions } from './states.ts'
