// Which words the reviews of a kind are described with. A feature that opens reviews of its own writes
// features/<feature>/texts and names them here; the pane that shows them needs no change.

import type { ReviewKind } from '@fairlot/contract/operators'
import { generalWords } from './features/operators/words/index.ts'
import type { TextSet } from './shell/i18n.ts'

export type ReviewWords = Readonly<Record<string, string>>

const ofKind: Readonly<Partial<Record<ReviewKind, TextSet<ReviewWords>>>> = {}

export const reviewWords = (kind: ReviewKind): readonly TextSet<ReviewWords>[] => {
  const own = ofKind[kind]
  return own === undefined ? [generalWords] : [generalWords, own]
}
