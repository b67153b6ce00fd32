// The quotes role under failures: restarts, kills, a stream that loses, repeats, reorders or forgets messages. After
// each the tables must match the exchange's events, and nothing may have been counted twice.

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { seededRandom } from '@fairlot/testkit'
import { startNats } from '@fairlot/testkit/services/nats'
import { onFreePorts } from '@fairlot/testkit/services/process'
import { afterEach, expect, test, vi } from 'vitest'
import { until } from '@fairlot/testkit/until'
import type { IndexUpdate } from '../../packages/contract/src/live/index.ts'
import type { IndicesMessage, QuoteMessage } from '../../packages/contract/src/market-data/index.ts'
import { shardOf, type VenueEvent } from '../../packages/contract/src/venue/index.ts'
import { openTestMarket, type TestMarket } from './support/market.ts'
import { spawnRole } from './support/role-process.ts'
import { close, day, state, trade } from './support/tape.ts'

// Real processes on a machine that may have other work.
vi.setConfig({ testTimeout: 90_000 })

const symbols = ['2330', '2317', '2454', '8069', '5347', '0050']
const date = '2026-11-13'
const start = new Date('2026-11-12T21:05:00Z').getTime()

const closing: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const end of closing.splice(0).toReversed()) await end()
})

async function open(options: Parameters<typeof openTestMarket>[0] = {}): Promise<TestMarket> {
  const market = await openTestMarket(options)
  closing.push(() => market.stop())
  await market.tape.say(
    start - 300_000,
    symbols.flatMap((symbol) => [day(symbol, date, 10_000), state(symbol, 'opening-call')]),
  )
  await market.tape.say(
    start,
    symbols.map((symbol) => state(symbol, 'continuous')),
  )
  return market
}

/** A few trades at a time, about a second apart, the same for the same seed. */
function* trading(seed: number, count: number): Generator<{ at: number; events: VenueEvent[] }> {
  const random = seededRandom(seed)
  let at = start + 1_000
  for (let turn = 0; turn < count; turn += 1) {
    at += 1 + Math.floor(random() * 3_000)
    const events = Array.from({ length: 1 + Math.floor(random() * 3) }, () =>
      trade(
        symbols[Math.floor(random() * symbols.length)]!,
        9_000 + Math.floor(random() * 2_000),
        1_000 * (1 + Math.floor(random() * 4)),
        (['buy', 'sell', undefined] as const)[Math.floor(random() * 3)],
      ),
    )
    yield { at, events }
  }
}

/** Everything the role writes that follows from events: not the version, and not depth. */
async function dump(market: TestMarket): Promise<unknown> {
  const tables = [
    `SELECT symbol, date::text, state, reason, until, reference, upper, lower, open, high, low, last, volume::text,
       turnover::text, trades, inside_volume::text, outside_volume::text, at FROM market.quotes ORDER BY symbol`,
    'SELECT *, volume::text, turnover::text FROM market.minute_candles ORDER BY symbol, at',
    'SELECT *, volume::text, turnover::text FROM market.day_candles ORDER BY symbol, date',
    'SELECT * FROM market.days ORDER BY symbol, date',
    'SELECT * FROM market.index_minutes ORDER BY code, at',
    'SELECT * FROM market.index_days ORDER BY code, date',
    'SELECT shard, event::text, sequence::text, hash FROM market.cursors ORDER BY shard',
  ]
  const found: unknown[] = []
  for (const sql of tables) found.push(await market.tape.sql.query(sql))
  return found
}

/** Waits until the indices have caught up: their minutes reach the newest event. */
async function settleIndices(market: TestMarket): Promise<void> {
  await market.settle()
  await until('the indices to follow', async () => {
    const rows = await market.tape.sql.query(
      `SELECT FROM market.index_minutes HAVING max(at) = (SELECT date_trunc('minute', max(at)) FROM exchange.batches)`,
    )
    return rows.length > 0
  })
}

