export { operatorsJobs, type OperatorsJobs } from './jobs.ts'
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
