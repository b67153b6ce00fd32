// The work of a shard that holds its lock and has recovered: batch after batch. While PostgreSQL commits one batch the
// engine applies the next. That is safe because a batch depends on the previous one: if that is not committed, the
// fence refuses the next as well, and the engine, which is then ahead of the log, is dropped. What leaves this process
// (events, books, snapshots) contains only committed state.

import { setImmediate as breathe } from 'node:timers/promises'
import { hashText } from '@fairlot/engine'
import { applyCommands, EngineFault, sealBatch, type SealedBatch } from './batch.ts'
import type { BookFeed } from './books.ts'
import { digestOf, type Place } from './chain.ts'
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
  /** Whether wakes arrive. */
  readonly isConnected: () => boolean
  readonly onCommitted: (batch: SealedBatch, seconds: number) => void
  readonly onSnapshot: (seconds: number) => void
}

const busyPollMs = 20
/** While NATS is connected every sender wakes the shard; a lost wake costs this much. */
const idlePollMs = 1_000
const unconnectedPollMs = 250
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

/** What `trade` was given, and how far it has got. */
interface Run extends TradeOptions {
  /** The positions of the engine and of PostgreSQL, which is at most one batch behind. */
  applied: Place
  committed: Place
  underWay: UnderWay | undefined
  waiting: readonly Waiting[]
  /** The snapshot whose hash the next batch contains. */
  snapshotHash: string | undefined
  snapshotSequence: number
  sinceSnapshot: number
  snapshotAt: number
  isDayEnding: boolean
}

const startRun = (options: TradeOptions): Run => {
  const { place, from, snapshotHash } = options.recovered
  return {
    ...options,
    applied: place,
    committed: place,
    underWay: undefined,
    waiting: [],
    snapshotHash,
    snapshotSequence: snapshotHash === undefined ? -1 : place.sequence,
    sinceSnapshot: place.sequence - from,
    snapshotAt: options.now(),
    isDayEnding: false,
  }
}

/** Ends with a snapshot when asked to stop; ends with an error on any doubt. */
export async function trade(options: TradeOptions): Promise<void> {
  const { session, books, waker, now, batchLimit } = options
  const { engine } = options.recovered
  const run = startRun(options)
  let pollMs = busyPollMs

  const isTimerDue = (at: number): boolean => (engine.dueAt() ?? Infinity) <= at
  const areBooksLate = (): boolean => (books.dueAt(engine) ?? Infinity) + booksMayWaitMs <= now()

  while (!options.stopping.aborted) {
    // Snapshots and books show the engine's current state, so everything applied must be committed.
    if (run.waiting.length === 0 || isSnapshotDue(run) || areBooksLate()) await settle(run)
    if (!run.underWay) {
      if (isSnapshotDue(run)) await keepSnapshot(run)
      books.flush(engine, run.committed.sequence, run.committed.at, now())
      if (run.waiting.length === 0) run.waiting = await session.waiting(2 * batchLimit)
    }
    const at = Math.max(now(), run.applied.at)
    const began = performance.now()
    if (run.waiting.length > 0) {
      // A due timer gets its own command before them: if it fails, none of them is at fault.
      await applyWaiting(run, isTimerDue(at) ? [timeCommandText] : [], at, began)
      pollMs = busyPollMs
      // A busy shard must still let NATS and the other shards of this process run.
      if (run.waiting.length > 0) await breathe()
      continue
    }
    // Every batch advances the time; a batch of time alone is written only when there is no command.
    if (isTimerDue(at)) {
      begin(run, await apply(run, [timeCommandText], at), [], began)
      continue
    }
    if (run.sinceSnapshot > 0 && now() - run.snapshotAt >= options.snapshotMs) await keepSnapshot(run)
    const next = Math.min(now() + pollMs, engine.dueAt() ?? Infinity, books.dueAt(engine) ?? Infinity)
    await waker.sleep(Math.max(1, next - now()))
    pollMs = Math.min(pollMs * 2, options.isConnected() ? idlePollMs : unconnectedPollMs)
  }
  await settle(run)
  // The next process, perhaps of another version, then has nothing to replay.
  if (run.snapshotSequence !== run.committed.sequence) await keepSnapshot(run)
}

