// Everything that needs two operators: the console uses it to describe reviews, the worker to execute them.

import type { ReviewKindHandler } from '#features/operators'
import { allFeatures } from '../features/all-features.ts'
import { reviewDeps } from './feature-deps.ts'
import type { Runtime } from './runtime.ts'

export function reviewKinds(runtime: Pick<Runtime, 'config' | 'bus'>): readonly ReviewKindHandler[] {
  const forReviews = reviewDeps(runtime)
  return allFeatures.flatMap((feature) => feature.reviews?.(forReviews) ?? [])
}
