// All instruments watched on this node: one NATS subscription each, for any number of sockets, and the newest value.
// NATS guarantees nothing, so the board is also read from PostgreSQL: when an instrument is first watched, after a NATS
// outage, and periodically. A message counts only with the seal of the quotes role.

import type { DetailUpdate } from '@fairlot/contract/live'
import type { HeartbeatMessage, IndicesMessage, QuoteMessage } from '@fairlot/contract/market-data'
import { shardOf, type Subjects, subjectsOf } from '@fairlot/contract/venue'
import { asciiJson, type QuoteSource } from '#features/live'
import type { Bus, BusMessage } from '#platform/bus'
import type { Config } from '#platform/config'
import type { Db } from '#platform/db'
import type { Metrics } from '#platform/metrics'
import { openSealCheck } from '#platform/seal'
import { QuoteCell } from './quote-cell.ts'
import { readFeedKeys, readQuotes } from './store.ts'

/** Scrolling back and forth must not subscribe again each time. */
const keptMs = 30_000
/** By then a subscription has reached the NATS server, and a message of this tick has arrived. */
const settledMs = 500

type Hear = (subject: string, keyName: string, onMessage: (message: BusMessage) => void) => () => void

/** The newest time up to which quotes has published everything, and the indices. */
function receiveHeartbeats(hear: Hear, subjects: Subjects) {
  let at = 0
  let frameHead = headOf(at)
  let heardAt = 0
  let indices = { change: 0, text: '' }
  const detachments = [
    hear(subjects.quotesHeartbeat, 'indices', (message) => {
      at = Math.max(at, (message.json() as HeartbeatMessage).at)
      frameHead = headOf(at)
      heardAt = performance.now()
    }),
    hear(subjects.indices, 'indices', (message) => {
      const text = (message.json() as IndicesMessage).map(asciiJson).join(',')
      if (text !== indices.text) indices = { change: indices.change + 1, text }
    }),
  ]
  return {
    frameHead: () => frameHead,
    heardAt: () => heardAt,
    indices: () => indices,
    detach: () => detachments.forEach((detach) => detach()),
  }
}

/** What runs once subscriptions have settled. */
function openDelays() {
  const timers = new Set<NodeJS.Timeout>()
  const later = (run: () => void): void => {
    const timer = setTimeout(() => {
      timers.delete(timer)
      run()
    }, settledMs)
    timers.add(timer)
  }
  return {
    later,
    stop: () => timers.forEach((timer) => clearTimeout(timer)),
  }
}

interface ReadDeps {
  readonly cells: ReadonlyMap<string, QuoteCell>
  readonly bus: Bus
  readonly subjects: Subjects
  readonly db: Db
  readonly hear: Hear
  readonly later: (run: () => void) => void
}

/** Subscribes only to symbols in the tables: invented symbols of a client must not become subscriptions. */
async function readCells(deps: ReadDeps, asked: readonly QuoteCell[]): Promise<void> {
  const { cells, bus, subjects, db, hear, later } = deps
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
    cell.detach = hear(subjects.quote(quote.s), String(shardOf(quote.s)), (message) => {
      cell.take(message.json() as QuoteMessage)
    })
    attached.push(cell)
  }
  if (ahead.length > 0) later(() => ahead.forEach((quote) => cells.get(quote.s)?.take(quote)))
  // Read again: messages between the read and the subscription were missed.
  if (attached.length > 0) later(() => void readCells(deps, attached).catch(() => undefined))
}

export interface QuoteCacheDeps {
  readonly config: Pick<Config, 'natsNamespace'>
  readonly bus: Bus
  readonly db: Db
  readonly metrics: Metrics
}

export function openQuoteCache({ config, bus, db, metrics }: QuoteCacheDeps): QuoteSource {
  const subjects = subjectsOf(config.natsNamespace)
  const cells = new Map<string, QuoteCell>()
  const delays = openDelays()
  let unread = new Set<QuoteCell>()
  let filling: Promise<void> | undefined

  // The gateway logs a failed round; a key that cannot be read now is read with the next message.
  const seals = openSealCheck(
    () => readFeedKeys(db),
    () => undefined,
  )
  const onRefused = (): void => metrics.sealsRefused.inc()
  const hear: Hear = (subject, keyName, onMessage) =>
    bus.subscribe(subject, (message) => seals.check(keyName, message, () => onMessage(message), onRefused))
  void seals.refresh()
  const heartbeats = receiveHeartbeats(hear, subjects)

  const deps: ReadDeps = { cells, bus, subjects, db, hear, later: delays.later }
  const read = (asked: readonly QuoteCell[]): Promise<void> => readCells(deps, asked)

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
    frameHead: heartbeats.frameHead,
    heardAt: heartbeats.heardAt,
    indices: heartbeats.indices,
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
    leave(cell: QuoteCell, leftAt) {
      cell.watchers--
      cell.leftAt = leftAt
    },
    // One read at a time: two thousand clients that reconnect together ask for the same few hundred symbols.
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
      seals.stop()
      delays.stop()
      heartbeats.detach()
      for (const cell of cells.values()) cell.detach?.()
      cells.clear()
    },
  }
}

const headOf = (at: number): string => `{"t":"f","at":${at}`