test('trades, depth and halts are published with rising versions', async () => {
  const market = await open()
  const heard: QuoteMessage[] = []
  market.tape.nats.subscribe(market.tape.subjects.quote('2330'), {
    callback: (_error, message) => void heard.push(message.json()),
  })
  await market.startQuotes()
  await market.settle()
  const [first] = [...trading(1, 1)]
  await market.tape.say(first!.at, [
    trade('2330', 10_100, 2_000, 'buy'),
    trade('2330', 10_050, 1_000, 'sell'),
    trade('2330', 10_150, 3_000),
  ])
  const message = await until('the trades', () => heard.find(({ t }) => t !== undefined))
  expect(message).toMatchObject({
    s: '2330',
    st: 'continuous',
    p: 10_150,
    r: 10_000,
    o: 10_100,
    h: 10_150,
    l: 10_050,
    v: 6_000,
    a: 10_100 * 2_000 + 10_050 * 1_000 + 10_150 * 3_000,
    c: 3,
    x: [1_000, 2_000],
    y: date,
    u: 11_000,
    d: 9_000,
  })
  expect(message.t!.map(([, , price, , taker]) => [price, taker])).toEqual([
    [10_100, 'buy'],
    [10_050, 'sell'],
    [10_150, 'auction'],
  ])
  market.tape.showBooks({
    shard: shardOf('2330'),
    sequence: 1_000,
    at: first!.at + 5,
    books: [
      {
        symbol: '2330',
        state: 'continuous',
        bids: Array.from({ length: 7 }, (_, place) => [10_100 - 50 * place, 1_000] as const),
        asks: [[10_200, 4_000]],
      },
    ],
  })
  const depth = await until('the depth', () => heard.find(({ b }) => b.length > 0))
  expect([depth.b.length, depth.k, depth.t]).toEqual([5, [[10_200, 4_000]], undefined])
  await market.tape.say(first!.at + 1_000, [
    state('2330', 'halted', { reason: 'news', until: start + 600_000 }),
  ])
  const halted = await until('the halt', () => heard.find(({ st }) => st === 'halted'))
  expect([halted.why, halted.until, halted.p]).toEqual(['news', start + 600_000, 10_150])
  const versions = heard.map(({ n }) => n)
  expect(versions).toEqual([...new Set(versions)].toSorted((a, b) => a - b))
  await market.settle()
  expect(await market.call('/market/readQuote', { symbol: '2330' })).toMatchObject({
    state: 'halted',
    reason: 'news',
    until: start + 600_000,
  })
  expect(await market.breaches()).toEqual([])
})

test('a quote message carries the newest twenty trades and marks a gap', async () => {
  const market = await open()
  const heard: QuoteMessage[] = []
  market.tape.nats.subscribe(market.tape.subjects.quote('2330'), {
    callback: (_error, message) => void heard.push(message.json()),
  })
  await market.startQuotes()
  await market.settle()
  await market.tape.say(
    start + 1_000,
    Array.from({ length: 150 }, (_, place) => trade('2330', 10_000 + place, 1_000, 'buy')),
  )
  const message = await until('the trades', () => heard.find(({ t }) => t !== undefined))
  expect([message.t!.length, message.t!.at(-1)![2], message.gap, message.c]).toEqual([20, 10_149, true, 150])
})

test('quotes publishes a fresh heartbeat and the changed indices', async () => {
  const market = await open()
  const heartbeats: number[] = []
  const indices: IndicesMessage[] = []
  market.tape.nats.subscribe(market.tape.subjects.quotesHeartbeat, {
    callback: (_error, message) => void heartbeats.push(message.json<{ at: number }>().at),
  })
  market.tape.nats.subscribe(market.tape.subjects.indices, {
    callback: (_error, message) => void indices.push(message.json()),
  })
  await market.startQuotes()
  await until('a fresh heartbeat', () => heartbeats.some((at) => Date.now() - at < 3_000))
  await market.tape.say(start + 1_000, [trade('2330', 10_500, 1_000, 'buy')])
  // Of the six, 2330, 2317 and 2454 are listed stocks: a 5 % move of one moves the index by a third of that.
  const isMoved = ({ s, p }: IndexUpdate): boolean => s === 'LISTED' && p !== 1_000_000
  const published = await until('the index to move', () => indices.find((all) => all.some(isMoved)))
  expect(published).toEqual([
    { s: 'LISTED', p: 1_016_667, r: 1_000_000 },
    { s: 'OTC', p: 1_000_000, r: 1_000_000 },
    // Semiconductors of both boards: 2330, 2454 and 5347.
    { s: 'SEMI', p: 1_016_667, r: 1_000_000 },
    { s: 'FIN', p: 1_000_000, r: 1_000_000 },
  ])
})

