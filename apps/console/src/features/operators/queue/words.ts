import type { ReviewWords } from '../words/texts/index.ts'

/** A code nobody has a word for is shown as it is: a missing word must not hide a fact. */
export const wordOf = (words: ReviewWords, code: string): string => words[code] ?? code
