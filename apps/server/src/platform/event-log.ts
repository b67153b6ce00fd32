// Reads the exchange's events in order, each once, for settlement and quotes. The content comes only from PostgreSQL. A
// NATS message only signals that there is something to read, so a forged one costs one read.
// docs/adr/0023-postgresql-tells-nats-wakes.md has the figures.

import type { Subjects, VenueEvent } from '@fairlot/contract/venue'
import type { Bus, BusMessage } from './bus.ts'
import type { Db } from './db.ts'
import { type EventRow, readBatches, readEvents, readHead, readPruned } from './event-log/store.ts'
import type { Log } from './log.ts'
import type { Metrics } from './metrics.ts'
import { pause } from '@fairlot/process/pause'

/** The last command and event read, and the hash of the chain after them. */
export interface LogPosition {
  readonly sequence: number
  readonly event: number
  readonly hash: string
}

export const logBeginning: LogPosition = { sequence: 0, event: 0, hash: '0'.repeat(64) }

export interface NumberedEvent {
  readonly event: number
  /** When the exchange applied its command, milliseconds since 1970. */
  readonly at: number
  readonly body: VenueEvent
}

/** The events of one transaction of the exchange, or what pruning left of several. */
export interface LoggedBatch {
  readonly events: readonly NumberedEvent[]
  /** The reader's position after it. */
  readonly end: LogPosition
}

export interface EventLogOptions {
  readonly db: Db
  /** Carries the exchange's commit signals. */
  readonly bus: Bus
  readonly subjects: Subjects
  readonly shard: number
  readonly from: LogPosition
  /** Called for one batch after the other; the next waits until it is done. If it throws, reading ends. */
  readonly apply: (batch: LoggedBatch) => void | Promise<void>
  /**
   * After a signal it reads at the next multiple of this time; 0 or absent: at once. One read then has the commits of
   * the whole interval, and all readers of a process read at the same moment.
   */
  readonly gatherMs?: number
  readonly log: Log
  readonly metrics: Metrics
}

export interface EventLogReader {
  /** Reads up to what PostgreSQL has committed now. */
  catchUp(): Promise<void>
  /** Rejects when reading cannot continue: `apply` threw, or the log contradicts itself. Never resolves. */
  readonly failed: Promise<never>
  stop(): Promise<void>
}

export class BrokenLog extends Error {}

/**
 * How often PostgreSQL is asked without a signal. More often while NATS is away and for a while after: a signal may have been lost
 * between the reconnect and the moment when every server knows of it.
 */
const checkMs = 5_000
const unconnectedCheckMs = 1_000
const batchesAtOnce = 200
/** Pause after a wake without new events: a flood of forged wakes causes at most one read per pause. */
const emptyPauseMs = 10

/** One reader: its position, and why it ends. */
interface Reading extends EventLogOptions {
  position: LogPosition
  /** No batch before this time follows the position: the search can skip older months. */
  since: number
  inTrouble: boolean
  readonly stopping: AbortController
  readonly fail: (error: unknown) => void
}

export function readEventLog(options: EventLogOptions): EventLogReader {
  const { bus, subjects, shard, from, gatherMs = 0 } = options
  const { promise: failed, reject: fail } = Promise.withResolvers<never>()
  failed.catch(() => undefined)
  const stopping = new AbortController()
  const { signal } = stopping
  const reader: Reading = { ...options, position: from, since: 0, inTrouble: false, stopping, fail }
  const reads = oneAtATime(() => read(reader))

  let waking: Promise<void> | undefined
  const wake = async (): Promise<void> => {
    try {
      if (gatherMs > 0) await pause(gatherMs - (performance.now() % gatherMs), signal)
      if ((await reads.run()) === 0) await pause(emptyPauseMs, signal)
    } catch (error) {
      onTrouble(reader, error)
    }
  }
  let again: BusMessage | undefined
  const onWake = (message: BusMessage): void => {
    if (signal.aborted || lastOf(message) <= reader.position.sequence) return
    if (waking) {
      again = message
      return
    }
    waking = wake().finally(() => {
      waking = undefined
      const waited = again
      again = undefined
      if (waited) onWake(waited)
    })
  }
  const unsubscribe = bus.subscribe(subjects.events(shard), onWake)

  // NATS may be down or lose a message: this check finds what it missed.
  let checking: Promise<void> | undefined
  let checkedAt = performance.now()
  const timer = setInterval(() => {
    const isSilent = bus.connectedMs() > checkMs && !reader.inTrouble
    // Half a period earlier: a timer may fire a moment before its time.
    if (isSilent && performance.now() - checkedAt < checkMs - unconnectedCheckMs / 2) return
    checkedAt = performance.now()
    checking ??= check(reader, reads.run, () => waking !== undefined).finally(() => (checking = undefined))
  }, unconnectedCheckMs)

  return {
    async catchUp() {
      await reads.run()
    },
    failed,
    async stop() {
      stopping.abort()
      clearInterval(timer)
      unsubscribe()
      await Promise.all([checking, waking, reads.ended()])
    },
  }
}

