export type { ByOperator } from './by-operator.ts'
export type { OperatorsDeps } from './deps.ts'
export {
  type AskedListFilter,
  countsFrom,
  filterValues,
  type ListFilter,
  resolveFilter,
  showOwner,
} from './listing/list-filter.ts'
export { asksForMember, type Query as SearchQuery, queryOf } from './searching/query.ts'
export { membersOfSearch, recordSearch } from './searching/search.ts'
export { decimalText, exportLimit, exportList, taipeiText } from './working/export-list.ts'
export { addFirstOperator, type FirstOperator, giveKeyCode } from './people/add-first-operator.ts'
export { recheckVotes } from './execution/recheck-votes.ts'
export { openWritten, type PersonalReader } from './personal/open-personal.ts'
export { isViewUnnotified, lockUnnotified, markNotified } from './personal/store.ts'
export { remindOfReview } from './pushing/queue-review-pushes.ts'
export { savedViewsOf, type SavedViews } from './views/saved-views.ts'
export { openReview, type OpenedReview, type ReviewToOpen } from './reviews/open-review.ts'
export type {
  Approving,
  Execution,
  Review,
  ReviewDescription,
  ReviewDocument,
  ReviewKindHandler,
  Rejection,
} from './reviews/review-kind.ts'
export {
  answerProposal,
  openProposal,
  type Proposed,
  type Proposing,
  proposeReview,
} from './reviews/propose-review.ts'
export {
  countAhead,
  type OpenProposal,
  readOpenProposals,
  readOpenReview,
  showProposal,
} from './reviews/store.ts'
export { cancelReview, type Cancellation } from './reviews/cancel-review.ts'
export { operatorsConsoleHandlers } from './routes.console.ts'
export { openOperatorGate } from './signing-in/gate.ts'
export { hasherOptions } from './signing-in/lives.ts'
export { resealHalves } from './people/halves.ts'
export { resealOperatorSeeds } from './signing-in/reseal-seeds.ts'
export { countByPepper as countOperatorsByPepper } from './signing-in/store.ts'
