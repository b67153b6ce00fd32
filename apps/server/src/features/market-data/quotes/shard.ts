// The quotes of one shard: loaded from the stored state, changed by events, written about once a second together with
// the cursor, and published to the gateways on the shared tick.

import type { TapeEntry } from '@fairlot/contract/live'
import type { QuoteMessage } from '@fairlot/contract/market-data'
import { type BookMessage, shardOf, type VenueEvent } from '@fairlot/contract/venue'
import type { CandleBody } from '@fairlot/rules/market-data'
import type { Db } from '#platform/db'
import { logBeginning, type LoggedBatch, type LogPosition } from '#platform/event-log'
import { applyBook, applyEvent, affectsInstrument, type Frame, type Instrument } from './instrument.ts'
import { messageOf, maxTrades } from './message.ts'
import {
  commitLazily,
  moveCursor,
  readCursor,
  readInstruments,
  readOneSnapshot,
  writeDays,
  writeFrames,
  writeMinutes,
  writeQuotes,
} from './store.ts'

/** Another process has written this shard, or a commit of this one was lost: the memory must be reloaded. */
export class ShardTaken extends Error {}

// A restarted process begins with versions above every one that a gateway may have received from its predecessor, which
// assigns at most five a second and may have crashed before writing them. This much covers half an hour without a
// write, and the clock covers an instrument that was never written.
const versionLeap = 10_000
/** Depth changes many times a second and is stored only for processes that start, so it is written less often. */
const depthEveryMs = 5_000

interface Pending {
  /** Symbols whose row changed. */
  readonly quotes: Set<string>
  readonly minutes: Map<string, { symbol: string; at: number; candle: CandleBody }>
  readonly days: Map<string, { symbol: string; date: string; candle: CandleBody }>
  readonly frames: Map<string, Frame & { symbol: string }>
}

const nothing = (): Pending => ({
  quotes: new Set(),
  minutes: new Map(),
  days: new Map(),
  frames: new Map(),
})

export interface ShardQuotes {
  /** The position where reading continues. */
  readonly from: LogPosition
  apply(batch: LoggedBatch): void
  applyBooks(message: BookMessage): void
  /** The changes since the last call. */
  takeMessages(): QuoteMessage[]
  /** One transaction with all changes; throws `ShardTaken` when another process has moved the cursor. */
  flush(now: number): Promise<void>
}

export async function loadShard(db: Db, shard: number, now: number): Promise<ShardQuotes> {
  // One snapshot: cursor and quotes of two different flushes would count trades twice or not at all.
  const { cursor, known } = await db.transaction(async (tx) => {
    await readOneSnapshot(tx)
    return {
      cursor: await readCursor(tx, shard),
      known: await readInstruments(tx, (symbol) => shardOf(symbol) === shard),
    }
  })
  return holdShard(db, shard, cursor, known, now)
}

/** The quotes in memory, and which of their changes are not written or published. */
interface Held {
  readonly db: Db
  readonly shard: number
  readonly bornAt: number
  readonly instruments: Map<string, Instrument>
  written: LogPosition | undefined
  position: LogPosition
  pending: Pending
  /** Symbols changed since they last got a version, and trades that are not published yet. */
  readonly unversioned: Set<string>
  readonly unpublished: Map<string, TapeEntry[]>
  readonly staleDepth: Set<string>
  depthWrittenAt: number
  booksUpTo: number
}

function holdShard(
  db: Db,
  shard: number,
  cursor: LogPosition | undefined,
  known: readonly Instrument[],
  bornAt: number,
): ShardQuotes {
  for (const own of known) own.version = Math.max(own.version + versionLeap, bornAt)
  const from = cursor ?? logBeginning
  const held: Held = {
    db,
    shard,
    bornAt,
    instruments: new Map(known.map((own) => [own.symbol, own])),
    written: cursor,
    position: from,
    pending: nothing(),
    unversioned: new Set(),
    unpublished: new Map(),
    staleDepth: new Set(),
    depthWrittenAt: 0,
    booksUpTo: 0,
  }
  let flushing: Promise<void> = Promise.resolve()
  return {
    from,
    apply: (batch) => applyBatch(held, batch),
    applyBooks: (message) => applyBooks(held, message),
    takeMessages() {
      const { instruments, unpublished } = held
      giveVersions(held)
      const messages = [...unpublished].map(([symbol, trades]) => messageOf(instruments.get(symbol)!, trades))
      unpublished.clear()
      return messages
    },
    flush: (now) => {
      // One flush after the other: a second one that overtook the first would move the cursor past unwritten changes.
      const mine = flushing.then(() => flush(held, now))
      flushing = mine.catch(() => undefined)
      return mine
    },
  }
}

