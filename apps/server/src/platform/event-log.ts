// Reads the exchange's events in their order, each once, for whoever stands downstream of the commit: quotes now,
// settlement and notices later. JetStream brings them quickly; PostgreSQL has them surely. A batch is taken from the
// stream only when it follows the last one in number and in hash; anything else (a hole, a message twice or late, a
// broken text, silence while the exchange writes on) is settled by reading PostgreSQL.

import type { Batch, VenueEvent } from '@fairlot/contract/venue'
import type { Db } from './db.ts'
import { type EventRow, readBatches, readEvents, readHead, readPruned } from './event-log/store.ts'
import type { EventStream, FollowedShard } from './event-log/stream.ts'
import type { Log } from './log.ts'
import type { Metrics } from './metrics.ts'

export { type EventStream, openEventStream } from './event-log/stream.ts'

/** The last command and event taken, and the hash of the chain after them. */
export interface LogPosition {
  readonly sequence: number
  readonly event: number
  readonly hash: string
}

export const logBeginning: LogPosition = { sequence: 0, event: 0, hash: '0'.repeat(64) }

export interface NumberedEvent {
  readonly event: number
  /** When the exchange applied the command it came of, milliseconds since 1970. */
  readonly at: number
  readonly body: VenueEvent
}

/** What one transaction of the exchange did, or what pruning left of several. */
export interface LoggedBatch {
  readonly events: readonly NumberedEvent[]
  /** Where the reader stands after it. */
  readonly end: LogPosition
}

export interface EventLogOptions {
  readonly db: Db
  readonly stream: EventStream
  readonly shard: number
  readonly from: LogPosition
  /** Called for one batch after the other; the next waits until it is done. If it throws, reading ends. */
  readonly apply: (batch: LoggedBatch) => void | Promise<void>
  readonly log: Log
  readonly metrics: Metrics
}

export interface EventLogReader {
  /** Reads PostgreSQL up to what is committed now. */
  catchUp(): Promise<void>
  /** Rejects when reading cannot go on: `apply` threw, or the log contradicts itself. Never resolves otherwise. */
  readonly failed: Promise<never>
  stop(): Promise<void>
}

export class BrokenLog extends Error {}

const checkMs = 1_000
const batchesAtOnce = 200

export function readEventLog(options: EventLogOptions): EventLogReader {
  const { db, stream, shard, apply, log, metrics } = options
  const labels = { shard: String(shard) }
  let position = options.from
  let stopped = false
  const isStopped = (): boolean => stopped
  let fail: (error: unknown) => void = () => undefined
  const failed = new Promise<never>((_resolve, reject) => (fail = reject))
  failed.catch(() => undefined)

  // Everything that moves the position goes through here, one at a time.
  let turn: Promise<unknown> = Promise.resolve()
  const inTurn = <Result>(work: () => Promise<Result>): Promise<Result> => {
    const mine = turn.then(work)
    turn = mine.catch(() => undefined)
    return mine
  }

  const take = async (batch: LoggedBatch): Promise<void> => {
    try {
      await apply(batch)
    } catch (error) {
      // Half a batch may be in; only a fresh start from a stored position is safe.
      stopped = true
      fail(error)
      throw error
    }
    position = batch.end
  }

  const refill = async (): Promise<number> => {
    let taken = 0
    while (!isStopped()) {
      const batches = await batchesAfter(db, shard, position)
      for (const batch of batches) {
        if (isStopped()) return taken
        await take(batch)
      }
      taken += batches.length
      if (batches.length < batchesAtOnce) return taken
    }
    return taken
  }

  const refillBecause = (why: string): Promise<void> =>
    inTurn(async () => {
      if (stopped) return
      const taken = await refill()
      if (taken === 0) return
      metrics.logRefills.inc({ ...labels, why }, taken)
    })

  const onBatch = (text: string | undefined): Promise<void> =>
    inTurn(async () => {
      if (stopped) return
      const batch = text === undefined ? undefined : parseBatch(text)
      if (batch?.shard === shard && batch.last <= position.sequence) return
      if (batch && follows(batch, shard, position)) return take(loggedOf(batch))
      const taken = await refill()
      metrics.logRefills.inc({ ...labels, why: batch ? 'gap' : 'unreadable' }, taken)
    }).catch((error: unknown) => onTrouble(error))

  let inTrouble = false
  const onTrouble = (error: unknown): void => {
    if (error instanceof BrokenLog) fail(error)
    // Once per outage; the watch below tries again every second.
    else if (!inTrouble && !stopped) log.warn({ shard, err: error }, 'event log cannot be read')
    inTrouble = true
  }

  const followed: FollowedShard = stream.follow(
    shard,
    () => refillBecause('opened').catch(onTrouble),
    onBatch,
  )

  // Silence is only good news when the exchange is silent too.
  let headBefore = position.event
  let watching: Promise<void> | undefined
  const watch = async (): Promise<void> => {
    try {
      const head = await readHead(db, shard)
      const event = head?.event ?? 0
      metrics.logBehind.set(labels, Math.max(0, event - position.event))
      // Behind what was already committed a whole check ago: the stream does not bring it.
      if (position.event < Math.min(headBefore, event)) {
        await refillBecause('silent')
        followed.renew()
      }
      headBefore = event
      if (inTrouble) log.info({ shard }, 'event log can be read again')
      inTrouble = false
    } catch (error) {
      onTrouble(error)
    }
  }
  const timer = setInterval(() => {
    watching ??= watch().finally(() => (watching = undefined))
  }, checkMs)

  return {
    catchUp: () => refillBecause('catch-up'),
    failed,
    async stop() {
      stopped = true
      clearInterval(timer)
      await Promise.all([followed.stop(), watching, turn])
    },
  }
}

