// Allowed transitions of a listing and of an application; ../state-machines.ts lists them for the database, and the
// diagrams in docs/features/block-trades.md are compared with them.

import type { BlockListingState, BlockState } from '@fairlot/contract/block-trades/states'

/** A closing listing takes no application, and keeps the shares of those that are not decided. */
export const blockListingTransitions: readonly (readonly [from: BlockListingState, to: BlockListingState])[] =
  [
    ['open', 'closing'],
    ['closing', 'closed'],
  ]

export const blockApplicationTransitions: readonly (readonly [from: BlockState, to: BlockState])[] = [
  ['pending', 'passed'],
  ['pending', 'rejected'],
]
