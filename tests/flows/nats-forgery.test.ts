// Settlement and quotes accept content only from the exchange's log in PostgreSQL.

import { afterEach, beforeEach, expect, test } from 'vitest'
import { testServices } from '@fairlot/testkit'
import { openSql } from '@fairlot/testkit/sql'
import { until } from '@fairlot/testkit/until'
import { applyBatches, newSettlementCache } from '../../apps/server/src/features/settlement/index.ts'
import { type LoggedBatch, logBeginning, readEventLog } from '../../apps/server/src/platform/event-log.ts'
import { makeMetrics } from '../../apps/server/src/platform/metrics.ts'
import { startQuotes } from '../../apps/server/src/roles/quotes.ts'
import { memberAccount, shardOf, subjectsOf, type Traded } from '../../packages/contract/src/venue/index.ts'
import { captureLog } from './support/captured-log.ts'
import { type HostilePublisher, openHostilePublisher, seatTrade } from './support/hostile-publisher.ts'
import { testConfig } from './support/test-config.ts'
import { openTestVenue, type TestVenue } from './support/test-venue.ts'

const day = '2026-11-16'
const shard = shardOf('2330')

let venue: TestVenue
let hostile: HostilePublisher
let stopQuotes: (() => Promise<void>) | undefined
beforeEach(async () => {
  venue = await openTestVenue()
  hostile = await openHostilePublisher(testServices().natsUrl, subjectsOf(venue.database.name), venue.sql)
  await venue.begin(day)
})
afterEach(async () => {
  await stopQuotes?.()
  stopQuotes = undefined
  await hostile.close()
  await venue.stop()
})

const runQuotes = async (): Promise<void> => {
  const config = testConfig(venue.database, { DATABASE_URL: venue.database.quotesUrl })
  const quotes = await startQuotes(config, { log: captureLog('quotes').log, flushMs: 50 })
  stopQuotes = () => quotes.stop()
  await until('quotes to be through', () => isThrough('market.cursors'))
}
const isThrough = async (cursors: string): Promise<boolean> => {
  const behind = await venue.sql.query(
    `SELECT FROM exchange.shards s LEFT JOIN ${cursors} c ON c.shard = s.shard
     WHERE (c.sequence, c.event, c.hash) IS DISTINCT FROM (s.sequence, s.event, s.hash)`,
  )
  return behind.length === 0
}
/** Cursors that match no batch of the log. */
const lostCursors = (): Promise<readonly unknown[]> =>
  venue.sql.query(
    `SELECT c.* FROM (SELECT shard, sequence, hash FROM settlement.cursors
       UNION ALL SELECT shard, sequence, hash FROM market.cursors) AS c
     WHERE c.sequence > 0 AND NOT EXISTS (SELECT FROM exchange.batches b
       WHERE b.shard = c.shard AND b.last = c.sequence AND b.hash = c.hash)`,
  )
const lastOf = async (symbol: string): Promise<number | null> => {
  const [row] = await venue.sql.query<{ last: number | null }>(
    'SELECT last FROM market.quotes WHERE symbol = $1',
    [symbol],
  )
  return row?.last ?? null
}
/** A real trade between a seat and a member, settled. */
const tradeOnce = async (memberId: string, price = 10_000): Promise<string> => {
  await venue.seat('maker-1', '2330', 'sell', price, 1)
  const order = await venue.open(memberId, { symbol: '2330', price, lots: 1 })
  await venue.settled()
  return order
}

test('a forged cancel on NATS releases no hold', async () => {
  venue.startSettler()
  const memberId = await venue.member()
  const order = await venue.open(memberId, { symbol: '2330', price: 9_500, lots: 1 })
  await venue.settled()
  const held = await venue.balance(`member/${memberId}/TWD/held`)
  await hostile.forge(shard, [
    {
      kind: 'cancelled',
      order,
      account: memberAccount(memberId),
      symbol: '2330',
      quantity: 1_000,
      reason: 'asked',
    },
  ])
  await tradeOnce(await venue.member())
  expect((await venue.order(order)).state).toBe('entrusted')
  expect(await venue.balance(`member/${memberId}/TWD/held`)).toBe(held)
  expect(await lostCursors()).toEqual([])
  expect(await venue.breaches()).toEqual([])
})

