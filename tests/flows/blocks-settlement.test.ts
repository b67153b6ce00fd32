// Blocks behind a real exchange: the parent trades for the pool, its lines settle as fills of their members.

import { afterEach, expect, test } from 'vitest'
import { type Allocation, blockBreach, type PlannedLine } from '@fairlot/rules/copy-trading'
import { copyPoolSeat } from '@fairlot/rules/members'
import {
  copyPoolAccount,
  type PlaceBlock,
  seatAccount,
  shardOf,
  type Side,
} from '../../packages/contract/src/venue/index.ts'
import { randomUUID } from 'node:crypto'
import { until } from '@fairlot/testkit/until'
import { contradiction } from '../../apps/server/src/features/audit/fills/fill-evidence.ts'
import { readFillsToBuild, readLegs } from '../../apps/server/src/features/audit/fills/store.ts'
import { applyBatches, newSettlementCache } from '../../apps/server/src/features/settlement/index.ts'
import { type LoggedBatch, logBeginning, readEventLog } from '../../apps/server/src/platform/event-log.ts'
import { makeMetrics } from '../../apps/server/src/platform/metrics.ts'
import { captureLog } from './support/captured-log.ts'
import { collect } from './support/collect.ts'
import { linesOf, withoutCommands } from './support/block-orders.ts'
import { openTestVenue, type TestVenue } from './support/test-venue.ts'

const symbol = '2317'
const shard = shardOf(symbol)
const day = '2026-11-16'
const minute = 60_000

let venue: TestVenue
afterEach(() => venue.stop())

async function sendBlock(
  orders: readonly string[],
  terms: { readonly side: Side; readonly price: number; readonly date: string },
): Promise<string> {
  const block = randomUUID()
  const lines = await linesOf(venue, orders)
  for (let from = 0; from < lines.length; from += 500) {
    const chunk = lines.slice(from, from + 500)
    const head = { kind: 'block', block, account: copyPoolAccount, symbol, ...terms } as const
    const last = from + chunk.length === lines.length
    const command: PlaceBlock = { ...head, from, lines: chunk, ...(last && { last }) }
    await venue.submit(shard, command)
  }
  return block
}

const oddFromSeat = (side: Side, price: number, quantity: number): Promise<void> =>
  venue.submit(shard, {
    kind: 'place',
    order: randomUUID(),
    account: seatAccount('maker-2'),
    symbol,
    side,
    price,
    quantity,
    validity: 'ROD',
    odd: true,
  })

/** What the pool has, has coming and owes, of one asset. */
async function poolHas(asset: string): Promise<number> {
  const [row] = await venue.sql.query<{ amount: number }>(
    `SELECT (coalesce((SELECT sum(ledger.balance_of(a.code)) FROM ledger.accounts a WHERE a.code LIKE $1), 0)
       + coalesce((SELECT sum(amount) FROM settlement.seat_nets WHERE seat = $2 AND asset = $3), 0))::float8 AS amount`,
    [`seat/${copyPoolSeat.ledgerId}/${asset}/%`, copyPoolSeat.ledgerId, asset],
  )
  return row!.amount
}

/** The parent's fills in the log, and what the lines' orders say they got. */
async function judge(block: string, orders: readonly string[]): Promise<Allocation> {
  const [fills] = await venue.sql.query<{ shares: number; value: string }>(
    `SELECT sum((body::json ->> 'quantity')::int)::int AS shares,
       sum((body::json ->> 'quantity')::bigint * (body::json ->> 'price')::bigint)::text AS value
     FROM exchange.events WHERE kind IN ('traded', 'odd-traded')
       AND $1 IN (split_part(body::json ->> 'buyOrder', '/', 1), split_part(body::json ->> 'sellOrder', '/', 1))`,
    [block],
  )
  const rows = await Promise.all(orders.map((id) => venue.order(id)))
  const planned: PlannedLine[] = rows.map((row, place) => ({
    id: row.id,
    isMentor: place === 0,
    planned: row.quantity,
    place,
  }))
  const lines = planned.map((line, n) => ({
    ...line,
    base: 0,
    remainder: 0n,
    shares: Number(rows[n].filled_shares),
    value: BigInt(rows[n].filled_value),
  }))
  const value = BigInt(fills!.value)
  const allocation = { lines, rounding: lines.reduce((sum, line) => sum + line.value, 0n) - value }
  expect(blockBreach({ shares: fills!.shares, value }, planned, allocation)).toBeUndefined()
  return allocation
}

