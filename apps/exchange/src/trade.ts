// The work of a shard that holds its lock and has recovered: batch after batch. While PostgreSQL commits one batch the
// engine applies the next. That is safe because a batch depends on the previous one: if that is not committed, the
// fence refuses the next as well, and the engine, which is then ahead of the log, is dropped. What leaves this process
// (events, books, snapshots) contains only committed state.

import { setImmediate as breathe } from 'node:timers/promises'
import { hashText } from '@fairlot/engine'
import { applyCommands, EngineFault, sealBatch, type SealedBatch } from './batch.ts'
import type { BookFeed } from './books.ts'
import { digestOf } from './chain.ts'
import { timeCommandText } from './command-text.ts'
import type { Recovered } from './recover.ts'
import type { Session, Waiting } from './store.ts'
import type { Waker } from './waker.ts'

/** The engine failed on a command, which has left the queue. The engine must be rebuilt. */
export class CommandSetAside extends Error {}

export interface TradeOptions {
  readonly session: Session
  readonly epoch: number
  readonly recovered: Recovered
  readonly books: BookFeed
  readonly waker: Waker
  readonly stopping: AbortSignal
  readonly now: () => number
  readonly batchLimit: number
  readonly snapshotCommands: number
  readonly snapshotMs: number
  readonly snapshotsKept: number
  readonly onCommitted: (batch: SealedBatch, seconds: number) => void
  readonly onSnapshot: (seconds: number) => void
}

const busyPollMs = 20
const idlePollMs = 250
/** Books are published between commits; a busy shard makes room for that only this often. */
const booksMayWaitMs = 150
/** Below NATS's limit of one megabyte per message. */
const maxEventBytes = 400_000
/**
 * A phase changes the whole day of the shard: continuing without it would trade past the close. A refusal changes
 * nothing in the engine, so if it fails, the command is not the cause.
 */
const neverSetAside: ReadonlySet<string> = new Set(['phase', 'refuse', 'time'])

interface UnderWay {
  readonly batch: SealedBatch
  readonly began: number
  readonly answer: Promise<readonly Waiting[]>
  /** Whether the answer includes the waiting commands, or only confirms the commit. */
  readonly isAsked: boolean
}

