// PostgreSQL through one small door. Features pass a Tx around and never see the driver; only store.ts files
// write SQL. The same shape is what packages/ledger takes, so a posting joins the feature's own transaction.

import pg from 'pg'

export interface Tx {
  query<Row>(text: string, values?: readonly unknown[]): Promise<readonly Row[]>
}

export interface Db extends Tx {
  /** Commits when `run` returns and rolls back when it throws. A refusal that must undo work throws `Rollback`. */
  transaction<Result>(run: (tx: Tx) => Promise<Result>): Promise<Result>
  close(): Promise<void>
}

/** Leaves a transaction without its effects and carries the answer out: for refusals found after the first write. */
export class Rollback<Result> extends Error {
  readonly result: Result

  constructor(result: Result) {
    super('rolled back')
    this.result = result
  }
}

const int8 = 20
const types = new pg.TypeOverrides()
// bigint columns hold money and sequences: a JavaScript number would lose digits.
types.setTypeParser(int8, (text) => BigInt(text))

export interface DbOptions {
  readonly url: string
  readonly poolSize: number
  readonly applicationName: string
  readonly statementTimeoutMs?: number
}

export function openDb(options: DbOptions): Db {
  const pool = new pg.Pool({
    connectionString: options.url,
    max: options.poolSize,
    application_name: options.applicationName,
    statement_timeout: options.statementTimeoutMs ?? 5_000,
    idle_in_transaction_session_timeout: 10_000,
    lock_timeout: 2_000,
    types,
  })
  // An idle connection that breaks (a restart of PostgreSQL) must not take the process with it.
  pool.on('error', () => undefined)

  return {
    async query<Row>(text: string, values: readonly unknown[] = []) {
      const result = await pool.query(text, [...values])
      return result.rows as Row[]
    },
    async transaction(run) {
      const client = await pool.connect()
      let broken: Error | undefined
      try {
        await client.query('BEGIN')
        const result = await run({
          async query<Row>(text: string, values: readonly unknown[] = []) {
            const answer = await client.query(text, [...values])
            return answer.rows as Row[]
          },
        })
        await client.query('COMMIT')
        return result
      } catch (error) {
        await client.query('ROLLBACK').catch((failure: Error) => {
          broken = failure
        })
        if (error instanceof Rollback) return error.result as never
        throw error
      } finally {
        client.release(broken)
      }
    },
    close: () => pool.end(),
  }
}
