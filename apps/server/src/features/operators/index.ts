export type { OperatorsDeps } from './deps.ts'
export { operatorsJobs, type OperatorsJobs } from './jobs.ts'
export { addFirstOperator, type FirstOperator } from './people/add-first-operator.ts'
export { operatorKind } from './people/reviews.ts'
export { accountReader, openWritten, type PersonalReader } from './personal/open-personal.ts'
export { openReview, type OpenedReview, type ReviewToOpen } from './reviews/open-review.ts'
export type {
  CarryingOut,
  Review,
  ReviewDescription,
  ReviewKindHandler,
  TurningDown,
} from './reviews/review-kind.ts'
export { countAhead, readOpenReview } from './reviews/store.ts'
export { takeBackReview, type TakingBack } from './reviews/take-back-review.ts'
export { operatorsConsoleHandlers } from './routes.console.ts'
export { openOperatorGate } from './signing-in/gate.ts'
export { hasherOptions } from './signing-in/lives.ts'
