export { borrowFee, brokerage, interest, taxRate, transactionTax, valueAt } from './costs.ts'
export {
  type Direction,
  type Funding,
  heldFor,
  loanOf,
  longMultiples,
  marginOf,
  most,
  type Multiple,
  type OrderProgress,
  ownPart,
  spent,
} from './funding.ts'
export { ordersRules } from './limits.ts'
export { isOpenOrder, type OrderState, orderStates, orderTransitions } from './states.ts'
export {
  ruleIdOf,
  type RuleProfile,
  startingValues,
  type TermName,
  termsOf,
  tradingRules,
  type TradingTerms,
} from './terms.ts'
