// The quotes of one shard: loaded from the stored state, changed by events, written about once a second together with
// the cursor, and published to the gateways on the shared tick.

import type { QuoteMessage, TapeEntry } from '@fairlot/contract/market-data'
import { type BookMessage, shardOf } from '@fairlot/contract/venue'
import type { CandleBody } from '@fairlot/rules/market-data'
import type { Db } from '#platform/db'
import { logBeginning, type LoggedBatch, type LogPosition } from '#platform/event-log'
import { applyBook, applyEvent, concerns, type Frame, type Instrument } from './instrument.ts'
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

/** Another process has written this shard, or a commit of ours was lost: the memory must be reloaded. */
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

function holdShard(
  db: Db,
  shard: number,
  cursor: LogPosition | undefined,
  known: readonly Instrument[],
  bornAt: number,
): ShardQuotes {
  const instruments = new Map(known.map((own) => [own.symbol, own]))
  for (const own of known) own.version = Math.max(own.version + versionLeap, bornAt)
  const from = cursor ?? logBeginning
  let written = cursor
  let position = from
  let pending = nothing()
  /** Symbols changed since they last got a version, and trades that are not published yet. */
  const unversioned = new Set<string>()
  const unpublished = new Map<string, TapeEntry[]>()
  const staleDepth = new Set<string>()
  let depthWrittenAt = 0
  let booksUpTo = 0
  let flushing: Promise<void> = Promise.resolve()

  const touch = (symbol: string): TapeEntry[] => {
    unversioned.add(symbol)
    let trades = unpublished.get(symbol)
    if (!trades) unpublished.set(symbol, (trades = []))
    return trades
  }
  const giveVersions = (): void => {
    for (const symbol of unversioned) instruments.get(symbol)!.version += 1
    unversioned.clear()
  }

  const keep = (own: Instrument, kind: 'traded' | 'state' | 'day' | 'close'): void => {
    const { symbol, frame, day, minute } = own
    pending.quotes.add(symbol)
    if (kind === 'day' || kind === 'close')
      pending.frames.set(`${symbol} ${frame.date}`, { symbol, ...frame })
    if (kind !== 'traded') return
    pending.minutes.set(`${symbol} ${minute!.at}`, { symbol, ...minute! })
    pending.days.set(`${symbol} ${frame.date}`, { symbol, date: frame.date, candle: day! })
  }

  const write = (batch: Pending, to: LogPosition): Promise<boolean> => {
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

  return {
    from,
    apply({ events, end }) {
      for (const { event, at, body } of events) {
        if (!concerns(body)) continue
        // A listing reports "closed" before the first day: the instrument does not exist yet.
        if (body.kind === 'state' && !instruments.has(body.symbol)) continue
        const before = instruments.get(body.symbol)
        const own = applyEvent(before, body, event, at)
        if (!before) {
          own.version = bornAt
          instruments.set(body.symbol, own)
        }
        const trades = touch(body.symbol)
        if (body.kind === 'traded') {
          trades.push([event, at, body.price, body.quantity, body.taker ?? 'auction'])
          // Nothing is published for long while catching up; the message has the newest trades and says that some are
          // omitted.
          if (trades.length > 4 * maxTrades) trades.splice(0, 2 * maxTrades)
        }
        keep(own, body.kind)
      }
      position = end
    },
    applyBooks({ sequence, at, books }) {
      // Ignore depth that is older than the newest received.
      if (sequence < booksUpTo) return
      booksUpTo = sequence
      for (const book of books) {
        const own = instruments.get(book.symbol)
        if (!own || !applyBook(own, book)) continue
        own.at = Math.max(own.at, at)
        touch(book.symbol)
        staleDepth.add(book.symbol)
      }
    },
    takeMessages() {
      giveVersions()
      const messages = [...unpublished].map(([symbol, trades]) => messageOf(instruments.get(symbol)!, trades))
      unpublished.clear()
      return messages
    },
    flush: (now) => {
      // One flush after the other: a second one that overtook the first would move the cursor past unwritten changes.
      const mine = flushing.then(() => flush(now))
      flushing = mine.catch(() => undefined)
      return mine
    },
  }

  async function flush(now: number): Promise<void> {
    if (now - depthWrittenAt >= depthEveryMs) {
      for (const symbol of staleDepth) pending.quotes.add(symbol)
      staleDepth.clear()
      depthWrittenAt = now
    }
    if (pending.quotes.size === 0 && position.sequence === (written?.sequence ?? 0)) return
    giveVersions()
    const batch = pending
    const to = position
    pending = nothing()
    try {
      if (!(await write(batch, to)))
        throw new ShardTaken(`the quotes of shard ${shard} were written by another`)
      written = to
    } catch (error) {
      giveBack(batch, pending)
      throw error
    }
  }
}

/** Queues unwritten changes again, except where newer ones exist for the same key. */
function giveBack(unwritten: Pending, pending: Pending): void {
  for (const symbol of unwritten.quotes) pending.quotes.add(symbol)
  for (const name of ['minutes', 'days', 'frames'] as const) {
    const kept = pending[name] as Map<string, unknown>
    for (const [key, value] of unwritten[name]) if (!kept.has(key)) kept.set(key, value)
  }
}
