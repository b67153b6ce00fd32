import pg from 'pg'

/** A pool with the interface that ledger and features use: text and values in, rows out. */
export interface Sql {
  query<Row>(text: string, values?: readonly unknown[]): Promise<readonly Row[]>
  /** Commits when `run` returns, rolls back when it throws. */
  transaction<Result>(run: (tx: Pick<Sql, 'query'>) => Promise<Result>): Promise<Result>
  close(): Promise<void>
}

export interface SqlOptions {
  readonly connections?: number
  /** Receives the server's notices: plans, warnings. */
  readonly onNotice?: (message: string) => void
}

// Each text is prepared once per connection: planning the ledger's call every time would cost as much as posting.
const names = new Map<string, string>()
const named = (text: string): string => {
  const known = names.get(text)
  if (known !== undefined) return known
  const name = `s${names.size}`
  names.set(text, name)
  return name
}

export function openSql(url: string, { connections = 1, onNotice }: SqlOptions = {}): Sql {
  const pool = new pg.Pool({ connectionString: url, max: connections, allowExitOnIdle: true })
  // Dropping a test database closes its idle connections; that is expected.
  pool.on('error', () => undefined)
  if (onNotice) pool.on('connect', (client) => client.on('notice', ({ message }) => onNotice(message ?? '')))
  const run = async <Row>(via: pg.Pool | pg.PoolClient, text: string, values?: readonly unknown[]) => {
    const result =
      values === undefined
        ? await via.query(text)
        : await via.query({ name: named(text), text, values: [...values] })
    return result.rows as Row[]
  }
  return {
    query: (text, values) => run(pool, text, values),
    async transaction(work) {
      const client = await pool.connect()
      try {
        await client.query('BEGIN')
        const result = await work({ query: (text, values) => run(client, text, values) })
        await client.query('COMMIT')
        return result
      } catch (error) {
        await client.query('ROLLBACK')
        throw error
      } finally {
        client.release()
      }
    },
    close: () => pool.end(),
  }
}

const readers = new Map<string, Sql>()

/**
 * The reader's connection to a test database, kept between checks: with the cold caches of a new connection, planning the
 * questions takes many times longer than answering them.
 */
export function readerOf({ readerUrl }: { readonly readerUrl: string }): Sql {
  const known = readers.get(readerUrl)
  if (known !== undefined) return known
  const reader = openSql(readerUrl)
  readers.set(readerUrl, reader)
  return reader
}

/** PostgreSQL neither copies nor drops a database that has connections. */
export async function closeReader({ readerUrl }: { readonly readerUrl: string }): Promise<void> {
  const reader = readers.get(readerUrl)
  readers.delete(readerUrl)
  await reader?.close()
}
