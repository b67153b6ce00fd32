/**
 * The one thing the ledger needs of a database: run a statement, give back its rows. A feature passes its own
 * transaction here, so that the posting and the feature's rows commit together or not at all.
 */
export interface Executor {
  query<Row>(text: string, values?: readonly unknown[]): Promise<readonly Row[]>
}