/** One read at a time, and at most one more waiting: that one sees everything committed during the first. */
function oneAtATime(read: () => Promise<number>): {
  run(this: void): Promise<number>
  ended(): Promise<unknown>
} {
  let reading: Promise<number> | undefined
  let next: Promise<number> | undefined
  const run = (): Promise<number> => {
    if (!reading) {
      reading = read().finally(() => (reading = undefined))
      return reading
    }
    next ??= reading
      .catch(() => 0)
      .then(() => {
        next = undefined
        return run()
      })
    return next
  }
  const ended = () => Promise.all([reading?.catch(() => undefined), next?.catch(() => undefined)])
  return { run, ended }
}

async function read(reader: Reading): Promise<number> {
  const { db, shard } = reader
  const { signal } = reader.stopping
  let taken = 0
  while (!signal.aborted) {
    const { batches, newestAt } = await batchesAfter(db, shard, reader.position, reader.since)
    for (const batch of batches) {
      if (signal.aborted) return taken
      await take(reader, batch)
    }
    reader.since = Math.max(reader.since, newestAt)
    taken += batches.length
    if (batches.length < batchesAtOnce) return taken
  }
  return taken
}

async function take(reader: Reading, batch: LoggedBatch): Promise<void> {
  try {
    await reader.apply(batch)
  } catch (error) {
    // Half a batch may be applied; only a restart from a stored position is safe.
    reader.stopping.abort()
    reader.fail(error)
    throw error
  }
  reader.position = batch.end
}

async function check(
  reader: Reading,
  readOn: () => Promise<number>,
  isAboutToRead: () => boolean,
): Promise<void> {
  const { db, shard, metrics, log } = reader
  const labels = { shard: String(shard) }
  try {
    const head = await readHead(db, shard)
    const behind = Math.max(0, (head?.sequence ?? 0) - reader.position.sequence)
    metrics.logBehind.set(labels, Math.max(0, (head?.event ?? 0) - reader.position.event))
    if (behind > 0 && !isAboutToRead()) metrics.logRefills.inc({ ...labels, why: 'unsaid' }, await readOn())
    if (reader.inTrouble) log.info({ shard }, 'event log can be read again')
    reader.inTrouble = false
  } catch (error) {
    onTrouble(reader, error)
  }
}

function onTrouble(reader: Reading, error: unknown): void {
  const { shard, log, stopping } = reader
  if (error instanceof BrokenLog) reader.fail(error)
  // Logged once per outage; the check tries again every second.
  else if (!reader.inTrouble && !stopping.signal.aborted)
    log.warn({ shard, err: error }, 'event log cannot be read')
  reader.inTrouble = true
}

/** The sequence a wake names. An unreadable wake counts as new: one extra read is harmless. */
function lastOf(message: BusMessage): number {
  try {
    const { last } = message.json() as { last?: unknown }
    return typeof last === 'number' ? last : Number.POSITIVE_INFINITY
  } catch {
    return Number.POSITIVE_INFINITY
  }
}

async function batchesAfter(
  db: Db,
  shard: number,
  from: LogPosition,
  since: number,
): Promise<{ readonly batches: readonly LoggedBatch[]; readonly newestAt: number }> {
  const rows = await readBatches(db, shard, from.sequence, since, batchesAtOnce)
  const last = rows.at(-1)
  if (!last) return { batches: [], newestAt: since }
  const events =
    last.lastEvent > from.event ? await readEvents(db, shard, from.event, last.lastEvent, since) : []
  const logged: LoggedBatch[] = []
  const assertPruned = holesOf(db, shard, from.sequence)
  let position = from
  let index = 0
  const eventsUpTo = (event: number): EventRow[] => {
    const begin = index
    while (index < events.length && events[index]!.event <= event) index += 1
    return events.slice(begin, index)
  }
  for (const row of rows) {
    if (row.first !== position.sequence + 1) {
      await assertPruned(position.sequence + 1, row.first - 1)
      // What pruning left of a range comes with the batch after it: a reader's position is always a batch of the log.
      position = { sequence: row.first - 1, event: row.firstEvent - 1, hash: row.previous }
    }
    const left = eventsUpTo(row.firstEvent - 1)
    if (row.firstEvent !== position.event + 1 || row.previous !== position.hash) {
      throw new BrokenLog(`shard ${shard}: the batch up to ${row.last} does not follow ${position.sequence}`)
    }
    const own = eventsUpTo(row.lastEvent)
    if (own.length !== row.lastEvent - row.firstEvent + 1) {
      await assertPruned(row.first, row.last)
    }
    position = { sequence: row.last, event: row.lastEvent, hash: row.hash }
    logged.push({ events: [...left, ...own].map(numbered), end: position })
  }
  return { batches: logged, newestAt: last.at }
}

const numbered = ({ event, at, body }: EventRow): NumberedEvent => ({
  event,
  at,
  body: JSON.parse(body) as VenueEvent,
})

/** A gap that pruning did not make is a loss, and no reader may skip it. */
function holesOf(db: Db, shard: number, after: number): (first: number, last: number) => Promise<void> {
  let known: readonly { readonly first: number; readonly last: number }[] = []
  const coveredFrom = (first: number): number => {
    let covered = first - 1
    for (const range of known) if (range.first <= covered + 1) covered = Math.max(covered, range.last)
    return covered
  }
  return async (first, last) => {
    if (coveredFrom(first) >= last) return
    // Pruning continues during this read, so the pruned ranges are read again before a loss is reported.
    known = await readPruned(db, shard, after)
    if (coveredFrom(first) >= last) return
    throw new BrokenLog(`shard ${shard}: commands ${coveredFrom(first) + 1} to ${last} are missing`)
  }
}