/** Ends with a snapshot when asked to stop; ends with an error on any doubt. */
export async function trade(options: TradeOptions): Promise<void> {
  const { session, epoch, books, waker, now, batchLimit } = options
  const { engine, from } = options.recovered
  /** The positions of the engine and of PostgreSQL, which is at most one batch behind. */
  let applied = options.recovered.place
  let committed = applied
  let underWay: UnderWay | undefined
  let waiting: readonly Waiting[] = []
  /** The snapshot whose hash the next batch contains. */
  let snapshotHash = options.recovered.snapshotHash
  let snapshotSequence = snapshotHash === undefined ? -1 : applied.sequence
  let sinceSnapshot = applied.sequence - from
  let snapshotAt = now()
  let isDayEnding = false
  let pollMs = busyPollMs

  const apply = async (texts: readonly string[], at: number): Promise<SealedBatch> => {
    const result = applyCommands(engine, applied, texts, at, maxEventBytes)
    const batch = await sealBatch(applied, result, { epoch, at, snapshotHash })
    snapshotHash = undefined
    applied = batch.after
    sinceSnapshot += batch.commands.length
    isDayEnding ||= batch.endsDay
    return batch
  }
  const begin = (batch: SealedBatch, ids: readonly number[], began: number): void => {
    // One batch ahead, so that the next answer comes before the rows run out; and many at once, so that a busy shard
    // does not read the same rows again with every batch.
    const isAsked = waiting.length < 2 * batchLimit
    const answer = session.commit(batch, ids, isAsked ? 6 * batchLimit : 0)
    // `settle` awaits it, perhaps after it has failed.
    answer.catch(() => undefined)
    underWay = { batch, began, answer, isAsked }
  }
  /** Waits for the running commit. `taken` has been applied meanwhile and is still in the queue. */
  const settle = async (taken: readonly Waiting[] = []): Promise<void> => {
    if (!underWay) return
    const { batch, began, answer, isAsked } = underWay
    const rows = await answer
    underWay = undefined
    committed = batch.after
    if (isAsked) {
      const ids = new Set(taken.map(({ id }) => id))
      waiting = ids.size === 0 ? rows : rows.filter(({ id }) => !ids.has(id))
    }
    options.onCommitted(batch, (performance.now() - began) / 1_000)
  }
  /** Always throws. Commands applied before it in the batch are still in the queue. */
  const setAside = async (fault: unknown, offered: readonly Waiting[], before: number): Promise<never> => {
    await settle()
    if (!(fault instanceof EngineFault) || neverSetAside.has(fault.kind)) throw fault
    const { id } = offered[fault.index - before]!
    if (!(await session.setAside(epoch, id, fault.message))) throw fault
    throw new CommandSetAside(`command ${id} is set aside`, { cause: fault })
  }
  const keepSnapshot = async (): Promise<void> => {
    const began = performance.now()
    const state = engine.snapshot()
    // The engine's state hash is the hash of this text; asking the engine would build the text a second time.
    await session.keepSnapshot(committed, epoch, hashText(state), state, options.snapshotsKept)
    snapshotHash = digestOf(state)
    snapshotSequence = committed.sequence
    sinceSnapshot = 0
    snapshotAt = now()
    isDayEnding = false
    options.onSnapshot((performance.now() - began) / 1_000)
  }
  const isSnapshotDue = (): boolean => isDayEnding || sinceSnapshot >= options.snapshotCommands
  const isTimerDue = (at: number): boolean => (engine.dueAt() ?? Infinity) <= at
  const areBooksLate = (): boolean => (books.dueAt(engine) ?? Infinity) + booksMayWaitMs <= now()

  while (!options.stopping.aborted) {
    // Snapshots and books show the engine's current state, so everything applied must be committed.
    if (waiting.length === 0 || isSnapshotDue() || areBooksLate()) await settle()
    if (!underWay) {
      if (isSnapshotDue()) await keepSnapshot()
      books.flush(engine, committed.sequence, committed.at, now())
      if (waiting.length === 0) waiting = await session.waiting(2 * batchLimit)
    }
    const at = Math.max(now(), applied.at)
    const began = performance.now()
    if (waiting.length > 0) {
      const offered = waiting.slice(0, batchLimit)
      // A due timer gets its own command before them: if it fails, none of them is at fault.
      const times = isTimerDue(at) ? [timeCommandText] : []
      const texts = [...times, ...offered.map(({ command }) => command)]
      const batch = await apply(texts, at).catch((error: unknown) => setAside(error, offered, times.length))
      const taken = offered.slice(0, batch.commands.length - times.length)
      waiting = waiting.slice(taken.length)
      await settle(taken)
      begin(
        batch,
        taken.map(({ id }) => id),
        began,
      )
      pollMs = busyPollMs
      // A busy shard must still let NATS and the other shards of this process run.
      if (waiting.length > 0) await breathe()
      continue
    }
    // Every batch advances the time; a batch of time alone is written only when there is no command.
    if (isTimerDue(at)) {
      begin(await apply([timeCommandText], at), [], began)
      continue
    }
    if (sinceSnapshot > 0 && now() - snapshotAt >= options.snapshotMs) await keepSnapshot()
    const next = Math.min(now() + pollMs, engine.dueAt() ?? Infinity, books.dueAt(engine) ?? Infinity)
    await waker.sleep(Math.max(1, next - now()))
    pollMs = Math.min(pollMs * 2, idlePollMs)
  }
  await settle()
  // The next process, perhaps of another version, then has nothing to replay.
  if (snapshotSequence !== committed.sequence) await keepSnapshot()
}
