// Depth is published on core NATS after the batches that changed it, each symbol at most ten times a second, always the
// newest. It is never stored: a new reader requests all of it.

import { createHmac } from 'node:crypto'
import { type BookMessage, sealHeader, type Subjects } from '@fairlot/contract/venue'
import type { Engine } from '@fairlot/engine'
import type { Nats } from '@fairlot/process/nats'
import type { Metrics } from './metrics.ts'

export interface BookFeed {
  /** The key that PostgreSQL stores for readers; each holder of the shard makes its own. */
  sealWith(key: string): void
  /** A reader requested every book of the shard. */
  askAll(): void
  /** When changes may be published; undefined when there are none. */
  dueAt(engine: Engine): number | undefined
  /** Only between batches: what the engine shows must be committed. */
  flush(engine: Engine, sequence: number, at: number, now: number): void
}

const flushIntervalMs = 100
const booksPerMessage = 100

export function createBookFeed(shard: number, nats: Nats, subjects: Subjects, metrics: Metrics): BookFeed {
  let key: string | undefined
  const touched = new Set<string>()
  let isAllAsked = false
  let lastFlush = 0

  const collect = (engine: Engine): void => {
    for (const symbol of engine.takeTouched()) touched.add(symbol)
  }
  return {
    sealWith(next) {
      key = next
    },
    askAll: () => {
      isAllAsked = true
    },
    dueAt(engine) {
      collect(engine)
      return touched.size > 0 || isAllAsked ? lastFlush + flushIntervalMs : undefined
    },
    flush(engine, sequence, at, now) {
      collect(engine)
      if ((touched.size === 0 && !isAllAsked) || now < lastFlush + flushIntervalMs) return
      lastFlush = now
      const symbols = isAllAsked ? [...engine.symbols()] : [...touched]
      isAllAsked = false
      touched.clear()
      if (!nats.isConnected()) return
      for (let from = 0; from < symbols.length; from += booksPerMessage) {
        const books = symbols
          .slice(from, from + booksPerMessage)
          .flatMap((symbol) => engine.book(symbol) ?? [])
        const message: BookMessage = { shard, sequence, at, books }
        const subject = subjects.books(shard)
        const text = JSON.stringify(message)
        nats.publish(
          subject,
          text,
          key === undefined ? undefined : { [sealHeader]: sealOf(key, subject, text) },
        )
        metrics.books.inc({ shard }, books.length)
      }
    },
  }
}

const sealOf = (key: string, subject: string, text: string): string =>
  createHmac('sha256', key).update(subject).update('\n').update(text).digest('hex')