function parseBatch(text: string): Batch | undefined {
  try {
    const batch = JSON.parse(text) as Partial<Batch> | null
    const isWhole =
      typeof batch === 'object' &&
      batch !== null &&
      [batch.shard, batch.first, batch.last, batch.firstEvent, batch.at].every(Number.isSafeInteger) &&
      Array.isArray(batch.events)
    return isWhole ? (batch as Batch) : undefined
  } catch {
    return undefined
  }
}

const follows = (batch: Batch, shard: number, position: LogPosition): boolean =>
  batch.shard === shard &&
  batch.first === position.sequence + 1 &&
  batch.last >= batch.first &&
  batch.firstEvent === position.event + 1 &&
  batch.previous === position.hash

const loggedOf = ({ last, firstEvent, at, hash, events }: Batch): LoggedBatch => ({
  events: events.map((body, index) => ({ event: firstEvent + index, at, body })),
  end: { sequence: last, event: firstEvent + events.length - 1, hash },
})

async function batchesAfter(db: Db, shard: number, from: LogPosition): Promise<LoggedBatch[]> {
  const rows = await readBatches(db, shard, from.sequence, batchesAtOnce)
  const last = rows.at(-1)
  if (!last) return []
  const events = await readEvents(db, shard, from.event, last.lastEvent)
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
      // What pruning leaves of a stretch is what somebody still needs: the trades and the words of the day.
      position = { sequence: row.first - 1, event: row.firstEvent - 1, hash: row.previous }
      logged.push({ events: eventsUpTo(position.event).map(numbered), end: position })
    }
    if (row.firstEvent !== position.event + 1 || row.previous !== position.hash) {
      throw new BrokenLog(`shard ${shard}: the batch up to ${row.last} does not follow ${position.sequence}`)
    }
    const own = eventsUpTo(row.lastEvent)
    if (own.length !== row.lastEvent - row.firstEvent + 1) {
      await assertPruned(row.first, row.last)
    }
    position = { sequence: row.last, event: row.lastEvent, hash: row.hash }
    logged.push({ events: own.map(numbered), end: position })
  }
  return logged
}

const numbered = ({ event, at, body }: EventRow): NumberedEvent => ({
  event,
  at,
  body: JSON.parse(body) as VenueEvent,
})

/** A hole that pruning did not make is a loss, and no reader may step over it. */
function holesOf(db: Db, shard: number, after: number): (first: number, last: number) => Promise<void> {
  let known: readonly { readonly first: number; readonly last: number }[] = []
  const coveredFrom = (first: number): number => {
    let covered = first - 1
    for (const range of known) if (range.first <= covered + 1) covered = Math.max(covered, range.last)
    return covered
  }
  return async (first, last) => {
    if (coveredFrom(first) >= last) return
    // Pruning goes on while we read: what it has taken is asked anew before anything is called lost.
    known = await readPruned(db, shard, after)
    if (coveredFrom(first) >= last) return
    throw new BrokenLog(`shard ${shard}: commands ${coveredFrom(first) + 1} to ${last} are missing`)
  }
}
