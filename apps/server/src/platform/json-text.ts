/**
 * JSON for a jsonb column. JSON allows a lone surrogate and the character zero but jsonb does not: they become the
 * replacement character.
 */
export const jsonText = (value: unknown): string =>
  JSON.stringify(value, (_key, part: unknown) =>
    typeof part === 'string' ? part.toWellFormed().replaceAll('\0', '\uFFFD') : part,
  )
