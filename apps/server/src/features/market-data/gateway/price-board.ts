// All instruments somebody on this node watches: one NATS subscription each, however many sockets, and the newest
// value. NATS promises nothing, so the board is also read from PostgreSQL: when an instrument is first watched, when
// NATS was away, and now and then.

import type { BeatMessage, DetailUpdate, IndicesMessage, QuoteMessage } from '@fairlot/contract/market-data'
import type { Subjects } from '@fairlot/contract/venue'
import type { Bus } from '#platform/bus'
import type { Db } from '#platform/db'
import { QuoteCell } from './quote-cell.ts'
import { readQuotes } from './store.ts'
import { asciiJson } from './text-frame.ts'

/** Scrolling back and forth must not subscribe anew each time. */
const keptMs = 30_000
/** By then a subscription has reached the NATS server, and a message of this tick has come. */
const settledMs = 500

export interface PriceBoard {
  /** How every frame begins: with the newest time quotes has told everything up to; nought until it has been heard. */
  frameHead(): string
  /** When that was heard, by the clock of this process. */
  heardAt(): number
  indices(): { readonly change: number; readonly text: string }
  /** Counts a watcher in. The value may come later. */
  join(symbol: string): QuoteCell
  leave(cell: QuoteCell, now: number): void
  /** Reads what has just been joined and is not known yet. */
  fill(): Promise<void>
  /** Reads everything watched, for what was missed. */
  reread(): Promise<void>
  /** Lets go of what nobody has watched for a while. */
  tidy(now: number): void
  size(): number
  close(): void
}

export function openPriceBoard(bus: Bus, subjects: Subjects, db: Db, now: () => number): PriceBoard {
  const cells = new Map<string, QuoteCell>()
  const timers = new Set<NodeJS.Timeout>()
  let unread = new Set<QuoteCell>()
  let filling: Promise<void> | undefined
  let at = 0
  let frameHead = headOf(at)
  let heardAt = 0
  let indices = { change: 0, text: '' }

  const detachments = [
    bus.subscribe(subjects.quotesBeat, (message) => {
      at = Math.max(at, (message.json() as BeatMessage).at)
      frameHead = headOf(at)
      heardAt = now()
    }),
    bus.subscribe(subjects.indices, (message) => {
      const text = (message.json() as IndicesMessage).map(asciiJson).join(',')
      if (text !== indices.text) indices = { change: indices.change + 1, text }
    }),
  ]

  const later = (run: () => void): void => {
    const timer = setTimeout(() => {
      timers.delete(timer)
      run()
    }, settledMs)
    timers.add(timer)
  }

  /** Only what the tables know is asked of NATS: a stranger's made-up symbols must not become subscriptions. */
  const read = async (asked: readonly QuoteCell[]): Promise<void> => {
    if (asked.length === 0) return
    const symbols = asked.map(({ symbol }) => symbol)
    const attached: QuoteCell[] = []
    const ahead: DetailUpdate[] = []
    for (const quote of await readQuotes(db, symbols)) {
      const cell = cells.get(quote.s)
      if (cell === undefined) continue
      if (cell.detach !== undefined && bus.isConnected()) {
        // The tables may be a tick ahead of the message, and only the message has the trades.
        if (quote.n > cell.version) ahead.push(quote)
        continue
      }
      cell.take(quote)
      if (cell.detach !== undefined) continue
      cell.detach = bus.subscribe(subjects.quote(quote.s), (message) => {
        cell.take(message.json() as QuoteMessage)
      })
      attached.push(cell)
    }
    if (ahead.length > 0) later(() => ahead.forEach((quote) => cells.get(quote.s)?.take(quote)))
    // What was said between the reading and the subscription was heard by nobody here.
    if (attached.length > 0) later(() => void read(attached).catch(() => undefined))
  }

  const fillAll = async (): Promise<void> => {
    while (unread.size > 0) {
      const asked = [...unread]
      unread = new Set()
      try {
        await read(asked)
      } catch (error) {
        for (const cell of asked) unread.add(cell)
        throw error
      }
    }
  }

  return {
    frameHead: () => frameHead,
    heardAt: () => heardAt,
    indices: () => indices,
    join(symbol) {
      let cell = cells.get(symbol)
      if (cell === undefined) {
        cell = new QuoteCell(symbol)
        cells.set(symbol, cell)
        unread.add(cell)
      }
      cell.watchers++
      return cell
    },
    leave(cell, leftAt) {
      cell.watchers--
      cell.leftAt = leftAt
    },
    // One reading at a time: two thousand phones that come back together ask for the same few hundred symbols.
    fill: () =>
      (filling ??= fillAll().finally(() => {
        filling = undefined
      })),
    reread: () => read([...cells.values()]),
    tidy(time) {
      for (const [symbol, cell] of cells) {
        if (cell.watchers > 0 || time - cell.leftAt < keptMs) continue
        cell.detach?.()
        cells.delete(symbol)
        unread.delete(cell)
      }
    },
    size: () => cells.size,
    close() {
      for (const timer of timers) clearTimeout(timer)
      for (const detach of detachments) detach()
      for (const cell of cells.values()) cell.detach?.()
      cells.clear()
    },
  }
}

const headOf = (at: number): string => `{"t":"f","at":${at}`
