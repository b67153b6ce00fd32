// The only access to PostgreSQL. Features pass a Tx around and never see the driver; only store.ts files contain SQL.
// packages/ledger accepts the same interface, so a posting joins the feature's own transaction.

import { AsyncLocalStorage } from 'node:async_hooks'
import pg from 'pg'
import { passCommit } from './crash-points.ts'
import { currentRequestId } from './request-scope.ts'

export interface Tx {
  /**
   * Sent at once, even while other queries run: a caller that needs no result in between saves round trips. Queries run
   * in the order of the calls.
   */
  query<Row>(text: string, values?: readonly unknown[]): Promise<readonly Row[]>
}

export interface Db extends Tx {
  /** Commits when `run` returns and rolls back when it throws. A refusal that must undo work throws `Rollback`. */
  transaction<Result>(run: (tx: Tx) => Promise<Result>): Promise<Result>
  /** Connections in use and requests waiting for one. */
  load(): { readonly open: number; readonly idle: number; readonly waiting: number }
  close(): Promise<void>
}

/** Leaves a transaction without its effects and returns the result: for refusals found after the first write. */
export class Rollback<Result> extends Error {
  readonly result: Result

  constructor(result: Result) {
    super('rolled back')
    this.result = result
  }
}

/** A required service is unavailable at the moment: nothing was done, and the same call may succeed later. */
export class TemporarilyUnavailable extends Error {}

/** Reads in one snapshot: two reads in it never see a posting between them. Writing is refused. */
export const inSnapshot = <Result>(db: Db, read: (tx: Tx) => Promise<Result>): Promise<Result> =>
  db.transaction(async (tx) => {
    await tx.query('SET TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY')
    return read(tx)
  })

const int8 = 20
const types = new pg.TypeOverrides()
// bigint columns hold money and sequences: a JavaScript number would lose digits.
types.setTypeParser(int8, (text) => BigInt(text))

export interface DbOptions {
  readonly url: string
  readonly poolSize: number
  readonly applicationName: string
  readonly statementTimeoutMs?: number
  readonly connectTimeoutMs?: number
  /** Multiplies every time limit. A shared machine that stalls is not a busy database. */
  readonly patience?: number
  /**
   * Whether a request with an open transaction may ask the pool for a second connection. If as many such requests as
   * the pool has connections did so, they would wait for each other until all time out. It throws everywhere but in
   * production.
   */
  readonly allowsSecond?: boolean
}

const open = new AsyncLocalStorage<{ readonly pool: pg.Pool; isOpen: boolean }>()

/**
 * Runs work that may use the pool inside an open transaction. Only for a transaction that only holds a lock, and only
 * where the number of such transactions is limited well below the pool size.
 */
export const apart = <Result>(run: () => Result): Result => open.exit(run)

/** Throws inside an open transaction of this request: a connection must not wait for slow work. Not in production. */
export function refuseInTransaction(what: string): void {
  if (open.getStore()?.isOpen === true) throw new Error(`${what} inside a transaction: do it before or after`)
}

// A statement with values is prepared once per connection under a name: planning the ledger's calls each time would
// cost as much as running them. Texts are in store.ts files and do not depend on input, so there are few; should one
// ever be built from input, the limit keeps connections from filling with plans.
const names = new Map<string, string>()
const maxNames = 500

function statement(
  text: string,
  values: readonly unknown[],
): { text: string; values: unknown[]; name?: string } {
  if (values.length === 0) return { text, values: [] }
  let name = names.get(text)
  if (name === undefined && names.size < maxNames) names.set(text, (name = `s${names.size}`))
  return name === undefined ? { text, values: [...values] } : { name, text, values: [...values] }
}

const pending = new WeakMap<Tx, (() => void)[]>()

/**
 * Runs `effect` once the transaction has committed, and never when it rolls back: messages and metrics must not report
 * what did not happen. A crash between commit and effect loses it, so nothing may depend on it.
 */
export function afterCommit(tx: Tx, effect: () => void): void {
  const effects = pending.get(tx)
  if (!effects) throw new Error('afterCommit needs the tx of a running transaction')
  effects.push(effect)
}

