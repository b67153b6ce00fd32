// Odd lots through the real exchange: its queue, log, snapshots and books.

import { type BookMessage, type Command, subjectsOf } from '@fairlot/contract/venue'
import { openTestDatabase, type TestDatabase, testServices } from '@fairlot/testkit'
import { until } from '@fairlot/testkit/until'
import { connect, type NatsConnection } from '@nats-io/transport-node'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { type RunningExchange, startExchange } from '../../apps/exchange/src/exchange.ts'
import { submitAll } from '../faults/support/load.ts'
import { symbolsOf } from '../faults/support/order-flow.ts'
import { logFaults, openVenueLog, type VenueLog } from '../faults/support/venue-log.ts'

vi.setConfig({ testTimeout: 60_000 })

const shard = 1
const symbol = symbolsOf(shard, 1)[0]!
const date = '2026-11-16'
const minute = 60_000

let database: TestDatabase
let log: VenueLog
let exchange: RunningExchange
let nats: NatsConnection
/** How far the exchange's clock is ahead. */
let ahead = 0
const books: BookMessage[] = []

const start = async (): Promise<void> => {
  exchange = await startExchange({
    databaseUrl: database.exchangeUrl,
    natsUrl: testServices().natsUrl,
    namespace: database.name,
    shards: [shard],
    mode: 'test',
    logLevel: 'silent',
    now: () => Date.now() + ahead,
  })
  await until('the shard', exchange.isReady)
}
const send = async (...commands: readonly Command[]): Promise<void> => {
  await submitAll(
    database.ownerUrl,
    commands.map((command) => ({ shard, text: JSON.stringify(command) })),
  )
  await log.untilApplied()
}
const place = (order: string, side: 'buy' | 'sell', price: number, quantity: number): Command => ({
  kind: 'place',
  order,
  account: `member:${order.slice(0, 1)}`,
  symbol,
  side,
  price,
  quantity,
  validity: 'ROD',
  odd: true,
})
const eventsOf = async (kind: string): Promise<unknown[]> =>
  (await log.events()).filter((event) => event.kind === kind).map(({ body }) => JSON.parse(body) as unknown)
const oddBook = () => books.at(-1)?.books.find((book) => book.symbol === symbol)?.odd

beforeAll(async () => {
  database = await openTestDatabase()
  log = openVenueLog(database.ownerUrl)
  nats = await connect({ servers: testServices().natsUrl })
  nats.subscribe(subjectsOf(database.name).books(shard), {
    callback: (_, message) => void books.push(message.json<BookMessage>()),
  })
  await nats.flush()
  await start()
  await send(
    { kind: 'list', instruments: [{ symbol, instrument: 'stock', reference: 10_000, limited: true }] },
    { kind: 'phase', date, phase: 'opening-call', seed: 'odd', odd: true },
    { kind: 'phase', date, phase: 'continuous' },
  )
})
afterAll(async () => {
  await exchange.stop()
  await nats.close()
  await log.close()
  await database.close()
})

it('matches odd lots when their time comes and survives a restart', async () => {
  await send(place('a1', 'buy', 10_050, 30), place('b1', 'sell', 9_950, 12))
  await until('the book', () => oddBook()?.indicative?.quantity === 12)
  expect(oddBook()).toMatchObject({ bids: [[10_050, 30]], asks: [[9_950, 12]] })
  expect(await eventsOf('odd-traded')).toEqual([])

  // The waiting orders are in the snapshot of the stop, and the next process continues with their match.
  await exchange.stop()
  ahead += 10 * minute
  await start()
  await until('the match', async () => (await eventsOf('odd-traded')).length === 1)
  expect(await eventsOf('odd-traded')).toMatchObject([
    { symbol, price: 10_050, quantity: 12, buyOrder: 'a1', buyLeft: 18, sellOrder: 'b1', sellLeft: 0 },
  ])
  expect(await eventsOf('traded')).toEqual([])

  await send(place('c1', 'sell', 10_050, 5))
  ahead += 5_000
  await until('the next match', async () => (await eventsOf('odd-traded')).length === 2)
})

it('delays a jump and ends the day with both books', async () => {
  await send(place('d1', 'sell', 10_500, 5), place('e1', 'buy', 10_500, 40), place('f1', 'sell', 10_500, 50))
  ahead += 5_000
  await until('the delay', async () => (await eventsOf('odd-delayed')).length === 1)
  expect((await eventsOf('odd-delayed'))[0]).toMatchObject({ symbol, price: 10_500 })
  await send({ kind: 'phase', date, phase: 'closing-call' }, { kind: 'phase', date, phase: 'closed' })
  const trades = await eventsOf('odd-traded')
  expect(trades.at(-1)).toMatchObject({ price: 10_500 })
  expect(await eventsOf('close')).toEqual([{ kind: 'close', symbol, date, nextReference: 10_000 }])
  const ended = (await eventsOf('cancelled')) as { reason: string }[]
  expect(ended.length).toBeGreaterThan(0)
  expect(new Set(ended.map(({ reason }) => reason))).toEqual(new Set(['end-of-day']))
  await exchange.stop()
  expect(await logFaults(database.exchangeUrl)).toEqual([])
})

it('keeps every trade of odd lots', async () => {
  const rows = await log.sql.query<{ practice: boolean }>(
    `SELECT DISTINCT practice FROM exchange.events WHERE kind = 'odd-traded'`,
    [],
  )
  expect(rows).toEqual([{ practice: false }])
  await expect(
    log.sql.query(
      `INSERT INTO exchange.events (shard, practice, event, sequence, at, kind, body)
       VALUES (1, true, 1000000, 1, now(), 'odd-traded', '{}')`,
      [],
    ),
  ).rejects.toThrow('events_practice_has_no_trades')
})
