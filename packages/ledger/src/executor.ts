/**
 * All the ledger needs from a database: run a statement, return its rows. A feature passes its own transaction here, so
 * that the posting and the feature's rows commit together or not at all.
 */
export interface Executor {
  query<Row>(text: string, values?: readonly unknown[]): Promise<readonly Row[]>
}
