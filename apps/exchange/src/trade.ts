// The work of a shard that holds its lock and has recovered: batch after batch. While PostgreSQL commits one batch the
// engine applies the next. That is safe because a batch counts on the one before it: should that not be committed,
// the fence refuses the next as well, and the engine, which is then ahead of the truth, is dropped. What leaves this
// process (events, books, snapshots) speaks only of what is committed.

import { setImmediate as breathe } from 'node:timers/promises'
import { type Engine, hashText } from '@fairlot/engine'
import { applyCommands, sealBatch, type SealedBatch } from './batch.ts'
import type { BookFeed } from './books.ts'
import { digestOf, type Place } from './chain.ts'
import { timeCommandText } from './command-text.ts'
import type { Recovered } from './recover.ts'
import type { Session, Waiting } from './store.ts'
import type { Waker } from './waker.ts'

/** The engine threw on a command: its state is unknown, and a replay would throw again. */
export class EngineFault extends Error {}

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
/** Books are shown between commits; a busy shard makes such a moment only so often. */
const booksMayWaitMs = 150
/** Below the megabyte NATS takes for one message. */
const mostEventBytes = 400_000

interface UnderWay {
  readonly batch: SealedBatch
  readonly began: number
  readonly answer: Promise<readonly Waiting[]>
  /** Whether the answer says what waits, or only that it is done. */
  readonly isAsked: boolean
}

/** Ends when asked to stop, with a snapshot; ends with an error on any doubt. */
export async function trade(options: TradeOptions): Promise<void> {
  const { session, epoch, books, waker, now, batchLimit } = options
  const { engine, from } = options.recovered
  /** Where the engine stands, and where PostgreSQL does: at most one batch behind it. */
  let applied = options.recovered.place
  let committed = applied
  let underWay: UnderWay | undefined
  let waiting: readonly Waiting[] = []
  /** The snapshot that the next batch vouches for. */
  let snapshotHash = options.recovered.snapshotHash
  let snapshotSequence = snapshotHash === undefined ? -1 : applied.sequence
  let sinceSnapshot = applied.sequence - from
  let snapshotAt = now()
  let isDayEnding = false
  let pollMs = busyPollMs

  const apply = async (texts: readonly string[], at: number): Promise<SealedBatch> => {
    const result = applyOrFault(engine, applied, texts, at)
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
    // It is awaited in `settle`, perhaps after it has failed.
    answer.catch(() => undefined)
    underWay = { batch, began, answer, isAsked }
  }
  /** Waits for the commit under way. `taken` has been applied meanwhile and is still in the queue. */
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
  const keepSnapshot = async (): Promise<void> => {
    const began = performance.now()
    const state = engine.snapshot()
    // The engine's state hash is the hash of this text; asking it would write the text a second time.
    await session.keepSnapshot(committed, epoch, hashText(state), state, options.snapshotsKept)
    snapshotHash = digestOf(state)
    snapshotSequence = committed.sequence
    sinceSnapshot = 0
    snapshotAt = now()
    isDayEnding = false
    options.onSnapshot((performance.now() - began) / 1_000)
  }
  const isSnapshotDue = (): boolean => isDayEnding || sinceSnapshot >= options.snapshotCommands
  const areBooksLate = (): boolean => (books.dueAt(engine) ?? Infinity) + booksMayWaitMs <= now()

  while (!options.stopping.aborted) {
    // Snapshots and books show the engine as it is, so nothing may be applied that is not committed.
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
      const batch = await apply(
        offered.map(({ command }) => command),
        at,
      )
      const taken = offered.slice(0, batch.commands.length)
      waiting = waiting.slice(taken.length)
      await settle(taken)
      begin(
        batch,
        taken.map(({ id }) => id),
        began,
      )
      pollMs = busyPollMs
      // A busy shard must still hear NATS and its neighbours in this process.
      if (waiting.length > 0) await breathe()
      continue
    }
    // Any command brings the time with it; an empty batch is written only when none came.
    if ((engine.dueAt() ?? Infinity) <= at) {
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

function applyOrFault(engine: Engine, before: Place, texts: readonly string[], at: number) {
  try {
    return applyCommands(engine, before, texts, at, mostEventBytes)
  } catch (error) {
    throw new EngineFault(`the engine failed after ${before.sequence}`, { cause: error })
  }
}
