// Everything that needs two people, on one page: each feature's own object says what it shows and what comes of it. The
// console describes with it, the worker carries out with it.

import type { ReviewKindHandler } from '#features/operators'
import type { Parts } from './parts.ts'

export type ReviewKindDeps = Pick<Parts, 'config' | 'db' | 'bus' | 'clock'>

export function reviewKinds(_deps: ReviewKindDeps): readonly ReviewKindHandler[] {
  return []
}
