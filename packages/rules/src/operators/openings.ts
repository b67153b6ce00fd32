// An approval needs every document of the review opened by this operator. The page signs what it showed, the console refuses
// before the vote, and the worker compares the signed list once more before it executes.

/** The documents that are not among those opened. */
export const unopenedOf = (documents: readonly string[], opened: readonly string[]): readonly string[] =>
  documents.filter((code) => !opened.includes(code))
