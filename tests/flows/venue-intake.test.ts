// The exchange takes every committed command once, in whatever order they committed, and nothing else.

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTestDatabase, type TestDatabase, testServices } from '@fairlot/testkit'
import pg from 'pg'
import { until } from '@fairlot/testkit/until'
import { type RunningExchange, startExchange } from '../../apps/exchange/src/exchange.ts'
import { submitAll } from '../faults/support/load.ts'
import { createOrderFlow, symbolsOf } from '../faults/support/order-flow.ts'
import { compareLog, logFaults, openVenueLog, type VenueLog } from '../faults/support/venue-log.ts'

let database: TestDatabase
let exchange: RunningExchange
let log: VenueLog
const flow = createOrderFlow({ seed: 11, shards: [0, 1] })
const sent: string[] = []

beforeAll(async () => {
  database = await openTestDatabase()
  log = openVenueLog(database.ownerUrl)
  exchange = await startExchange({
    databaseUrl: database.exchangeUrl,
    natsUrl: testServices().natsUrl,
    namespace: database.name,
    shards: [0, 1],
    mode: 'test',
    logLevel: 'silent',
  })
  await until('both shards', exchange.isReady)
  const opening = flow.opening()
  await submitAll(database.ownerUrl, opening)
  sent.push(...opening.map(({ text }) => text))
  await log.untilApplied()
})
afterAll(async () => {
  await exchange.stop()
  await log.close()
  await database.close()
})

const openClient = async (url: string): Promise<pg.Client> => {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  return client
}
const submit = (client: pg.Client, text: string, shard = 0): Promise<unknown> =>
  client.query('SELECT exchange.submit($1, $2)', [shard, text])
const ofShard = (shard: number): string => {
  for (;;) {
    const command = flow.next()
    if (command.shard === shard) return command.text
  }
}

describe('commands that commit out of order', () => {
  it('are taken when they commit, also a late lower id', async () => {
    const late = await openClient(database.ownerUrl)
    const early = await openClient(database.ownerUrl)
    const [lateText, earlyText] = [ofShard(0), ofShard(0)]
    await late.query('BEGIN')
    await submit(late, lateText)
    await submit(early, earlyText)
    await until('the command with the higher id', async () =>
      (await log.commands()).some(({ command }) => command === earlyText),
    )
    expect((await log.commands()).some(({ command }) => command === lateText)).toBe(false)
    await late.query('COMMIT')
    await until('the command with the lower id', async () =>
      (await log.commands()).some(({ command }) => command === lateText),
    )
    sent.push(lateText, earlyText)
    await Promise.all([late.end(), early.end()])
  })

  it('are all applied once when many transactions run side by side', async () => {
    await Promise.all(
      Array.from({ length: 8 }, async (_, worker) => {
        const client = await openClient(database.ownerUrl)
        for (let round = 0; round < 12; round += 1) {
          const texts = Array.from({ length: 5 }, () => ofShard(worker % 2))
          await client.query('BEGIN')
          for (const text of texts) await submit(client, text, worker % 2)
          // Ids are assigned by now; the commit order is random, and some never commit.
          await log.sql.query('SELECT 1')
          if (round % 4 === 3) await client.query('ROLLBACK')
          else {
            await client.query('COMMIT')
            sent.push(...texts)
          }
        }
        await client.end()
      }),
    )
    await log.untilApplied()
    expect(await compareLog(log, sent)).toEqual({ lost: [], repeated: [], strange: [] })
    expect(await logFaults(database.exchangeUrl)).toEqual([])
  })

  it('commands of one statement are logged in their order', async () => {
    const texts = Array.from({ length: 60 }, () => ofShard(1))
    const client = await openClient(database.ownerUrl)
    await client.query('SELECT exchange.submit_many($1, $2)', [texts.map(() => 1), texts])
    await client.end()
    sent.push(...texts)
    await log.untilApplied()
    const applied = (await log.commands()).filter(({ shard }) => shard === 1).slice(-60)
    expect(applied.map(({ command }) => command)).toEqual(texts)
  })
})