test('a forged fill on NATS moves no money', async () => {
  venue.startSettler()
  const memberId = await venue.member()
  const order = await venue.open(memberId, { symbol: '2330', price: 9_500, lots: 1 })
  await venue.settled()
  await hostile.forge(shard, [
    {
      ...seatTrade('2330', 1),
      buyOrder: order,
      buyAccount: memberAccount(memberId),
      buyLeft: 0,
    },
  ])
  const real = await tradeOnce(await venue.member())
  expect((await venue.order(order)).state).toBe('entrusted')
  expect((await venue.order(real)).state).toBe('filled')
  expect(await lostCursors()).toEqual([])
  expect(await venue.breaches()).toEqual([])
})

test('a forged trade on NATS changes no quote', async () => {
  venue.startSettler()
  await tradeOnce(await venue.member())
  await runQuotes()
  await until('the true price', async () => (await lastOf('2330')) === 10_000)
  await hostile.forge(shard, [seatTrade('2330', 1)])
  await tradeOnce(await venue.member(), 9_950)
  await until('quotes to follow the log', () => isThrough('market.cursors'))
  expect(await lastOf('2330')).toBe(9_950)
  const [quote] = await venue.sql.query<{ low: number }>(
    `SELECT low FROM market.quotes WHERE symbol = '2330'`,
  )
  expect(quote!.low).toBe(9_950)
  expect(await lostCursors()).toEqual([])
})

test('forged books on NATS change no depth', async () => {
  venue.startSettler()
  await runQuotes()
  await venue.seat('maker-1', '2330', 'sell', 10_050, 3)
  const showsAsks = async (wanted: string): Promise<boolean> => {
    // The exchange sends books ten times a second by its clock, which stands still in this test.
    venue.now += 1_000
    const [row] = await venue.sql.query<{ asks: unknown }>(
      `SELECT asks FROM market.quotes WHERE symbol = '2330'`,
    )
    return JSON.stringify(row?.asks) === wanted
  }
  await until('the true depth', () => showsAsks('[[10050,3000]]'))
  const books = [{ symbol: '2330', state: 'continuous', bids: [[1, 1_000]], asks: [[2, 1_000]] }]
  await hostile.say(
    subjectsOf(venue.database.name).books(shard),
    JSON.stringify({ shard, sequence: 1_000_000_000, at: Date.now(), books }),
  )
  await venue.seat('maker-1', '2330', 'sell', 10_050, 2)
  expect(await until('the new depth', () => showsAsks('[[10050,5000]]'))).toBe(true)
})

test('settlement follows only the log during a flood of forged batches', async () => {
  venue.startSettler()
  await runQuotes()
  const members = await Promise.all([venue.member(), venue.member(), venue.member()])
  const subjects = subjectsOf(venue.database.name)
  for (let round = 0; round < 12; round += 1) {
    const memberId = members[round % 3]!
    const order = await venue.open(memberId, { symbol: '2330', price: 10_000, lots: 1 })
    const account = memberAccount(memberId)
    await hostile.forge(shard, [
      {
        kind: 'accepted',
        order,
        account,
        symbol: '2330',
        side: 'buy',
        quantity: 1_000,
        price: 10_000,
        validity: 'ROD',
      },
      { ...seatTrade('2330', 1), buyOrder: order, buyAccount: account },
    ])
    await hostile.say(subjects.events(shard), '{"shard":0')
    await hostile.say(subjects.events(shard), `{"shard":${shard},"last":9007199254740991}`)
    await venue.seat('maker-1', '2330', 'sell', 10_000, 1)
    // The newest genuine batch again, with another price.
    const [newest] = await venue.sql.query<{ body: string }>(
      `SELECT body FROM exchange.events WHERE shard = $1 AND kind = 'traded' ORDER BY event DESC LIMIT 1`,
      [shard],
    )
    if (newest) await hostile.forge(shard, [{ ...(JSON.parse(newest.body) as Traded), price: 2 }])
  }
  await venue.settled()
  await until('quotes to follow the log', () => isThrough('market.cursors'))
  const fills = await venue.sql.query<{ price: number }>('SELECT DISTINCT price FROM app.fills')
  expect(fills.map(({ price }) => price)).toEqual([10_000])
  expect(await lastOf('2330')).toBe(10_000)
  expect(await lostCursors()).toEqual([])
  expect(await venue.breaches()).toEqual([])
})

