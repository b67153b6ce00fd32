/** JSON for a jsonb column. JSON allows a lone surrogate but jsonb does not: it becomes the replacement character. */
export const jsonText = (value: unknown): string =>
  JSON.stringify(value, (_key, part: unknown) => (typeof part === 'string' ? part.toWellFormed() : part))