/** One batch of the waiting commands, after `times`: applied, then committed once the one before it is. */
async function applyWaiting(run: Run, times: readonly string[], at: number, began: number): Promise<void> {
  const offered = run.waiting.slice(0, run.batchLimit)
  const texts = [...times, ...offered.map(({ command }) => command)]
  const batch = await apply(run, texts, at).catch((error: unknown) =>
    setAside(run, error, offered, times.length),
  )
  const taken = offered.slice(0, batch.commands.length - times.length)
  run.waiting = run.waiting.slice(taken.length)
  await settle(run, taken)
  begin(
    run,
    batch,
    taken.map(({ id }) => id),
    began,
  )
}

async function apply(run: Run, texts: readonly string[], at: number): Promise<SealedBatch> {
  const { epoch, applied, snapshotHash } = run
  const result = applyCommands(run.recovered.engine, applied, texts, at, maxEventBytes)
  const batch = await sealBatch(applied, result, { epoch, at, snapshotHash })
  run.snapshotHash = undefined
  run.applied = batch.after
  run.sinceSnapshot += batch.commands.length
  run.isDayEnding ||= batch.endsDay
  return batch
}

function begin(run: Run, batch: SealedBatch, ids: readonly number[], began: number): void {
  const { session, batchLimit } = run
  // One batch ahead, so that the next answer comes before the rows run out; and many at once, so that a busy shard
  // does not read the same rows again with every batch.
  const isAsked = run.waiting.length < 2 * batchLimit
  const answer = session.commit(batch, ids, isAsked ? 6 * batchLimit : 0)
  // `settle` awaits it, perhaps after it has failed.
  answer.catch(() => undefined)
  run.underWay = { batch, began, answer, isAsked }
}

/** Waits for the running commit. `taken` has been applied meanwhile and is still in the queue. */
async function settle(run: Run, taken: readonly Waiting[] = []): Promise<void> {
  if (!run.underWay) return
  const { batch, began, answer, isAsked } = run.underWay
  const rows = await answer
  run.underWay = undefined
  run.committed = batch.after
  if (isAsked) {
    const ids = new Set(taken.map(({ id }) => id))
    run.waiting = ids.size === 0 ? rows : rows.filter(({ id }) => !ids.has(id))
  }
  run.onCommitted(batch, (performance.now() - began) / 1_000)
}

/** Always throws. Commands applied before it in the batch are still in the queue. */
async function setAside(
  run: Run,
  fault: unknown,
  offered: readonly Waiting[],
  before: number,
): Promise<never> {
  await settle(run)
  if (!(fault instanceof EngineFault) || neverSetAside.has(fault.kind)) throw fault
  const { id } = offered[fault.index - before]!
  if (!(await run.session.setAside(run.epoch, id, fault.message))) throw fault
  throw new CommandSetAside(`command ${id} is set aside`, { cause: fault })
}

const isSnapshotDue = ({ isDayEnding, sinceSnapshot, snapshotCommands }: Run): boolean =>
  isDayEnding || sinceSnapshot >= snapshotCommands

async function keepSnapshot(run: Run): Promise<void> {
  const { session, epoch, committed } = run
  const began = performance.now()
  const state = run.recovered.engine.snapshot()
  // The engine's state hash is the hash of this text; asking the engine would build the text a second time.
  await session.keepSnapshot(committed, epoch, hashText(state), state, run.snapshotsKept)
  run.snapshotHash = digestOf(state)
  run.snapshotSequence = committed.sequence
  run.sinceSnapshot = 0
  run.snapshotAt = run.now()
  run.isDayEnding = false
  run.onSnapshot((performance.now() - began) / 1_000)
}