const lastPrice = async (): Promise<number> => {
  const [row] = await venue.sql.query<{ last: number }>(
    'SELECT last FROM settlement.prices WHERE symbol = $1',
    [symbol],
  )
  return row!.last
}

test('a block settles in both books, bought and sold, to the cent', async () => {
  venue = await openTestVenue({ symbols: [symbol] })
  await venue.begin(day)
  venue.startSettler()
  const members = await Promise.all([1, 2, 3, 4, 5].map(() => venue.member()))
  const seller = await venue.member()
  const shares = [2_000, 700, 301, 1_234, 77]
  const bought = await withoutCommands(venue, () =>
    venue.openMany(
      members.map((memberId, n) => ({ memberId, symbol, price: 10_000, lots: shares[n]! / 1_000 })),
    ),
  )
  // From a market maker at two prices and from a member who sells short; the odd part from a market maker.
  await venue.seat('maker-1', symbol, 'sell', 9_950, 1)
  await venue.seat('maker-1', symbol, 'sell', 9_960, 1)
  await venue.open(seller, { symbol, direction: 'short', price: 10_000, lots: 1 })
  const block = await sendBlock(bought, { side: 'buy', price: 10_000, date: day })
  await oddFromSeat('sell', 9_990, 200)
  await venue.matched()
  venue.now += 11 * minute
  await until('the match of odd lots', async () => {
    const matched = await venue.sql.query(`SELECT FROM exchange.events WHERE kind = 'odd-traded'`)
    return matched.length === 1
  })
  await venue.settled()
  expect((await venue.order(bought[0]!)).accepted_at).not.toBeNull()
  await venue.cancel(bought[0]!)
  await venue.settled()
  const { rounding, lines } = await judge(block, bought)
  expect(lines.map((line) => line.shares)).toEqual([1_484, 520, 223, 916, 57])
  expect(await venue.breaches()).toEqual([])
  expect([await poolHas('TWD'), await poolHas(`stk:${symbol}`)]).toEqual([Number(rounding), 0])
  // The evidence of every fill agrees with the log and the ledger.
  const fills = await venue.db.transaction((tx) => collect(readFillsToBuild(tx, day)))
  expect(fills.filter(({ decidedBy }) => decidedBy === 'block').length).toBeGreaterThanOrEqual(5)
  const legs = await readLegs(
    venue.db,
    fills.map(({ entryId }) => entryId),
  )
  for (const fill of fills) expect(contradiction(fill, legs.get(fill.entryId) ?? [])).toBeUndefined()
  // The last price is that of the parent's last trade, not an average.
  expect(await lastPrice()).toBe(10_000)

  // The next day all are sold, for a part of what they have.
  venue.now += 86_400_000 - 11 * minute
  await venue.phase(day, 'closing-call')
  await venue.phase(day, 'closed')
  await venue.begin('2026-11-17')
  const sold = await withoutCommands(venue, async () => {
    const closes: string[] = []
    for (const [n, id] of bought.entries())
      closes.push(await venue.close(id, { price: 9_900, lots: lines[n]!.shares / 1_000 }))
    return closes
  })
  const sale = await sendBlock(sold, { side: 'sell', price: 9_900, date: '2026-11-17' })
  await venue.seat('maker-1', symbol, 'buy', 9_910, 1)
  await venue.seat('maker-1', symbol, 'buy', 9_900, 1)
  await venue.phase('2026-11-17', 'closing-call')
  await venue.phase('2026-11-17', 'closed')
  await venue.settled()
  const end = await judge(sale, sold)
  expect(end.lines.reduce((sum, line) => sum + line.shares, 0)).toBe(2_000)
  expect(await venue.breaches()).toEqual([])
  expect([await poolHas('TWD'), await poolHas(`stk:${symbol}`)]).toEqual([
    Number(rounding) - Number(end.rounding),
    0,
  ])
})

