// The simulation's PostgreSQL: tables and atomic transactions. Reads see committed rows and the transaction's own
// writes; a write takes the row's lock and keeps it to the end, so a second writer waits and then sees the first one's
// result. A cycle of waits, or a wait that is too long, aborts one of them. A crash ends the process's open
// transactions; only the store knows whether a commit it had sent succeeded.

import type { Process, Routine, Scheduler, Task } from './scheduler.ts'

/** It had no effect: a conflict, a lock not obtained in time, a connection cut before the commit was sent. */
export class Aborted extends Error {}
/** The commit was sent and no response came: it may have happened. */
export class CommitUnknown extends Error {}

export type Row = object | string | number | bigint

export interface Change {
  readonly table: string
  readonly key: string
  readonly before: Row | undefined
  readonly after: Row | undefined
}

interface Lock {
  owner: Transaction
  readonly waiting: { readonly tx: Transaction; readonly task: Task }[]
}

// Shorter than PostgreSQL's, because the days are shorter here.
const lockTimeoutMs = 1_000
export const idleTimeoutMs = 3_000

export class Store {
  readonly #tables = new Map<string, Map<string, Row>>()
  readonly #locks = new Map<string, Lock>()
  readonly #open = new Map<Process, Set<Transaction>>()
  readonly #sessions = new Map<string, { readonly process: Process; usedAt: number }>()
  readonly #counters = new Map<string, number>()
  readonly scheduler: Scheduler
  /** Called after every commit, with its changes. */
  onCommit: (changes: readonly Change[], name: string) => void = () => undefined
  commits = 0

  constructor(scheduler: Scheduler) {
    this.scheduler = scheduler
  }

  table<Kept extends Row>(name: string): ReadonlyMap<string, Kept> {
    return this.#table(name) as Map<string, unknown> as Map<string, Kept>
  }

