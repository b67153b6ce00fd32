import { type BookMessage, type Subjects } from '@fairlot/contract/venue'
import type { Bus } from '#platform/bus'
import type { Clock } from '#platform/clock'
import { type Db, isPassing } from '#platform/db'
import { type EventStream, readEventLog } from '#platform/event-log'
import type { Log } from '#platform/log'
import type { Metrics } from '#platform/metrics'
import { pause } from '#platform/pause'
import { loadShard, type ShardQuotes } from './shard.ts'

export interface QuotesDeps {
  readonly db: Db
  readonly bus: Bus
  readonly stream: EventStream
  readonly subjects: Subjects
  readonly clock: Clock
  readonly log: Log
  readonly metrics: Metrics
  /** How often what changed is written: a second, unless a test that waits for it says otherwise. */
  readonly flushMs?: number
}

const tickMs = 250
const usualFlushMs = 1_000
/** Depth comes over core NATS, where a message may be lost without a trace: all of it is asked for again this often. */
const askBooksMs = 30_000

/** Keeps the quotes of one shard until the signal; throws when it has to begin again from what is stored. */
export async function runShard(deps: QuotesDeps, shard: number, signal: AbortSignal): Promise<void> {
  const { db, bus, stream, subjects, clock, log, metrics, flushMs = usualFlushMs } = deps
  const quotes = await loadShard(db, shard, clock.now().getTime())
  const reader = readEventLog({
    db,
    stream,
    shard,
    from: quotes.from,
    apply: (batch) => quotes.apply(batch),
    log,
    metrics,
  })
  const unsubscribe = bus.subscribe(subjects.books(shard), (message) =>
    quotes.applyBooks(message.json() as BookMessage),
  )
  const tell = (): void => {
    for (const message of quotes.takeMessages()) bus.publish(subjects.quote(message.s), message)
  }
  const ask = booksAsker(bus, subjects, shard, clock)
  let tick: NodeJS.Timeout | undefined
  try {
    const stopped = until(signal)
    const flushing = keepFlushing(quotes, flushMs, clock, log, shard, signal)
    // Nobody is told yesterday's prices as news: the tick begins when everything committed by now is in.
    await Promise.race([reader.catchUp(), reader.failed, flushing.failed, stopped])
    tick = setInterval(() => {
      ask()
      tell()
    }, tickMs)
    await Promise.race([reader.failed, flushing.failed, stopped])
  } finally {
    clearInterval(tick)
    unsubscribe()
    await reader.stop()
  }
  tell()
  await quotes.flush(clock.now().getTime())
}

function keepFlushing(
  quotes: ShardQuotes,
  flushMs: number,
  clock: Clock,
  log: Log,
  shard: number,
  signal: AbortSignal,
): { failed: Promise<never> } {
  let away = false
  const run = async (): Promise<never> => {
    while (!signal.aborted) {
      await pause(flushMs, signal)
      try {
        await quotes.flush(clock.now().getTime())
        away = false
      } catch (error) {
        // PostgreSQL is away: what is unwritten waits. If its last answer was lost on the way, the cursor will tell.
        if (!isPassing(error)) throw error
        if (!away) log.warn({ shard, err: error }, 'quotes cannot be written')
        away = true
      }
    }
    return new Promise<never>(() => undefined)
  }
  const failed = run()
  failed.catch(() => undefined)
  return { failed }
}

function booksAsker(bus: Bus, subjects: Subjects, shard: number, clock: Clock): () => void {
  let askedAt = -Infinity
  return () => {
    const now = clock.now().getTime()
    // Back from an outage counts as never asked.
    if (!bus.isConnected()) askedAt = -Infinity
    else if (now - askedAt >= askBooksMs) {
      askedAt = now
      bus.publish(subjects.askBooks(shard), {})
    }
  }
}

const until = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (signal.aborted) resolve()
    else signal.addEventListener('abort', () => resolve(), { once: true })
  })