test('settlement stopped between the chunks of a block settles each line once', async () => {
  venue = await openTestVenue({ symbols: [symbol] })
  await venue.begin(day)
  const members = await Promise.all(Array.from({ length: 12 }, () => venue.member()))
  const orders = await withoutCommands(venue, () =>
    venue.openMany(
      Array.from({ length: 1_104 }, (_, n) => ({
        memberId: members[n % members.length]!,
        symbol,
        price: 10_000,
        lots: (1 + (n % 7)) / 1_000,
      })),
    ),
  )
  await venue.seat('maker-1', symbol, 'sell', 9_990, 1)
  await venue.seat('maker-1', symbol, 'sell', 10_000, 1)
  const block = await sendBlock(orders, { side: 'buy', price: 10_000, date: day })
  await venue.phase(day, 'closing-call')
  await venue.phase(day, 'closed')
  await until('every line', async () => {
    const [row] = await venue.sql.query<{ n: number }>(
      `SELECT count(DISTINCT coalesce(body::json ->> 'buyOrder', body::json ->> 'order'))::int AS n
       FROM exchange.events WHERE kind IN ('allocated', 'cancelled') AND body NOT LIKE '%"order":"' || $1 || '%'`,
      [block],
    )
    return row!.n === orders.length
  })
  // A process for each batch; each batch is applied again by one that does not know that it was.
  let cursor: Parameters<typeof applyBatches>[3]
  for (const batch of (await allBatches()).slice(0, -1)) {
    const apply = () => applyBatches(venue.settlement, newSettlementCache(), shard, cursor, [batch])
    const applied = await apply()
    await expect(apply()).rejects.toThrow('not settled up to')
    cursor = applied.cursor
  }
  venue.startSettler()
  await venue.settled()
  const { rounding } = await judge(block, orders)
  expect(await venue.breaches()).toEqual([])
  expect([await poolHas('TWD'), await poolHas(`stk:${symbol}`)]).toEqual([Number(rounding), 0])
  const [ended] = await venue.sql.query<{ open: number; batches: number }>(
    `SELECT (SELECT count(*)::int FROM app.orders WHERE state = 'entrusted') AS open,
       (SELECT count(DISTINCT sequence)::int FROM exchange.events WHERE kind = 'allocated') AS batches`,
  )
  expect(ended!.open).toBe(0)
  expect(ended!.batches).toBeGreaterThan(1)
})

/** Every batch of the shard, as the reader returns them. */
async function allBatches(): Promise<LoggedBatch[]> {
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

test('a block without its last chunk releases every hold at the close', async () => {
  venue = await openTestVenue({ symbols: [symbol] })
  await venue.begin(day)
  venue.startSettler()
  const members = await Promise.all([venue.member(), venue.member()])
  const orders = await withoutCommands(venue, () =>
    venue.openMany(members.map((memberId) => ({ memberId, symbol, price: 10_000, lots: 1 }))),
  )
  const head = { kind: 'block', block: randomUUID(), account: copyPoolAccount, symbol, side: 'buy' } as const
  await venue.submit(shard, {
    ...head,
    price: 10_000,
    date: day,
    from: 0,
    lines: await linesOf(venue, orders),
  })
  await venue.phase(day, 'closing-call')
  await venue.phase(day, 'closed')
  await venue.settled()
  for (const id of orders)
    expect(await venue.order(id)).toMatchObject({ state: 'refused', reason: 'block.ended', holds: [] })
  expect(await venue.breaches()).toEqual([])
})
