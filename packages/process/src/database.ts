/** What this package needs of a PostgreSQL connection. The server's `Db` fits as it is. */
export interface Database {
  query<Row>(text: string, values?: readonly unknown[]): Promise<readonly Row[]>
}

/** For a pool or a client of the driver. */
export const databaseOf = (pool: {
  query(text: string, values: unknown[]): Promise<{ readonly rows: unknown[] }>
}): Database => ({
  query: async <Row>(text: string, values: readonly unknown[] = []) =>
    (await pool.query(text, [...values])).rows as Row[],
})
