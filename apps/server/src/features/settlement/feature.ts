import { openReview } from '#features/operators'
import type { ServerFeature } from '../server-feature.ts'
import { commandLoops, commandReviews } from './commands-set-aside.ts'
import { setAsideReviews } from './reviews.ts'

/** Settling itself runs in the settlement role; the worker asks operators and executes what they decide. */
export const settlement: ServerFeature = {
  loops: (deps) => commandLoops({ ...deps, openReview }),
  reviews: () => [setAsideReviews, commandReviews],
}