export function openDb(options: DbOptions): Db {
  const pool = openPool(options)
  const refuseSecond = (): void => {
    const outer = open.getStore()
    if (outer?.isOpen === true && outer.pool === pool) {
      throw new Error(
        'asked for a second connection inside a transaction: use its tx, or do it before or after',
      )
    }
  }
  const inScope = async <Result>(run: () => Promise<Result>): Promise<Result> => {
    if (options.allowsSecond === true) return run()
    const scope = { pool, isOpen: true }
    try {
      return await open.run(scope, run)
    } finally {
      // Work that was started inside and outlives it may use the pool again.
      scope.isOpen = false
    }
  }

  return {
    async query<Row>(text: string, values: readonly unknown[] = []) {
      refuseSecond()
      const result = await pool.query(statement(text, values))
      return result.rows as Row[]
    },
    async transaction(run) {
      refuseSecond()
      const client = await pool.connect()
      // A connection that breaks while checked out reports here as well as on the running query.
      const ignore = (): void => undefined
      client.on('error', ignore)
      let broken: Error | undefined
      try {
        return await commitAfter(client, (tx) => inScope(() => run(tx)))
      } catch (error) {
        await client.query('ROLLBACK').catch((failure: Error) => {
          broken = failure
        })
        if (error instanceof Rollback) return error.result as never
        throw error
      } finally {
        client.off('error', ignore)
        client.release(broken)
      }
    },
    load: () => ({ open: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount }),
    close: () => pool.end(),
  }
}

function openPool(options: DbOptions): pg.Pool {
  const { patience = 1 } = options
  const pool = new pg.Pool({
    connectionString: options.url,
    max: options.poolSize,
    application_name: options.applicationName,
    connectionTimeoutMillis: options.connectTimeoutMs ?? 3_000 * patience,
    statement_timeout: options.statementTimeoutMs ?? 5_000 * patience,
    idle_in_transaction_session_timeout: 10_000 * patience,
    lock_timeout: 2_000 * patience,
    // JIT compilation takes longer than any of our queries: 70 ms of the 160 for counting the console's queue.
    options: '-c jit=off',
    types,
    pipeline: true,
  })
  // An idle connection that breaks (a restart of PostgreSQL) must not crash the process.
  pool.on('error', () => undefined)
  return pool
}

/** Begins, runs, commits, and runs the effects that waited for the commit. The caller rolls back when this throws. */
async function commitAfter<Result>(client: pg.PoolClient, run: (tx: Tx) => Promise<Result>): Promise<Result> {
  // Not awaited: it precedes the first statement on the same connection, and if it fails that statement fails too.
  client.query(begin()).catch(() => undefined)
  const tx: Tx = {
    async query<Row>(text: string, values: readonly unknown[] = []) {
      const answer = await client.query(statement(text, values))
      return answer.rows as Row[]
    },
  }
  const effects: (() => void)[] = []
  pending.set(tx, effects)
  const result = await run(tx)
  pending.delete(tx)
  passCommit(tx, 'before')
  const closing = await client.query('COMMIT')
  // After a failed statement PostgreSQL answers COMMIT with ROLLBACK and no error: the caller must not assume effects
  // that were rolled back.
  if (closing.command !== 'COMMIT') throw new Error('the transaction was rolled back at commit')
  passCommit(tx, 'after')
  for (const effect of effects) effect()
  return result
}

/** The request id is sent with BEGIN in one message: it costs no round trip. The HTTP layer has checked its format. */
function begin(): string {
  const requestId = currentRequestId()
  return requestId === undefined ? 'BEGIN' : `BEGIN; SET LOCAL fairlot.request_id = '${requestId}'`
}

/**
 * Temporary failures: PostgreSQL is down, restarting, full, or a lock timed out. The caller gets "busy, nothing was
 * done" and may retry; everything else is a fault of the server.
 */
export function isTransient(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  if (error instanceof TemporarilyUnavailable) return true
  const code = 'code' in error && typeof error.code === 'string' ? error.code : ''
  if (/^(08|53)|^57P0|^57014$|^55P03$|^40001$|^40P01$|^25P03$/.test(code)) return true
  if (/^(ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN)$/.test(code)) return true
  return /^(Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error)/.test(
    error.message,
  )
}

export const isLockTimeout = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === '55P03'
