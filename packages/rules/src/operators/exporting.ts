/** A downloaded list has at most this many rows, so that no download slows the database down. The filter decides which. */
export const maxExportedRows = 5_000

/** Part of the name of a file that leaves rows out. */
export const incompleteMark = 'incomplete'
