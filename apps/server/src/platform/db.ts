// The only access to PostgreSQL. Features pass a Tx around and never see the driver; only store.ts files contain SQL.
// packages/ledger accepts the same interface, so a posting joins the feature's own transaction.

import { AsyncLocalStorage } from 'node:async_hooks'
import { surviveBrokenConnections } from '@fairlot/process/broken-connections'
import { connectionOf } from '@fairlot/process/database-address'
import { assertDirectPool } from '@fairlot/process/pooler'
import { pause } from '@fairlot/process/pause'
import pg from 'pg'
import { passCommit } from './crash-points.ts'
import { CommitUnconfirmed, isReadTimeout, leavesServer, TemporarilyUnavailable } from './db/faults.ts'
import { type CommitWatch, watchCommits } from './db/commit-watch.ts'
import { statement } from './db/statement.ts'
import { openWritePlaces } from './db/write-places.ts'
import { currentRequestId } from './request-scope.ts'

export interface Tx {
  /**
   * Sent at once, even while other queries run: a caller that needs no result in between saves round trips. Queries run
   * in the order of the calls.
   */
  query<Row>(text: string, values?: readonly unknown[]): Promise<readonly Row[]>
}

export {
  CommitUnconfirmed,
  isConflict,
  isLockTimeout,
  isTransient,
  NotPrimary,
  TemporarilyUnavailable,
} from './db/faults.ts'

export interface Db extends Tx {
  /**
   * Commits when `run` returns and rolls back when it throws. A refusal that must undo work throws `Rollback`. While
   * PostgreSQL answers no commit, only `read` transactions begin, and no other commits.
   */
  transaction<Result>(run: (tx: Tx) => Promise<Result>, kind?: 'write' | 'read'): Promise<Result>
  /**
   * One write that shows whether commits are answered; the heartbeat is one. It waits for as long as PostgreSQL waits
   * for a standby: giving up would leave one more session there each time.
   */
  probe<Row>(text: string, values?: readonly unknown[]): Promise<readonly Row[]>
  /** Throws `BehindPooler` when something between gives the connection to several clients. */
  assertDirect(): Promise<void>
  /** How commits are doing. */
  readonly commits: Pick<CommitWatch, 'isDoubtful' | 'isStalled' | 'probedAgoMs' | 'waitingMs'>
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

/** Reads in one snapshot: two reads in it never see a posting between them. Writing is refused. */
export const inSnapshot = <Result>(db: Db, read: (tx: Tx) => Promise<Result>): Promise<Result> =>
  db.transaction(async (tx) => {
    await tx.query('SET TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY')
    return read(tx)
  }, 'read')

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
  readonly observer?: DbObserver
}

