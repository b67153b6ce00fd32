export { needsReview, type PairLink, pairLinks, type PairTerms, surveillanceRules } from './surveillance.ts'
export {
  type ConditionalProblem,
  conditionalProblem,
  type ConditionalGround,
  type ConditionalKind,
  type ConditionalTerms,
  type DayLimits,
  effectOfTrade,
  type FiredLeg,
  firedPrice,
  type StopLeg,
  trailingTrigger,
  type TradeEffect,
  type WaitingConditional,
} from './conditional.ts'
export {
  checkTrigger,
  dayAtTrigger,
  entryPrice,
  type EntryTerms,
  type EntryTrigger,
  isReached,
  type TriggerWay,
} from './entry.ts'
export { checkExits, exitKind, type Exits, isSameExits, resultBetween } from './exits.ts'
export { checkClose, checkCloses, type CloseMoment, closeOrders, type HeldPosition } from './check-close.ts'
export {
  type Acknowledgement,
  checkEntry,
  checkEquityShare,
  checkFarPrice,
  checkOrder,
  checkTicket,
  debtOf,
  insufficient,
  lineFull,
  maxLotsFor,
  maxSharesFor,
  noShares,
  type OrderRefusal,
  reasonOf,
  quotaFull,
} from './check-order.ts'
export {
  type Choice,
  type ChoiceReason,
  entryReason,
  oddEntryReason,
  orderChoices,
  type OrderChoices,
  type PriceChoice,
  type PriceKind,
  priceReason,
  stopRule,
} from './choices.ts'
export {
  type ClosedSoFar,
  type ClosingShares,
  closingShares,
  type OpenHolding,
  realisedOf,
} from './closing-shares.ts'
export { borrowFee, brokerage, closingFees, interest, taxRate, transactionTax, valueAt } from './costs.ts'
export {
  isMarginEligible,
  type TermsAnswer,
  type TicketFacts,
  ticketFactsOf,
  type TicketOrder,
  worstPriceOf,
} from './facts.ts'
export {
  type Direction,
  type Funding,
  heldFor,
  loanOf,
  longMultiples,
  marginOf,
  max,
  type Multiple,
  type OrderProgress,
  ownPart,
  spent,
} from './funding.ts'
export { oddLotRules, ordersRules } from './limits.ts'
export {
  type ClosableHolding,
  type CloseFacts,
  type CloseOrder,
  type ClosePreview,
  heldForCover,
  isDayTradeClose,
  previewClose,
} from './preview-close.ts'
export { momentText, type OddAuction, type OddHours, oddHoursAt } from './odd-hours.ts'
export { type OrderPreview, previewOrder } from './preview.ts'
export { canonicalJson, orderSigningText } from './signing-text.ts'
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
