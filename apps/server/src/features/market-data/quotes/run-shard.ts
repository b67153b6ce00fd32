import { type BookMessage, type Subjects } from '@fairlot/contract/venue'
import type { Bus } from '#platform/bus'
import type { Clock } from '#platform/clock'
import { type Db, isTransient } from '#platform/db'
import { readEventLog } from '#platform/event-log'
import type { Log } from '#platform/log'
import type { Metrics } from '#platform/metrics'
import { pause } from '@fairlot/process/pause'
import { openSealCheck } from '#platform/seal'
import { loadShard, type ShardQuotes } from './shard.ts'
import { newFeedKey } from './feed-key.ts'
import { keepFeedKey, readBookKeys } from './store.ts'

export interface QuotesDeps {
  readonly db: Db
  readonly bus: Bus
  readonly subjects: Subjects
  readonly clock: Clock
  readonly log: Log
  readonly metrics: Metrics
  /** How often changes are written: every second, except in tests that wait for it. */
  readonly flushMs?: number
}

const tickMs = 250
const usualFlushMs = 1_000
/** Depth comes over core NATS, which may lose a message silently: all of it is requested again this often. */
const askBooksMs = 30_000

/** Keeps the quotes of one shard until the signal; throws when it must restart from the stored state. */
export async function runShard(deps: QuotesDeps, shard: number, signal: AbortSignal): Promise<void> {
  const { db, bus, subjects, clock, log, metrics, flushMs = usualFlushMs } = deps
  const quotes = await loadShard(db, shard, clock.now().getTime())
  const reader = readEventLog({
    db,
    bus,
    subjects,
    shard,
    from: quotes.from,
    apply: (batch) => quotes.apply(batch),
    log,
    metrics,
  })
  const feedKey = newFeedKey()
  await keepFeedKey(db, String(shard), feedKey)
  const seals = openSealCheck(
    () => readBookKeys(db),
    (error) => log.warn({ shard, err: error }, 'keys of the books cannot be read'),
  )
  await seals.refresh()
  const unsubscribe = bus.subscribe(subjects.books(shard), (message) =>
    seals.check(
      String(shard),
      message,
      () => quotes.applyBooks(message.json() as BookMessage),
      () => metrics.sealsRefused.inc(),
    ),
  )
  const notify = (): void => {
    for (const message of quotes.takeMessages())
      bus.publishSealed(subjects.quote(message.s), message, feedKey)
  }
  const ask = booksAsker(bus, subjects, shard, clock)
  let tick: NodeJS.Timeout | undefined
  try {
    const stopped = until(signal)
    const flushing = keepFlushing(quotes, flushMs, clock, log, shard, signal)
    // Old prices must not be published as news: the tick begins when everything committed by now is applied.
    await Promise.race([reader.catchUp(), reader.failed, flushing.failed, stopped])
    tick = setInterval(() => {
      ask()
      notify()
    }, tickMs)
    await Promise.race([reader.failed, flushing.failed, stopped])
  } finally {
    clearInterval(tick)
    unsubscribe()
    seals.stop()
    await reader.stop()
  }
  notify()
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
        // PostgreSQL is down: unwritten changes wait. If its last answer was lost, the cursor reveals it.
        if (!isTransient(error)) throw error
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
    // Request all depth at once after an outage.
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