/** The shard's log, with one event changed. */
async function changedBatches(change: (event: Traded) => Traded): Promise<LoggedBatch[]> {
  const { log } = captureLog('reader')
  const batches: LoggedBatch[] = []
  const reader = readEventLog({
    db: venue.db,
    bus: venue.settlement.bus,
    subjects: venue.settlement.subjects,
    shard,
    from: logBeginning,
    apply: (batch) => void batches.push(batch),
    log,
    metrics: makeMetrics('worker'),
  })
  await reader.catchUp()
  await reader.stop()
  return batches.map((batch) => ({
    ...batch,
    events: batch.events.map((event) =>
      event.body.kind === 'traded' ? { ...event, body: change(event.body) } : event,
    ),
  }))
}

test('the database stores no fill that differs from its event', async () => {
  const [memberId, otherId] = [await venue.member(), await venue.member()]
  await venue.open(memberId, { symbol: '2330', price: 10_000, lots: 1 })
  const other = await venue.open(otherId, { symbol: '2330', price: 10_000, lots: 1 })
  await venue.seat('maker-1', '2330', 'sell', 10_000, 1)
  await venue.matched()
  const apply = async (change: (event: Traded) => Traded): Promise<unknown> =>
    applyBatches(venue.settlement, newSettlementCache(), shard, undefined, await changedBatches(change))
  await expect(apply((event) => ({ ...event, price: 1 }))).rejects.toThrow(/differ/)
  await expect(
    apply((event) => ({ ...event, buyOrder: other, buyAccount: memberAccount(otherId) })),
  ).rejects.toThrow(/differ/)
  await apply((event) => event)
  expect(await venue.breaches()).toEqual([])
})

test.each(['settlement.cursors', 'market.cursors'])('%s accepts only a batch of the log', async (table) => {
  const url = table === 'market.cursors' ? venue.database.quotesUrl : venue.database.settlementUrl
  const sql = openSql(url)
  try {
    const [head] = await sql.query<{ sequence: string; event: string; hash: string }>(
      'SELECT sequence, event, hash FROM exchange.shards WHERE shard = $1',
      [shard],
    )
    const put = (sequence: string, event: string, hash: string): Promise<unknown> =>
      sql.query(
        table === 'market.cursors'
          ? 'INSERT INTO market.cursors (shard, sequence, event, hash) VALUES ($1, $2, $3, $4)'
          : 'INSERT INTO settlement.cursors (shard, sequence, event, hash, at) VALUES ($1, $2, $3, $4, now())',
        [shard, sequence, event, hash],
      )
    await expect(put(head!.sequence, head!.event, 'f'.repeat(64))).rejects.toThrow(/is not in the log/)
    await expect(put(head!.sequence, String(Number(head!.event) + 1), head!.hash)).rejects.toThrow(
      /is not in the log/,
    )
    await expect(put(String(Number(head!.sequence) + 1), head!.event, head!.hash)).rejects.toThrow(
      /is not in the log/,
    )
    await put(head!.sequence, head!.event, head!.hash)
    await expect(
      sql.query(`UPDATE ${table} SET hash = repeat('e', 64) WHERE shard = $1`, [shard]),
    ).rejects.toThrow(/is not in the log/)
  } finally {
    await sql.close()
  }
})