describe('an invalid command', () => {
  it('is refused when it is not JSON', async () => {
    const client = await openClient(database.ownerUrl)
    await expect(submit(client, '{"kind":')).rejects.toThrow(/json/)
    await client.end()
  })

  it('is logged without an event and stops nothing', async () => {
    const client = await openClient(database.ownerUrl)
    const symbol = symbolsOf(0, 1)[0]!
    const strange = [
      '{"kind":"unheard-of"}',
      '[]',
      'null',
      '{"kind":"constructor"}',
      `{"kind":"place","order":"x","account":"member:1","symbol":"${symbol}","side":"buy","price":"3000","quantity":1000,"validity":"ROD"}`,
      `{"kind":"place","order":"x","account":"member:1","symbol":"${symbol}","side":"buy","price":3000.5,"quantity":1000,"validity":"ROD"}`,
      `{"kind":"cancel","order":"x","symbol":"${symbol}"}`,
    ]
    const before = (await log.events()).length
    for (const text of strange) await submit(client, text)
    sent.push(...strange)
    await log.untilApplied()
    expect((await log.events()).length).toBe(before)
    const good = ofShard(0)
    await submit(client, good)
    sent.push(good)
    await log.untilApplied()
    await client.end()
    expect(await compareLog(log, sent)).toEqual({ lost: [], repeated: [], strange: [] })
    expect(await logFaults(database.exchangeUrl)).toEqual([])
  })
})

describe('time', () => {
  it('never goes back, and a timer writes an empty batch', async () => {
    const client = await openClient(database.ownerUrl)
    const symbol = symbolsOf(0, 1)[0]!
    const endsAt = Date.now() + 300
    const halt = `{"kind":"halt","symbol":"${symbol}","reason":"news","until":${endsAt}}`
    const emptyBefore = await emptyBatches()
    await submit(client, halt)
    sent.push(halt)
    await client.end()
    await until('the halt to end by itself', async () => (await emptyBatches()) > emptyBefore)
    const ended = (await log.events()).findLast(({ kind, body }) => kind === 'state' && body.includes(symbol))
    expect(JSON.parse(ended!.body)).toMatchObject({ state: 'paused' })
    const [row] = await log.sql.query<{ back: string; at: number }>(
      `SELECT count(*) FILTER (WHERE at < before) AS back, max(extract(epoch FROM at) * 1000)::float8 AS at
       FROM (SELECT at, lag(at) OVER (PARTITION BY shard ORDER BY last) AS before FROM exchange.batches) AS steps`,
      [],
    )
    expect(row!.back).toBe('0')
    expect(row!.at).toBeGreaterThanOrEqual(endsAt)
  })

  const emptyBatches = async (): Promise<number> =>
    (await log.commands()).filter(({ command }) => command === '{"kind":"time"}').length
})

describe('the exchange role', () => {
  it('sees its own schema and nothing of members or money', async () => {
    const client = await openClient(database.exchangeUrl)
    for (const table of [
      'app.instruments',
      'ledger.entries',
      'ledger.balances',
      'audit.entries',
      'market.quotes',
      'status.heartbeats',
    ])
      await expect(client.query(`SELECT FROM ${table}`), table).rejects.toThrow(
        /permission denied|does not exist/,
      )
    const { rows } = await client.query<{ schema: string }>(
      `SELECT nspname AS schema FROM pg_namespace
       WHERE has_schema_privilege(oid, 'USAGE') AND nspname !~ '^(pg_|information_schema)' ORDER BY 1`,
    )
    // In the other two it may call one function each: for whether a restore is finished, and for its heartbeat.
    expect(rows.map(({ schema }) => schema)).toEqual(['exchange', 'platform', 'status'])
    await client.end()
  })

  it('writes only through the fenced functions', async () => {
    const client = await openClient(database.exchangeUrl)
    for (const statement of [
      `DELETE FROM exchange.queue`,
      `INSERT INTO exchange.log (shard, sequence, at, command) VALUES (0, 1, now(), '{}')`,
      `UPDATE exchange.shards SET epoch = epoch`,
      `DELETE FROM exchange.events`,
      `DELETE FROM exchange.events_practice`,
      `UPDATE exchange.batches SET hash = hash`,
      `DELETE FROM exchange.snapshots`,
      `DELETE FROM exchange.pruned`,
      `SELECT exchange.submit(0, '{}')`,
    ])
      await expect(client.query(statement), statement).rejects.toThrow(/permission denied/)
    await client.end()
  })

  it('is the only role that can take a shard', async () => {
    for (const url of [database.apiUrl, database.workerUrl, database.practiceUrl, database.quotesUrl]) {
      const client = await openClient(url)
      await expect(client.query('SELECT exchange.take_shard(0)')).rejects.toThrow(/permission denied/)
      await expect(client.query('SELECT exchange.prune(0, 1)')).rejects.toThrow(/permission denied/)
      await expect(client.query('SELECT FROM exchange.queue')).rejects.toThrow(/permission denied/)
      await client.end()
    }
  })
})