test('quotes restarted during trading equal quotes rebuilt from the first event', async () => {
  const market = await open()
  let quotes = await market.startQuotes()
  let turn = 0
  for (const { at, events } of trading(2, 200)) {
    await market.tape.say(at, events)
    turn += 1
    if (turn % 40 === 0) {
      await quotes.stop()
      quotes = await market.startQuotes()
    }
  }
  await settleIndices(market)
  await quotes.stop()
  expect(await market.breaches()).toEqual([])
  const once = await dump(market)
  await market.tape.sql.query(
    `TRUNCATE market.cursors, market.quotes, market.days, market.minute_candles, market.day_candles,
       market.index_minutes, market.index_days`,
  )
  quotes = await market.startQuotes()
  await settleIndices(market)
  await quotes.stop()
  expect(await dump(market)).toEqual(once)
})

test('quotes killed during trading resume and count no trade twice', async () => {
  const market = await open()
  let quotes = spawnRole('quotes', market.database)
  closing.push(() => quotes.kill())
  let turn = 0
  const published = new Map<string, number[]>()
  market.tape.nats.subscribe(market.tape.subjects.quote('*'), {
    callback: (_error, message) => {
      const { s, n } = message.json<QuoteMessage>()
      published.set(s, [...(published.get(s) ?? []), n])
    },
  })
  for (const { at, events } of trading(3, 240)) {
    await market.tape.say(at, events)
    turn += 1
    if (turn % 60 !== 0) continue
    // In the middle of a stretch that is partly written.
    await until('something to be written', async () => {
      const rows = await market.tape.sql.query('SELECT FROM market.minute_candles LIMIT 1')
      return rows.length > 0
    })
    await quotes.kill()
    quotes = spawnRole('quotes', market.database)
  }
  await market.settle()
  await quotes.kill()
  expect(await market.breaches()).toEqual([])
  // Each process starts above every version its predecessor announced, written or not.
  expect(published.size).toBe(symbols.length)
  for (const versions of published.values()) {
    expect(versions).toEqual([...new Set(versions)].toSorted((a, b) => a - b))
  }
})

test('quotes equal the log when wakes are lost, repeated, shuffled and garbled', async () => {
  const market = await open()
  await market.startQuotes()
  await market.settle()
  const random = seededRandom(5)
  let held: (() => Promise<void>) | undefined
  for (const { at, events } of trading(4, 200)) {
    for (const batch of await market.tape.commit(at, events)) {
      const dice = random()
      if (dice < 0.15) continue
      if (dice < 0.3) {
        await held?.()
        held = () => market.tape.announce(batch)
        continue
      }
      if (dice < 0.4) {
        await market.tape.announceText(batch.shard, '{"shard":')
        continue
      }
      if (dice < 0.5) {
        // The whole batch with another price, as a forger would write it.
        const forged = batch.events.map((event) => (event.kind === 'traded' ? { ...event, price: 1 } : event))
        await market.tape.announceText(batch.shard, JSON.stringify({ ...batch, events: forged }))
        continue
      }
      await market.tape.announce(batch)
      if (dice > 0.8) await market.tape.announce(batch)
    }
  }
  await held?.()
  await market.settle()
  expect(await market.breaches()).toEqual([])
})

test('quotes follow PostgreSQL while NATS is gone and after it is back', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'fairlot-quotes-nats-'))
  closing.push(async () => rmSync(folder, { recursive: true, force: true }))
  const ports = await onFreePorts(2, async ([port, monitorPort]) => {
    const service = await startNats({ folder, port: port!, monitorPort: monitorPort! })
    return { port: port!, monitorPort: monitorPort!, service, url: service.url }
  })
  let nats = ports.service
  closing.push(() => nats.stop())
  const market = await open({ natsUrl: ports.url })
  const quotes = await market.startQuotes()
  const turns = [...trading(7, 90)]
  for (const { at, events } of turns.slice(0, 30)) await market.tape.say(at, events)
  await market.settle()
  await nats.stop()
  for (const { at, events } of turns.slice(30, 60)) await market.tape.commit(at, events)
  await market.settle()
  expect(quotes.runtime.bus.isConnected()).toBe(false)
  nats = await startNats({ folder, port: ports.port, monitorPort: ports.monitorPort })
  await until('the bus to be back', () => quotes.runtime.bus.isConnected())
  for (const { at, events } of turns.slice(60)) await market.tape.say(at, events)
  await market.settle()
  expect(await market.breaches()).toEqual([])
})

