// The words of a review: its facts, checks, lines, effects and flags come as codes, and each kind's feature has the
// texts of its own. A code nobody has a word for is shown as it is: a missing word must not hide a fact.

import type { ReviewWords } from '../../../review-words.ts'

export const wordOf = (words: ReviewWords, code: string): string => words[code] ?? code
