// Allowed transitions of a copy; ../state-machines.ts lists them for the database, and the diagrams in
// docs/features/copy-trading.md are compared with them.

import type { CopyState } from '@fairlot/contract/copy-trading/states'

export const copyStarts: readonly CopyState[] = ['under-review', 'following']

export const copyTransitions: readonly (readonly [from: CopyState, to: CopyState])[] = [
  ['under-review', 'following'],
  ['under-review', 'cancelled'],
  ['following', 'ended'],
]
