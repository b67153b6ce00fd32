// Depth goes out on core NATS after the batches that changed it, each symbol at most ten times a second, always its
// newest. It is never stored: whoever comes new asks for all of it.

import type { BookMessage, Subjects } from '@fairlot/contract/venue'
import type { Engine } from '@fairlot/engine'
import type { Metrics } from './metrics.ts'
import type { Nats } from './nats.ts'

export interface BookFeed {
  /** Somebody asked for every book of the shard. */
  askAll(): void
  /** When what has changed may go out; undefined when nothing waits. */
  dueAt(engine: Engine): number | undefined
  /** Only between batches: what the engine shows must be committed. */
  flush(engine: Engine, sequence: number, at: number, now: number): void
}

const paceMs = 100
const booksPerMessage = 100

export function createBookFeed(shard: number, nats: Nats, subjects: Subjects, metrics: Metrics): BookFeed {
  const touched = new Set<string>()
  let isAllAsked = false
  let lastFlush = 0

  const collect = (engine: Engine): void => {
    for (const symbol of engine.takeTouched()) touched.add(symbol)
  }
  return {
    askAll: () => {
      isAllAsked = true
    },
    dueAt(engine) {
      collect(engine)
      return touched.size > 0 || isAllAsked ? lastFlush + paceMs : undefined
    },
    flush(engine, sequence, at, now) {
      collect(engine)
      if ((touched.size === 0 && !isAllAsked) || now < lastFlush + paceMs) return
      lastFlush = now
      const symbols = isAllAsked ? [...engine.symbols()] : [...touched]
      isAllAsked = false
      touched.clear()
      if (!nats.live()) return
      for (let from = 0; from < symbols.length; from += booksPerMessage) {
        const books = symbols
          .slice(from, from + booksPerMessage)
          .flatMap((symbol) => engine.book(symbol) ?? [])
        const message: BookMessage = { shard, sequence, at, books }
        nats.publish(subjects.books(shard), JSON.stringify(message))
        metrics.books.inc({ shard }, books.length)
      }
    },
  }
}
