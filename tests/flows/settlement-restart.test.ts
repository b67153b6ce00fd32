// Settlement that is stopped, run twice, disconnected or given the same events twice.

import { afterEach, expect, test } from 'vitest'
import { applyBatches, newSettlementCache } from '../../apps/server/src/features/settlement/index.ts'
import { readEventLog, type LoggedBatch, logBeginning } from '../../apps/server/src/platform/event-log.ts'
import { makeMetrics } from '../../apps/server/src/platform/metrics.ts'
import { shardOf } from '../../packages/contract/src/venue/index.ts'
import { captureLog } from './support/captured-log.ts'
import { openTestVenue, type TestVenue } from './support/test-venue.ts'

let venue: TestVenue
afterEach(() => venue.stop())

const day = '2026-11-16'
const nowhere = 'nats://127.0.0.1:1'

/** Members who buy, sell short, cancel and close among themselves, a little at a time. */
async function trade(
  members: readonly string[],
  rounds: number,
  between: () => Promise<void>,
): Promise<string[]> {
  const orders: string[] = []
  for (let round = 0; round < rounds; round += 1) {
    const [a, b, c] = [0, 1, 2].map((place) => members[(round + place) % members.length]!)
    const price = 9_950 + (round % 5) * 50
    orders.push(await venue.open(a!, { symbol: '2330', price, lots: 2 }))
    orders.push(await venue.open(b!, { symbol: '2330', direction: 'short', price, lots: 1 }))
    orders.push(await venue.open(c!, { symbol: '2317', multiple: 250, price: 10_000, lots: 3 }))
    await venue.seat('maker-1', '2317', 'sell', 10_000, 2)
    if (round % 3 === 0) await venue.cancel(orders.at(-3)!)
    await between()
  }
  return orders
}

const count = async (table: string): Promise<number> => {
  const [row] = await venue.sql.query<{ n: number }>(`SELECT count(*)::int AS n FROM ${table}`)
  return row!.n
}

test('settlement restarted between batches loses and doubles nothing', async () => {
  venue = await openTestVenue()
  await venue.begin(day)
  const members = await Promise.all([venue.member(), venue.member(), venue.member()])
  let settler = venue.startSettler()
  await trade(members, 8, async () => {
    await settler.stop()
    settler = venue.startSettler()
  })
  await venue.settled()
  expect(await venue.breaches()).toEqual([])
  expect(await count('app.fills')).toBeGreaterThan(14)
})

test('the second settler takes over when the first stops', async () => {
  venue = await openTestVenue()
  await venue.begin(day)
  const members = await Promise.all([venue.member(), venue.member(), venue.member()])
  const first = venue.startSettler()
  const second = venue.startSettler()
  await trade(members, 4, async () => undefined)
  await venue.settled()
  await first.stop()
  await trade(members, 4, async () => undefined)
  await venue.settled()
  expect(await venue.breaches()).toEqual([])
  expect(second.log.filter((line) => line.includes('"level":50'))).toEqual([])
})

test('settlement that loses its lock applies nothing twice', async () => {
  venue = await openTestVenue()
  await venue.begin(day)
  const members = await Promise.all([venue.member(), venue.member(), venue.member()])
  venue.startSettler()
  await trade(members, 6, async () => {
    await venue.sql.query(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
       WHERE datname = current_database() AND application_name LIKE 'settler%'`,
    )
  })
  await venue.settled()
  expect(await venue.breaches()).toEqual([])
})

test('without NATS the events come from PostgreSQL', async () => {
  venue = await openTestVenue()
  await venue.begin(day)
  const members = await Promise.all([venue.member(), venue.member(), venue.member()])
  venue.startSettler(nowhere)
  await trade(members, 3, async () => undefined)
  await venue.settled()
  expect(await venue.breaches()).toEqual([])
})

test('a batch applied twice is refused by the cursor', async () => {
  venue = await openTestVenue()
  await venue.begin(day)
  const members = await Promise.all([venue.member(), venue.member(), venue.member()])
  await trade(members, 2, async () => undefined)
  await venue.matched()
  const shard = shardOf('2330')
  const batches = await allBatches(shard)
  const cache = newSettlementCache()
  const { cursor } = await applyBatches(venue.settlement, cache, shard, undefined, batches)
  const tables = ['app.fills', 'ledger.entries', 'app.order_steps', 'app.member_events']
  const before = await Promise.all(tables.map(count))
  await expect(applyBatches(venue.settlement, cache, shard, undefined, batches)).rejects.toThrow(
    'not settled up to',
  )
  await expect(
    applyBatches(venue.settlement, cache, shard, { ...cursor, event: cursor.event - 1 }, batches.slice(-1)),
  ).rejects.toThrow('not settled up to')
  expect(await Promise.all(tables.map(count))).toEqual(before)

  // A settler resumes with an old cursor beside one that has moved on: exactly one of the two gets each batch.
  venue.startSettler()
  await venue.settled()
  expect(await venue.breaches()).toEqual([])
})

test('of two racing settlers one applies the batches, one fails', async () => {
  venue = await openTestVenue()
  await venue.begin(day)
  const members = await Promise.all([venue.member(), venue.member(), venue.member()])
  await trade(members, 2, async () => undefined)
  await venue.matched()
  const shard = shardOf('2330')
  const batches = await allBatches(shard)
  const outcomes = await Promise.allSettled([
    applyBatches(venue.settlement, newSettlementCache(), shard, undefined, batches),
    applyBatches(venue.settlement, newSettlementCache(), shard, undefined, batches),
  ])
  expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  expect(await venue.breaches()).toEqual([])
})

/** Every batch of a shard, as the reader returns them. */
async function allBatches(shard: number): Promise<LoggedBatch[]> {
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
  return batches
}
