import type { ReviewWords } from '../words/texts/index.ts'

/** A code nobody has a word for is shown as it is: a missing word must not hide a fact. */
export const wordOf = (words: ReviewWords, code: string): string => words[code] ?? code

/**
 * A value that is a code, or several with commas between, in words: `frozen`, `under-review`. Anything else is shown as it
 * is, and a sentence somebody wrote is never touched: every part must be a code that has a word.
 */
export const valueText = (words: ReviewWords, value: string): string => {
  const parts = value.split(', ').map((part) => words[`value.${part}`])
  return parts.every((part) => part !== undefined) ? parts.join(', ') : value
}