/** For the metrics. */
export interface DbObserver {
  committed(seconds: number): void
  failed(error: unknown): void
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

const answerLimits = new WeakMap<Tx, number>()

/** For a transaction that raises its own `statement_timeout`: its statements may take as long. */
export const allowLonger = (tx: Tx, statementMs: number): void =>
  void answerLimits.set(tx, statementMs * answerFactor)

// Pipelined statements wait for each other, so the client waits for several times one statement's limit. It runs out
// only when the network or the server is silent.
const answerFactor = 3
const commitLimitMs = 5_000

const connectLimitOf = ({ connectTimeoutMs, patience = 1 }: DbOptions): number =>
  connectTimeoutMs ?? 3_000 * patience

export function openDb(options: DbOptions): Db {
  const { patience = 1, observer } = options
  const statementMs = options.statementTimeoutMs ?? 5_000 * patience
  const limits: Limits = { answerMs: statementMs * answerFactor, commitMs: commitLimitMs * patience }
  const pool = openPool(options, statementMs)
  const commits = watchCommits(limits.commitMs)
  const places = openWritePlaces(options.poolSize, connectLimitOf(options))
  const closing = new AbortController()
  const refuseDoubtful = (): void => {
    if (commits.isDoubtful())
      throw new TemporarilyUnavailable('PostgreSQL answers no commit: is its synchronous standby connected?')
  }
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
  const note = (error: unknown): void => {
    observer?.failed(error)
    // A lost connection is no stall: the next one may lead to a new primary.
    if (isReadTimeout(error) || (error instanceof CommitUnconfirmed && isReadTimeout(error.cause)))
      commits.unanswered()
  }

  /** The stall may have begun while this waited for a place. */
  const enterWriting = async (): Promise<() => void> => {
    refuseDoubtful()
    const leave = await places.take()
    try {
      refuseDoubtful()
    } catch (error) {
      leave()
      throw error
    }
    return leave
  }

  return {
    async query<Row>(text: string, values: readonly unknown[] = []) {
      refuseSecond()
      try {
        const result = await pool.query(statement(text, values, limits.answerMs))
        return result.rows as Row[]
      } catch (error) {
        note(error)
        throw error
      }
    },
    async transaction(run, kind = 'write') {
      refuseSecond()
      const leave = kind === 'write' ? await enterWriting() : undefined
      const client = await pool.connect().catch((error: unknown) => {
        leave?.()
        throw error
      })
      let broken: Error | undefined
      try {
        return await commitAfter(client, limits, commits, observer, async (tx) => {
          const result = await inScope(() => run(tx))
          // Its commit would wait too, and its answer would be "not confirmed yet". This one says: nothing was done.
          if (kind === 'write') refuseDoubtful()
          return result
        })
      } catch (error) {
        // A server that went read-only is no longer the primary: the next request needs a new connection.
        if (leavesServer(error)) broken = error
        else
          await client.query(statement('ROLLBACK', [], limits.commitMs)).catch((failure: Error) => {
            broken = failure
          })
        if (error instanceof Rollback) return error.result as never
        note(error)
        throw error
      } finally {
        if (broken) destroy(client)
        client.release(broken)
        leave?.()
      }
    },
    probe: (text, values) => probe(pool, commits, limits, closing.signal, text, values),
    assertDirect: () => assertDirectPool(pool),
    commits,
    load: () => ({ open: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount }),
    close: () => {
      closing.abort()
      return pool.end()
    },
  }
}

interface Limits {
  /** How long one statement may stay unanswered; 0 is for ever. */
  readonly answerMs: number
  readonly commitMs: number
}

/** At once: `release` alone lets a pipelined connection finish its statements first, and a hung one never does. */
const destroy = (client: pg.PoolClient): void =>
  (client as unknown as { connection: { stream: { destroy(): void } } }).connection.stream.destroy()

async function probe<Row>(
  pool: pg.Pool,
  commits: CommitWatch,
  { commitMs }: Limits,
  closing: AbortSignal,
  text: string,
  values: readonly unknown[] = [],
): Promise<readonly Row[]> {
  const client = await pool.connect()
  let broken: Error | undefined
  const done = commits.sent()
  try {
    const answer = client.query(statement(text, values, 0))
    // It may fail after this function has given up.
    answer.catch(() => undefined)
    for (;;) {
      const waited = new AbortController()
      const stop = (): void => waited.abort()
      closing.addEventListener('abort', stop)
      const late = pause(commitMs, waited.signal).then(() => undefined)
      const result = await Promise.race([answer, late]).finally(() => {
        closing.removeEventListener('abort', stop)
        waited.abort()
      })
      if (result) {
        commits.answered()
        return result.rows as Row[]
      }
      if (closing.aborted) throw new TemporarilyUnavailable('the database is being closed')
      commits.unanswered()
      if (!(await waitsForStandby(pool, client)))
        throw new TemporarilyUnavailable('PostgreSQL did not answer a write')
    }
  } catch (error) {
    broken = error as Error
    throw error
  } finally {
    done()
    if (broken) destroy(client)
    client.release(broken)
  }
}

interface Backend {
  readonly processID: number
}

/** Asked on another connection. A session of the same role shows what it waits for. */
async function waitsForStandby(pool: pg.Pool, client: pg.PoolClient): Promise<boolean> {
  const { processID } = client as unknown as Backend
  try {
    const text = `SELECT FROM pg_stat_activity WHERE pid = $1 AND wait_event = 'SyncRep'`
    return (await pool.query(statement(text, [processID], 3_000))).rowCount === 1
  } catch {
    return false
  }
}

function openPool(options: DbOptions, statementMs: number): pg.Pool {
  const { patience = 1 } = options
  const pool = new pg.Pool({
    ...connectionOf(options.url),
    max: options.poolSize,
    application_name: options.applicationName,
    connectionTimeoutMillis: connectLimitOf(options),
    statement_timeout: statementMs,
    idle_in_transaction_session_timeout: 10_000 * patience,
    lock_timeout: 2_000 * patience,
    // A host that vanished without a word is noticed within seconds, not after two hours.
    keepAlive: true,
    keepAliveInitialDelayMillis: 5_000,
    // JIT compilation takes longer than any of our queries: 70 ms of the 160 for counting the console's queue.
    options: '-c jit=off',
    types,
    pipeline: true,
  })
  surviveBrokenConnections(pool)
  return pool
}

/** Begins, runs, commits, and runs the effects that waited for the commit. The caller rolls back when this throws. */
async function commitAfter<Result>(
  client: pg.PoolClient,
  limits: Limits,
  commits: CommitWatch,
  observer: DbObserver | undefined,
  run: (tx: Tx) => Promise<Result>,
): Promise<Result> {
  // Not awaited: it precedes the first statement on the same connection, and if it fails that statement fails too.
  client.query(begin()).catch(() => undefined)
  const tx: Tx = {
    async query<Row>(text: string, values: readonly unknown[] = []) {
      const answer = await client.query(statement(text, values, answerLimits.get(tx) ?? limits.answerMs))
      return answer.rows as Row[]
    },
  }
  const effects: (() => void)[] = []
  pending.set(tx, effects)
  const result = await run(tx)
  pending.delete(tx)
  passCommit(tx, 'before')
  const from = performance.now()
  const closing = await commit(client, limits.commitMs).finally(commits.sent())
  // After a failed statement PostgreSQL answers COMMIT with ROLLBACK and no error: the caller must not assume effects
  // that were rolled back.
  if (closing.command !== 'COMMIT') throw new Error('the transaction was rolled back at commit')
  passCommit(tx, 'after')
  observer?.committed((performance.now() - from) / 1_000)
  for (const effect of effects) effect()
  return result
}

/** `statement_timeout` does not limit a commit that waits for a standby. */
async function commit(client: pg.PoolClient, limitMs: number): Promise<pg.QueryResult> {
  try {
    return await client.query(statement('COMMIT', [], limitMs))
  } catch (error) {
    // An ERROR is an answer: PostgreSQL rolled back. A lost connection or silence is none.
    if (error instanceof pg.DatabaseError && error.severity === 'ERROR') throw error
    throw new CommitUnconfirmed(error)
  }
}

/** The request id is sent with BEGIN in one message: it costs no round trip. The HTTP layer has checked its format. */
function begin(): string {
  const requestId = currentRequestId()
  return requestId === undefined ? 'BEGIN' : `BEGIN; SET LOCAL fairlot.request_id = '${requestId}'`
}
