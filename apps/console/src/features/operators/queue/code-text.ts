import type { ReviewTexts } from '../review/texts/index.ts'

/** A code without a text is shown unchanged: a missing text must not hide a fact. */
export const codeText = (codeTexts: ReviewTexts, code: string): string => codeTexts[code] ?? code

/**
 * Translates a value that is a code, or several with commas: `frozen`, `under-review`. Anything else is shown
 * unchanged, and a free sentence is never touched: every part must be a code with a text.
 */
export const valueText = (codeTexts: ReviewTexts, value: string): string => {
  const parts = value.split(', ').map((part) => codeTexts[`value.${part}`])
  return parts.every((part) => part !== undefined) ? parts.join(', ') : value
}