test('the second quotes process takes over when the first stops', async () => {
  const market = await open()
  const first = await market.startQuotes()
  await until('the first to hold all', () => first.held().length === 5)
  const second = await market.startQuotes()
  const turns = [...trading(8, 90)]
  for (const { at, events } of turns.slice(0, 45)) await market.tape.say(at, events)
  await market.settle()
  expect([first.held().length, second.held().length]).toEqual([5, 0])
  await first.stop()
  await until('the second to take over', () => second.held().length === 5)
  for (const { at, events } of turns.slice(45)) await market.tape.say(at, events)
  await market.settle()
  expect(await market.breaches()).toEqual([])
})

test('quotes stay correct after lost locks and notice a moved cursor', async () => {
  const market = await open()
  const first = await market.startQuotes()
  await until('the first to hold all', () => first.held().length === 5)
  const turns = [...trading(9, 60)]
  for (const { at, events } of turns.slice(0, 30)) await market.tape.say(at, events)
  await market.settle()
  const second = await market.startQuotes()
  // The connection that holds the locks is cut, as by a network that drops idle connections.
  await market.tape.sql.query(
    `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
     WHERE datname = current_database() AND application_name = 'fairlot-quotes-locks'`,
  )
  for (const { at, events } of turns.slice(30)) await market.tape.say(at, events)
  await until('all jobs to be held once', () => first.held().length + second.held().length === 5)
  await market.settle()
  expect(await market.breaches()).toEqual([])
  // A cursor that was moved is noticed, and the stored events are read again.
  await market.tape.sql.query(
    `UPDATE market.cursors c SET sequence = b.last, event = b.last_event, hash = b.hash FROM exchange.batches b
     WHERE c.shard = $1 AND b.shard = c.shard AND b.last = c.sequence - 1`,
    [shardOf('2330')],
  )
  await market.tape.say(turns.at(-1)!.at + 1_000, [trade('2330', 10_000, 1_000, 'buy')])
  await until('the complaint', () =>
    market.quotesLog.some((line) => line.includes('restarts from its stored state')),
  )
})

test('a new trading day resets the quote and keeps the old candle', async () => {
  const market = await open()
  await market.startQuotes()
  const morning = new Date('2026-11-13T20:59:59.900Z').getTime()
  await market.tape.say(start + 5_000, [trade('2330', 10_200, 1_000, 'buy')])
  await market.settle()
  expect((await market.call('/market/readQuote', { symbol: '2330' })).spark).toEqual([10_200])
  await market.tape.say(morning, [state('2330', 'closing-call')])
  // The closing auction and the next day's first event fall into the same minute.
  await market.tape.say(morning + 200, [
    trade('2330', 10_300, 5_000),
    close('2330', date, 10_300, 10_300),
    state('2330', 'closed'),
    day('2330', '2026-11-14', 10_300),
    state('2330', 'opening-call'),
  ])
  await market.settle()
  const fresh = await market.call('/market/readQuote', { symbol: '2330' })
  expect(fresh).toMatchObject({
    date: '2026-11-14',
    last: null,
    volume: 0,
    reference: 10_300,
    state: 'opening-call',
  })
  await until('the empty line of the new day', async () => {
    const quote = await market.call('/market/readQuote', { symbol: '2330' })
    return quote.spark.length === 0
  })
  expect((await market.call('/market/readIntraday', { symbol: '2330' })).candles).toEqual([])
  expect((await market.call('/market/listTrades', { symbol: '2330', count: 10 })).trades).toEqual([])
  await market.tape.say(morning + 300_200, [trade('2330', 10_250, 2_000)])
  await market.settle()
  const line = await market.call('/market/readIntraday', { symbol: '2330' })
  expect([line.date, line.reference, line.candles.length]).toEqual(['2026-11-14', 10_300, 1])
  const days = await market.call('/market/listCandles', { symbol: '2330', period: 'day', count: 5 })
  expect(days.candles.map((candle: number[]) => candle.slice(1, 6))).toEqual([
    [10_200, 10_300, 10_200, 10_300, 6_000],
    [10_250, 10_250, 10_250, 10_250, 2_000],
  ])
  expect(await market.breaches()).toEqual([])
})
