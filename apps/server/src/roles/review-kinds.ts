// Everything that needs two operators: the console uses it to describe reviews, the worker to execute them.

import type { ReviewKindHandler } from '#features/operators'
import { allFeatures } from '../features/all-features.ts'
import { reviewParts } from './feature-parts.ts'
import type { Parts } from './parts.ts'

export function reviewKinds(parts: Pick<Parts, 'config' | 'bus'>): readonly ReviewKindHandler[] {
  const forReviews = reviewParts(parts)
  return allFeatures.flatMap((feature) => feature.reviews?.(forReviews) ?? [])
}
