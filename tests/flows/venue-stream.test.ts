// What leaves the exchange after the commit, and that trading never asks NATS for leave.

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type BookMessage, subjectsOf } from '@fairlot/contract/venue'
import { openTestDatabase, type TestDatabase } from '@fairlot/testkit'
import { type NatsService, startNats } from '@fairlot/testkit/services/nats'
import { findFreePort } from '@fairlot/testkit/services/process'
import { jetstreamManager } from '@nats-io/jetstream'
import { connect } from '@nats-io/transport-node'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { type RunningExchange, startExchange } from '../../apps/exchange/src/exchange.ts'
import { gapsOf, readStream } from '../faults/support/event-stream.ts'
import { submitAll } from '../faults/support/load.ts'
import { createOrderFlow, type OrderFlow, symbolsOf } from '../faults/support/order-flow.ts'
import { logFaults, openVenueLog, type VenueLog } from '../faults/support/venue-log.ts'
import { waitFor } from '../faults/support/wait-for.ts'

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
/** Until the exchange knows it too: what it says before that waits in its client and would still arrive. */
const stopTheNats = async (): Promise<void> => {
  await nats!.stop()
  nats = undefined
  if (!exchange) return
  const metrics = `http://127.0.0.1:${exchange.metricsPort}/metrics`
  await waitFor('the exchange to miss NATS', async () =>
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
    streamBytes: 16 * 1024 * 1024,
  })
  await waitFor('the shard', exchange.isReady)
}
const open = (): Promise<void> => submitAll(database.workerUrl, flow.opening())
const trade = async (count: number): Promise<void> => {
  await submitAll(
    database.practiceUrl,
    Array.from({ length: count }, () => flow.next()),
  )
  await log.untilApplied()
}
/** Waits until the newest committed batch is in the stream. */
const untilPublished = async (): Promise<void> => {
  const { hash } = await log.place(1)
  await waitFor('the newest batch in the stream', async () => {
    const batches = await readStream(natsUrl(), database.name).catch(() => undefined)
    return batches?.at(-1)?.hash === hash
  })
}

describe('the stream', () => {
  it('carries every batch as PostgreSQL has it, each once', async () => {
    await startTheNats()
    await start()
    await open()
    await trade(100)
    await untilPublished()
    const batches = (await readStream(natsUrl(), database.name))!
    expect(batches[0]!.first).toBe(1)
    expect(gapsOf(batches)).toEqual([])
    const events = await log.events()
    expect(batches.flatMap((batch) => batch.events.map((event) => JSON.stringify(event)))).toEqual(
      events.map(({ body }) => body),
    )
    // A restart says its newest batch again; the stream knows it already.
    await exchange!.stop()
    await start()
    await trade(5)
    await untilPublished()
    expect(gapsOf((await readStream(natsUrl(), database.name))!)).toEqual([])
  })

  it('begins when NATS comes after the exchange', async () => {
    await start()
    await open()
    await trade(60)
    const before = await log.place(1)
    expect(before.sequence).toBeGreaterThan(60)
    await startTheNats()
    await untilPublished()
    await trade(20)
    await untilPublished()
    const batches = (await readStream(natsUrl(), database.name))!
    // It begins with the newest batch there was, so that whoever reads knows at once what is missing.
    expect(batches[0]!.last).toBe(before.sequence)
    expect(gapsOf(batches)).toEqual([])
  })

  it('shows a gap after NATS was gone, and trading went on meanwhile', async () => {
    await startTheNats()
    await start()
    await open()
    await trade(30)
    await untilPublished()
    await stopTheNats()
    const before = await log.place(1)
    // In two batches at least: the newest one is said again when NATS is back.
    await trade(30)
    await trade(30)
    expect((await log.place(1)).sequence).toBe(before.sequence + 60)
    await startTheNats()
    await untilPublished()
    await trade(20)
    await untilPublished()
    const gaps = gapsOf((await readStream(natsUrl(), database.name))!)
    expect(gaps).toHaveLength(1)
    expect(gaps[0]!.first).toBeGreaterThan(before.sequence + 1)
    expect(await logFaults(database.exchangeUrl)).toEqual([])
  })

  it('is made again after its whole store was deleted, and is whole from its first message on', async () => {
    await startTheNats()
    await start()
    await open()
    await trade(30)
    await untilPublished()
    await stopTheNats()
    rmSync(join(folder, 'store'), { recursive: true, force: true })
    await startTheNats()
    await trade(60)
    await untilPublished()
    const batches = (await readStream(natsUrl(), database.name))!
    expect(batches.length).toBeGreaterThan(0)
    expect(gapsOf(batches)).toEqual([])
  })

  it('is made again when somebody deletes it under a running exchange', async () => {
    await startTheNats()
    await start()
    await open()
    await trade(10)
    await untilPublished()
    const connection = await connect({ servers: natsUrl() })
    const manager = await jetstreamManager(connection)
    await manager.streams.delete(subjectsOf(database.name).eventStream)
    await connection.close()
    await trade(10)
    await untilPublished()
    expect(gapsOf((await readStream(natsUrl(), database.name))!)).toEqual([])
  })

  it('is not waited for when NATS hangs', async () => {
    await startTheNats()
    await start()
    await open()
    await trade(10)
    await untilPublished()
    process.kill(nats!.pid, 'SIGSTOP')
    const { sequence } = await log.place(1)
    await trade(100)
    expect((await log.place(1)).sequence).toBe(sequence + 100)
    process.kill(nats!.pid, 'SIGCONT')
    await trade(1)
    await untilPublished()
  })

  it('is told the newest batch by the next process when one died between commit and publication', async () => {
    // Nobody listens on its port: this exchange commits and never publishes.
    await start()
    await open()
    await trade(40)
    await exchange!.stop()
    await startTheNats()
    await start()
    await untilPublished()
    const [first] = (await readStream(natsUrl(), database.name))!
    expect(first!.last).toBe((await log.place(1)).sequence)
    const stored = (await log.events()).filter(({ event }) => event >= first!.firstEvent)
    expect(first!.events.map((event) => JSON.stringify(event))).toEqual(stored.map(({ body }) => body))
  })
})

describe('books', () => {
  it('go out at most ten times a second for a symbol, always ending with the newest', async () => {
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
      database.apiUrl,
      Array.from({ length: 300 }, (_, number) => ({ shard: 1, text: order(number) })),
    )
    await log.untilApplied()
    const { sequence } = await log.place(1)
    await waitFor('the newest book', () => messages.at(-1)?.message.sequence === sequence)
    const seconds = (performance.now() - began) / 1_000
    expect(messages.length).toBeLessThanOrEqual(Math.ceil(seconds * 10) + 2)
    expect(messages.at(-1)!.message.books).toEqual([
      { symbol, state: 'continuous', bids: [[2_900, 300_000]], asks: [] },
    ])

    // Whoever is new asks for all of them, changed or not.
    messages.length = 0
    connection.publish(subjectsOf(database.name).askBooks(1))
    await waitFor('all books', () => messages.length > 0)
    expect(messages[0]!.message.books.map((book) => book.symbol)).toEqual(symbolsOf(1, 5).toSorted())
    await connection.close()
  })
})
