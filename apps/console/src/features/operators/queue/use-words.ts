import type { ReviewKind } from '@fairlot/contract/operators'
import { reviewWords, type ReviewWords } from '../../../review-words.ts'

/** Every word the reviews of this kind may be described with. */
export const useWords = (kind: ReviewKind): ReviewWords =>
  Object.assign({}, ...reviewWords(kind).map((set) => set.use())) as ReviewWords
