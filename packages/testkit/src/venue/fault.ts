/** A planted programming mistake: one edit of a source. */
export interface Fault {
  readonly name: string
  /** Relative to packages/. */
  readonly file: string
  readonly find: string
  readonly replace: string
  /** Found by days with blocks only. */
  readonly inBlocks?: true
}