function touch({ unversioned, unpublished }: Held, symbol: string): TapeEntry[] {
  unversioned.add(symbol)
  let trades = unpublished.get(symbol)
  if (!trades) unpublished.set(symbol, (trades = []))
  return trades
}

function giveVersions({ unversioned, instruments }: Held): void {
  for (const symbol of unversioned) instruments.get(symbol)!.version += 1
  unversioned.clear()
}

function applyBatch(held: Held, { events, end }: LoggedBatch): void {
  const { instruments } = held
  for (const { event, at, body } of events) {
    if (!affectsInstrument(body)) continue
    // A listing reports "closed" before the first day: the instrument does not exist yet.
    if (body.kind === 'state' && !instruments.has(body.symbol)) continue
    const before = instruments.get(body.symbol)
    const own = applyEvent(before, body, event, at)
    if (!before) {
      own.version = held.bornAt
      instruments.set(body.symbol, own)
    }
    const trades = touch(held, body.symbol)
    if (body.kind === 'traded') {
      trades.push([event, at, body.price, body.quantity, body.taker ?? 'auction'])
      // Nothing is published for long while catching up; the message has the newest trades and says that some are
      // omitted.
      if (trades.length > 4 * maxTrades) trades.splice(0, 2 * maxTrades)
    }
    keep(held.pending, own, body.kind)
  }
  held.position = end
}

function keep(pending: Pending, own: Instrument, kind: VenueEvent['kind']): void {
  const { symbol, frame, day, minute } = own
  pending.quotes.add(symbol)
  if (kind === 'day' || kind === 'close') pending.frames.set(`${symbol} ${frame.date}`, { symbol, ...frame })
  if (kind !== 'traded') return
  pending.minutes.set(`${symbol} ${minute!.at}`, { symbol, ...minute! })
  pending.days.set(`${symbol} ${frame.date}`, { symbol, date: frame.date, candle: day! })
}

function applyBooks(held: Held, { sequence, at, books }: BookMessage): void {
  // Ignore depth that is older than the newest received.
  if (sequence < held.booksUpTo) return
  held.booksUpTo = sequence
  for (const book of books) {
    const own = held.instruments.get(book.symbol)
    if (!own || !applyBook(own, book)) continue
    own.at = Math.max(own.at, at)
    touch(held, book.symbol)
    held.staleDepth.add(book.symbol)
  }
}

async function flush(held: Held, now: number): Promise<void> {
  const { shard, staleDepth } = held
  if (now - held.depthWrittenAt >= depthEveryMs) {
    for (const symbol of staleDepth) held.pending.quotes.add(symbol)
    staleDepth.clear()
    held.depthWrittenAt = now
  }
  if (held.pending.quotes.size === 0 && held.position.sequence === (held.written?.sequence ?? 0)) return
  giveVersions(held)
  const batch = held.pending
  const to = held.position
  held.pending = nothing()
  try {
    if (!(await write(held, batch, to)))
      throw new ShardTaken(`the quotes of shard ${shard} were written by another`)
    held.written = to
  } catch (error) {
    giveBack(batch, held.pending)
    throw error
  }
}

function write({ db, shard, instruments, written }: Held, batch: Pending, to: LogPosition): Promise<boolean> {
  // Copied before the first await: events that arrive meanwhile are beyond the cursor of this write.
  const quotes = [...batch.quotes].map((symbol) => ({ ...instruments.get(symbol)! }))
  return db.transaction(async (tx) => {
    await commitLazily(tx)
    if (!(await moveCursor(tx, shard, written, to))) return false
    await writeQuotes(tx, quotes)
    await writeFrames(tx, [...batch.frames.values()])
    await writeMinutes(
      tx,
      [...batch.minutes.values()].map(({ symbol, at, candle }) => ({ symbol, at, ...candle })),
    )
    await writeDays(
      tx,
      [...batch.days.values()].map(({ symbol, date, candle }) => ({ symbol, date, ...candle })),
    )
    return true
  })
}

/** Queues unwritten changes again, except where newer ones exist for the same key. */
function giveBack(unwritten: Pending, pending: Pending): void {
  for (const symbol of unwritten.quotes) pending.quotes.add(symbol)
  for (const name of ['minutes', 'days', 'frames'] as const) {
    const kept = pending[name] as Map<string, unknown>
    for (const [key, value] of unwritten[name]) if (!kept.has(key)) kept.set(key, value)
  }
}
