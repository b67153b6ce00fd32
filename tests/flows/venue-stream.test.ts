// The exchange's messages after the commit, and that trading never waits for NATS.

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type BookMessage, type EventsWake, subjectsOf } from '@fairlot/contract/venue'
import { openTestDatabase, type TestDatabase } from '@fairlot/testkit'
import { type NatsService, startNats } from '@fairlot/testkit/services/nats'
import { findFreePort } from '@fairlot/testkit/services/process'
import { connect } from '@nats-io/transport-node'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { until } from '@fairlot/testkit/until'
import { type RunningExchange, startExchange } from '../../apps/exchange/src/exchange.ts'
import { submitAll } from '../faults/support/load.ts'
import { createOrderFlow, type OrderFlow, symbolsOf } from '../faults/support/order-flow.ts'
import { logFaults, openVenueLog, type VenueLog } from '../faults/support/venue-log.ts'

vi.setConfig({ testTimeout: 180_000 })

let database: TestDatabase
let log: VenueLog
let flow: OrderFlow
let exchange: RunningExchange | undefined
let nats: NatsService | undefined
let folder: string
let ports: { port: number; monitorPort: number }

beforeEach(async () => {
  database = await openTestDatabase()
  log = openVenueLog(database.ownerUrl)
  flow = createOrderFlow({ seed: 47, shards: [1] })
  folder = mkdtempSync(join(tmpdir(), 'fairlot-venue-'))
  ports = { port: await findFreePort(), monitorPort: await findFreePort() }
})
afterEach(async () => {
  await exchange?.stop()
  exchange = undefined
  await nats?.stop()
  nats = undefined
  await log.close()
  await database.close()
  rmSync(folder, { recursive: true, force: true })
})

const natsUrl = (): string => `nats://127.0.0.1:${ports.port}`
const startTheNats = async (): Promise<void> => {
  nats = await startNats({ folder, ...ports })
}
/** Waits until the exchange has noticed it too: earlier messages are buffered in its client and would still arrive. */
const stopTheNats = async (): Promise<void> => {
  await nats!.stop()
  nats = undefined
  if (!exchange) return
  const metrics = `http://127.0.0.1:${exchange.metricsPort}/metrics`
  await until('the exchange to miss NATS', async () =>
    /^fairlot_nats_connected(\{.*\})? 0$/m.test(await (await fetch(metrics)).text()),
  )
}
const start = async (): Promise<void> => {
  exchange = await startExchange({
    databaseUrl: database.exchangeUrl,
    natsUrl: natsUrl(),
    namespace: database.name,
    shards: [1],
    mode: 'test',
    logLevel: 'silent',
  })
  await until('the shard', exchange.isReady)
}
const open = (): Promise<void> => submitAll(database.ownerUrl, flow.opening())
const trade = async (count: number): Promise<void> => {
  await submitAll(
    database.ownerUrl,
    Array.from({ length: count }, () => flow.next()),
  )
  await log.untilApplied()
}
/** The messages a subscriber receives for the shard from now on. */
const listen = async (): Promise<{ heard: EventsWake[]; close(): Promise<void> }> => {
  const connection = await connect({
    servers: natsUrl(),
    waitOnFirstConnect: true,
    maxReconnectAttempts: -1,
    reconnectTimeWait: 50,
  })
  const heard: EventsWake[] = []
  connection.subscribe(subjectsOf(database.name).allEvents, {
    callback: (_error, message) => void heard.push(message.json<EventsWake>()),
  })
  await connection.flush()
  return { heard, close: () => connection.close() }
}
const untilAnnounced = async (heard: readonly EventsWake[]): Promise<void> => {
  const { sequence } = await log.place(1)
  await until('the newest place to be announced', () => heard.at(-1)?.last === sequence)
  expect(heard.at(-1)).toMatchObject({ shard: 1, last: sequence })
}

