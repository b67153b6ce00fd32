import type { ReviewWords } from '../words/texts/index.ts'

/** A code without a text is shown unchanged: a missing text must not hide a fact. */
export const wordOf = (words: ReviewWords, code: string): string => words[code] ?? code

/**
 * Translates a value that is a code, or several with commas: `frozen`, `under-review`. Anything else is shown
 * unchanged, and a free sentence is never touched: every part must be a code with a text.
 */
export const valueText = (words: ReviewWords, value: string): string => {
  const parts = value.split(', ').map((part) => words[`value.${part}`])
  return parts.every((part) => part !== undefined) ? parts.join(', ') : value
}
