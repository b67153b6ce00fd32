// Allowed transitions of a copy; ../state-machines.ts lists them for the database, and the diagrams in
// docs/features/copy-trading.md are compared with them.

import type { CopyBlockState, CopyState } from '@fairlot/contract/copy-trading/states'

export const copyStarts: readonly CopyState[] = ['under-review', 'following']

export const copyTransitions: readonly (readonly [from: CopyState, to: CopyState])[] = [
  ['under-review', 'following'],
  ['under-review', 'cancelled'],
  ['following', 'ended'],
]

/** Each step once. A block that is cancelled is sent too: the venue refuses it, and so every order ends. */
export const copyBlockTransitions: readonly (readonly [from: CopyBlockState, to: CopyBlockState])[] = [
  ['preparing', 'sending'],
  ['sending', 'sent'],
  ['sent', 'done'],
]