  /** Like a PostgreSQL sequence: never goes back, even when the transaction is rolled back. */
  nextNumber(name: string): number {
    const next = (this.#counters.get(name) ?? 0) + 1
    this.#counters.set(name, next)
    return next
  }

  /**
   * The round trips of one transaction. Three waits belong to it: before it begins, while the commit is in transit, and
   * while the response is in transit.
   */
  *transaction<Result>(
    process: Process,
    name: string,
    body: (tx: Transaction) => Routine<Result>,
  ): Routine<Result> {
    yield { at: `${name}.begin` }
    const tx = new Transaction(this, process, name)
    let mine = this.#open.get(process)
    if (!mine) {
      this.#open.set(process, (mine = new Set()))
      process.onCrash.push(() => this.#abandon(process))
    }
    mine.add(tx)
    let result: Result
    try {
      result = yield* body(tx)
      yield* tx.statement('commit')
    } catch (error) {
      this.end(tx)
      throw error
    }
    const isCut = this.scheduler.strikesCut(true)
    if (!isCut || this.scheduler.random.chance(0.5)) this.#commit(tx)
    this.end(tx)
    if (isCut) throw new CommitUnknown(name)
    yield { at: `${name}.answer` }
    return result
  }

  read<Kept extends Row>(table: string, key: string): Kept | undefined {
    return this.#table(table).get(key) as Kept | undefined
  }

  lockFor(key: string): Lock | undefined {
    return this.#locks.get(key)
  }

  /** The transactions that this one waits for. */
  *waitsOf(tx: Transaction): Generator<Transaction, void, void> {
    for (const { owner, waiting } of this.#locks.values())
      if (waiting.some((waiter) => waiter.tx === tx && !waiter.task.isEnded)) yield owner
  }

  takeLock(key: string, tx: Transaction): void {
    this.#locks.set(key, { owner: tx, waiting: [] })
  }

  end(tx: Transaction): void {
    if (tx.isOver) return
    tx.isOver = true
    this.#open.get(tx.process)?.delete(tx)
    for (const key of tx.locks) {
      const lock = this.#locks.get(key)
      if (!lock || lock.owner !== tx) continue
      const next = lock.waiting.find((waiter) => !waiter.task.isEnded && !waiter.tx.isOver)
      if (!next) {
        this.#locks.delete(key)
        continue
      }
      lock.waiting.splice(0, lock.waiting.indexOf(next) + 1)
      lock.owner = next.tx
      next.tx.locks.add(key)
      this.scheduler.wake(next.task)
    }
  }

  /**
   * An advisory lock of a session. It ends with its process, or, where the session has such a limit, when the session
   * was idle for so long that PostgreSQL ends it: its holder then still believes in it.
   */
  trySessionLock(key: string, process: Process, idleMs = Number.POSITIVE_INFINITY): boolean {
    const held = this.#sessions.get(key)
    const isHeld = held !== undefined && held.process.isUp && this.scheduler.now - held.usedAt < idleMs
    if (isHeld && held.process !== process) return false
    this.#sessions.set(key, { process, usedAt: this.scheduler.now })
    return true
  }

  /** The session sent a statement: it is not idle. */
  touchSession(key: string, process: Process): void {
    const held = this.#sessions.get(key)
    if (held?.process === process) held.usedAt = this.scheduler.now
  }

  #abandon(process: Process): void {
    for (const tx of this.#open.get(process) ?? []) this.end(tx)
    for (const [key, held] of this.#sessions) if (held.process === process) this.#sessions.delete(key)
  }

  commitPart(tx: Transaction): void {
    this.#commit(tx)
    tx.forget()
  }

  /** Rows that exist before the first process starts. */
  seed(table: string, key: string, row: Row): void {
    this.#table(table).set(key, row)
  }

  #commit(tx: Transaction): void {
    const changes: Change[] = []
    for (const [table, rows] of tx.writes) {
      const target = this.#table(table)
      for (const [key, after] of rows) {
        changes.push({ table, key, before: target.get(key), after })
        if (after === undefined) target.delete(key)
        else target.set(key, after)
      }
    }
    if (changes.length === 0) return
    this.commits += 1
    this.onCommit(changes, tx.name)
  }

  #table(name: string): Map<string, Row> {
    let table = this.#tables.get(name)
    if (!table) this.#tables.set(name, (table = new Map()))
    return table
  }
}

export class Transaction {
  readonly process: Process
  readonly name: string
  readonly locks = new Set<string>()
  readonly writes = new Map<string, Map<string, Row | undefined>>()
  isOver = false
  readonly #store: Store
  #usedAt: number

  constructor(store: Store, process: Process, name: string) {
    this.#store = store
    this.process = process
    this.name = name
    this.#usedAt = store.scheduler.now
  }

  /** One round trip. The connection may break on it; one that was idle for too long has already been ended. */
  *statement(what: string): Routine {
    yield { at: `${this.name}.${what}` }
    const { scheduler } = this.#store
    if (scheduler.now - this.#usedAt > idleTimeoutMs || this.isOver)
      throw new Aborted('the session was ended')
    if (scheduler.strikesCut(false)) throw new Aborted('the connection broke')
    if (scheduler.strikesConflict()) throw new Aborted('could not serialise access')
    this.#usedAt = scheduler.now
  }

  /** Waits until this transaction has every lock, one after the other in their order. */
  *lock(...keys: readonly string[]): Routine {
    for (const key of keys.toSorted()) {
      const lock = this.#store.lockFor(key)
      if (lock?.owner === this) continue
      if (!lock) {
        this.#store.takeLock(key, this)
        this.locks.add(key)
        continue
      }
      const { scheduler } = this.#store
      if (this.#wouldCircle(lock)) throw new Aborted(`deadlock on ${key}`)
      const task = scheduler.current!
      lock.waiting.push({ tx: this, task })
      yield { at: `${this.name}.lock-wait`, ms: lockTimeoutMs }
      this.#usedAt = scheduler.now
      if (this.#store.lockFor(key)?.owner !== this) throw new Aborted(`no lock on ${key} in time`)
    }
  }

  get<Kept extends Row>(table: string, key: string): Kept | undefined {
    const own = this.writes.get(table)
    if (own?.has(key)) return own.get(key) as Kept | undefined
    return this.#store.read<Kept>(table, key)
  }

  /** The matching rows, committed or this transaction's own. */
  *rows<Kept extends Row>(table: string): Generator<readonly [string, Kept], void, void> {
    const own = this.writes.get(table)
    for (const [key, row] of this.#store.table<Kept>(table)) if (!own?.has(key)) yield [key, row]
    if (own) for (const [key, row] of own) if (row !== undefined) yield [key, row as Kept]
  }

  *put(table: string, key: string, row: Row | undefined): Routine {
    yield* this.lock(`${table}/${key}`)
    let own = this.writes.get(table)
    if (!own) this.writes.set(table, (own = new Map()))
    own.set(key, row)
  }

  /** Undoes every write and keeps the locks, as a savepoint does. */
  forget(): void {
    this.writes.clear()
  }

  /** For a planted bug only: the writes so far become durable now, whatever happens to the transaction later. */
  leak(): void {
    this.#store.commitPart(this)
  }

  #wouldCircle(lock: Lock): boolean {
    const seen = new Set<Transaction>()
    const reaches = (owner: Transaction): boolean => {
      if (owner === this) return true
      if (seen.has(owner)) return false
      seen.add(owner)
      return [...this.#store.waitsOf(owner)].some(reaches)
    }
    return reaches(lock.owner)
  }
}