describe('the announcement', () => {
  it('names the committed sequence of the shard and no content', async () => {
    await startTheNats()
    const { heard, close } = await listen()
    await start()
    await open()
    await trade(100)
    await untilAnnounced(heard)
    for (const { filled: _filled, ...wake } of heard)
      expect(Object.keys(wake).toSorted()).toEqual(['last', 'shard'])
    expect(heard.map(({ last }) => last)).toEqual(heard.map(({ last }) => last).toSorted((a, b) => a - b))
    await close()
  })

  it('says whether a member’s order filled in the commit', async () => {
    await startTheNats()
    const { heard, close } = await listen()
    await start()
    await open()
    for (let round = 0; round < 20; round += 1) await trade(5)
    await untilAnnounced(heard)
    const filled = await log.sql.query<{ last: number }>(
      `SELECT b.last::float8 AS last FROM exchange.batches b WHERE EXISTS (
         SELECT FROM exchange.events e WHERE e.shard = b.shard AND e.event BETWEEN b.first_event AND b.last_event
           AND e.kind = 'traded' AND e.body LIKE '%Account":"member:%')
       ORDER BY b.last`,
      [],
    )
    expect(filled.length).toBeGreaterThan(0)
    expect(filled.length).toBeLessThan(heard.length)
    expect(heard.filter((wake) => wake.filled === true).map(({ last }) => last)).toEqual(
      filled.map(({ last }) => last),
    )
    await close()
  })

  it('is sent when NATS starts after the exchange', async () => {
    await start()
    await open()
    await trade(60)
    await startTheNats()
    const { heard, close } = await listen()
    await trade(20)
    await untilAnnounced(heard)
    expect(heard.length).toBeGreaterThan(0)
    await close()
  })

  it('stops while NATS is down, and trading continues', async () => {
    await startTheNats()
    await start()
    await open()
    await trade(30)
    const before = await log.place(1)
    await stopTheNats()
    await trade(60)
    expect((await log.place(1)).sequence).toBe(before.sequence + 60)
    await startTheNats()
    const { heard, close } = await listen()
    await trade(20)
    await untilAnnounced(heard)
    expect(await logFaults(database.exchangeUrl)).toEqual([])
    await close()
  })

  it('does not delay trading when NATS hangs', async () => {
    await startTheNats()
    await start()
    await open()
    await trade(10)
    process.kill(nats!.pid, 'SIGSTOP')
    const { sequence } = await log.place(1)
    await trade(100)
    expect((await log.place(1)).sequence).toBe(sequence + 100)
    process.kill(nats!.pid, 'SIGCONT')
    await trade(1)
  })

  it('of an unannounced batch comes from the next process', async () => {
    // No server listens on its port: this exchange commits and announces nothing.
    await start()
    await open()
    await trade(40)
    await exchange!.stop()
    await startTheNats()
    const { heard, close } = await listen()
    await start()
    await untilAnnounced(heard)
    expect(heard.length).toBeGreaterThan(0)
    await close()
  })
})

describe('books', () => {
  it('are published at most ten times a second, newest last', async () => {
    await startTheNats()
    await start()
    await open()
    await log.untilApplied()
    const connection = await connect({ servers: natsUrl() })
    const messages: { at: number; message: BookMessage }[] = []
    connection.subscribe(subjectsOf(database.name).allBooks, {
      callback: (_error, message) =>
        void messages.push({ at: performance.now(), message: message.json<BookMessage>() }),
    })
    await connection.flush()
    const [symbol] = symbolsOf(1, 1)
    const began = performance.now()
    const order = (number: number): string =>
      JSON.stringify({
        kind: 'place',
        order: `burst-${number}`,
        account: 'member:1',
        symbol,
        side: 'buy',
        price: 2_900,
        quantity: 1_000,
        validity: 'ROD',
      })
    await submitAll(
      database.ownerUrl,
      Array.from({ length: 300 }, (_, number) => ({ shard: 1, text: order(number) })),
    )
    await log.untilApplied()
    const { sequence } = await log.place(1)
    await until('the newest book', () => messages.at(-1)?.message.sequence === sequence)
    const seconds = (performance.now() - began) / 1_000
    expect(messages.length).toBeLessThanOrEqual(Math.ceil(seconds * 10) + 2)
    expect(messages.at(-1)!.message.books).toEqual([
      { symbol, state: 'continuous', bids: [[2_900, 300_000]], asks: [] },
    ])

    // A new subscriber asks for all books, changed or not.
    messages.length = 0
    connection.publish(subjectsOf(database.name).askBooks(1))
    await until('all books', () => messages.length > 0)
    expect(messages[0]!.message.books.map((book) => book.symbol)).toEqual(symbolsOf(1, 5).toSorted())
    await connection.close()
  })
})
