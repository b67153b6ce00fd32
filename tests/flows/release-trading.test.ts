// A database of release 0.1.0 with open orders is migrated, and then trades on.

import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { migrate } from '@fairlot/database'
import { testServices } from '@fairlot/testkit'
import { ledgerBreaches } from '@fairlot/testkit/invariants'
import { tradingBreaches } from '@fairlot/testkit/invariants/trading'
import { readDifferences } from '@fairlot/testkit/reconciliation'
import { openSql, type Sql } from '@fairlot/testkit/sql'
import { until } from '@fairlot/testkit/until'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type RunningExchange, startExchange } from '../../apps/exchange/src/exchange.ts'
import { buildAll, verifyTrees } from '../../apps/server/src/features/audit/index.ts'
import { askCancel } from '../../apps/server/src/features/orders/ask-cancel.ts'
import { decideOpen } from '../../apps/server/src/features/orders/intake/decide.ts'
import { takeOrders } from '../../apps/server/src/features/orders/intake/take.ts'
import { listOrders } from '../../apps/server/src/features/orders/list-orders.ts'
import { readMarketDay } from '../../apps/server/src/features/orders/market-day.ts'
import { readFills, readOrderRow } from '../../apps/server/src/features/orders/store.ts'
import { makeSettlementMetrics, startSettlement } from '../../apps/server/src/features/settlement/index.ts'
import { sweepDues } from '../../apps/server/src/features/settlement/jobs/sweep-dues.ts'
import { type Bus, openBus } from '../../apps/server/src/platform/bus.ts'
import { newId } from '../../apps/server/src/platform/ids.ts'
import { makeMetrics } from '../../apps/server/src/platform/metrics.ts'
import { makeSecretsFile, openSecrets } from '../../apps/server/src/platform/secrets.ts'
import { openSessionLocks } from '../../apps/server/src/platform/session-lock.ts'
import { seatAccount, shardOf, shards, subjectsOf } from '../../packages/contract/src/venue/index.ts'
import { releasesFolder } from '../../scripts/release/dump.ts'
import { captureLog } from './support/captured-log.ts'
import { type Db, openDb } from './support/open-db.ts'
import { type Restored, restoreDump } from './support/restored-release.ts'

/** Minutes after the dump was made, within its trading day. */
let now = Date.parse('2026-11-16T22:10:00Z')
const date = '2026-11-17'
const clock = { now: () => new Date(now) }
const folder = mkdtempSync(join(tmpdir(), 'fairlot-release-trading-'))
const subjects = subjectsOf('release')
const closing: (() => Promise<unknown>)[] = []

let restored: Restored
let sql: Sql
let api: Db
let worker: Db
let settler: Db
let reader: Db
let bus: Bus

interface OpenOrder {
  readonly id: string
  readonly memberId: string
  readonly symbol: string
  readonly price: number
}
let open: readonly OpenOrder[]

beforeAll(async () => {
  restored = await restoreDump(join(releasesFolder, '0.1.0.dump.br'), folder, '0.1.0')
  closing.push(() => restored.cluster.stop())
  sql = openSql(restored.url())
  closing.push(() => sql.close())
  open = await sql.query<OpenOrder>(
    `SELECT id, member_id AS "memberId", symbol, price FROM app.orders WHERE state = 'entrusted' ORDER BY id`,
  )
  await migrate(restored.url())
  // As in every test database: the clock of this test is days ahead of the database's.
  await sql.query('UPDATE platform.clock_bound SET seconds = 2000000000')
  const connect = (role: string): Db => {
    const db = openDb({ url: restored.url(role), poolSize: 4, applicationName: 'release' })
    closing.push(() => db.close())
    return db
  }
  ;[api, worker, settler, reader] = ['api', 'worker', 'settlement', 'reader'].map((role) =>
    connect(`fairlot_${role}`),
  ) as [Db, Db, Db, Db]
  const { log } = captureLog('release')
  const { natsUrl } = testServices()
  bus = openBus(natsUrl, 'release', log, makeMetrics('settlement'))
  closing.push(() => bus.close())
  const exchange: RunningExchange = await startExchange({
    databaseUrl: restored.url('fairlot_exchange'),
    natsUrl,
    namespace: 'release',
    shards,
    mode: 'test',
    logLevel: 'silent',
    now: () => now,
  })
  closing.push(() => exchange.stop())
  await until('the exchange', () => exchange.isReady())
  const locks = openSessionLocks(restored.url('fairlot_settlement'), `release-${randomUUID()}`, log)
  closing.push(() => locks.close())
  const metrics = makeMetrics('settlement')
  const settlement = startSettlement(
    {
      db: settler,
      bus,
      subjects,
      clock,
      calendar: 'practice',
      gatherMs: 0,
      log,
      metrics,
      settlementMetrics: makeSettlementMetrics(metrics.registry),
    },
    locks,
  )
  closing.push(() => settlement.stop())
})
afterAll(async () => {
  for (const close of closing.toReversed()) await close()
  rmSync(folder, { recursive: true, force: true })
})

const settled = (): Promise<unknown> =>
  until('settlement to be through', async () => {
    const behind = await sql.query(
      `SELECT FROM exchange.queue UNION ALL
       SELECT FROM exchange.shards s JOIN settlement.cursors c USING (shard) WHERE s.event > c.event`,
    )
    return behind.length === 0
  })

/** The seats leave the book, and one of them sells a lot at this price: the member's order there fills. */
async function sellAt(symbol: string, price: number): Promise<void> {
  const submit = (command: object): Promise<unknown> =>
    sql.query('SELECT exchange.submit($1, $2)', [shardOf(symbol), JSON.stringify(command)])
  const seats = await sql.query<{ code: string }>('SELECT code FROM app.seats')
  for (const { code } of seats) await submit({ kind: 'cancel-all', account: seatAccount(code) })
  const order = { order: randomUUID(), account: seatAccount('maker-1'), symbol, side: 'sell', price }
  await submit({ kind: 'place', ...order, quantity: 1_000, validity: 'IOC' })
  await settled()
}

test('0.1.0 left open orders, and one with an id without a time', async () => {
  expect(open.length).toBeGreaterThanOrEqual(2)
  const [untimed] = await sql.query<{ id: string; member_id: string }>(
    'SELECT id, member_id FROM app.orders_other',
  )
  expect((await readOrderRow(api, untimed!.id))?.origin).toBe('conditional')
  const { orders } = await listOrders(api, untimed!.member_id, 'ended', undefined, undefined, clock.now())
  expect(orders.map(({ orderId }) => orderId)).toContain(untimed!.id)
  // Up to its time no bound in ids holds; after it one does.
  const bounds = await sql.query<{ id: string }>(
    `SELECT app.first_order_id(o.placed_at + n * interval '1 ms') AS id FROM app.orders_other o, generate_series(0, 1) AS n`,
  )
  const [none, some] = bounds.map(({ id }) => id)
  expect(none).toBe('00000000-0000-0000-0000-000000000000')
  expect(some! > '01a10000' && some! < open[0]!.id).toBe(true)
  const stepped = await sql.query('SELECT FROM app.order_steps_other WHERE order_id = $1', [untimed!.id])
  expect(stepped.length).toBeGreaterThan(2)
})

test('an open order of 0.1.0 fills, settles and becomes free', async () => {
  const [order] = open
  await sellAt(order!.symbol, order!.price)
  const row = (await readOrderRow(api, order!.id))!
  expect(row).toMatchObject({ state: 'filled', left: 0, held: 0n, heldCash: null })
  expect(await readFills(api, row)).not.toEqual([])
  const free = (): Promise<readonly { amount: string }[]> =>
    sql.query('SELECT ledger.balance_of($1)::text AS amount', [
      `member/${order!.memberId}/stk:${order!.symbol}/available`,
    ])
  const [before] = await free()
  await sweepDues(settler, 'practice', new Date(now + 4 * 86_400_000))
  const [after] = await free()
  expect(Number(after!.amount) - Number(before!.amount)).toBe(row.filled)
})

test('an open order of 0.1.0 is cancelled', async () => {
  const order = open[1]!
  const asked = await api.transaction((tx) => askCancel(tx, { bus, subjects }, order, 'member', clock.now()))
  expect(asked).toBe('asked')
  await settled()
  expect(await readOrderRow(api, order.id)).toMatchObject({ state: 'cancelled', held: 0n })
})

test('a new order fills after the migration', async () => {
  const { symbol, memberId } = open[0]!
  const deps = { bus, subjects, calendar: 'practice', money: 'practice' } as const
  const day = await readMarketDay(api, deps, symbol, clock.now())
  if (typeof day !== 'object') throw new Error(`${symbol} is not on the market`)
  const ticket = { symbol, direction: 'long', multiple: 100, dayTrade: false, validity: 'ROD' } as const
  const acknowledged = ['far-price', 'equity-share'] as const
  const orderId = newId(now)
  const price = day.last!
  const decision = decideOpen(day, {
    ...ticket,
    orderId,
    memberId,
    price,
    quantity: 1_000,
    acknowledged,
    origin: 'member',
  })
  if (!decision.ok) throw new Error(decision.refusal.msg)
  const [taken] = await api.transaction((tx) => takeOrders(tx, deps, [decision.taken], clock.now()))
  expect(taken).toMatchObject({ ok: true })
  await settled()
  await sellAt(symbol, price)
  expect(await readOrderRow(api, orderId)).toMatchObject({ state: 'filled' })
})

test('books, evidence and trees of both versions verify', async () => {
  expect(await readDifferences(sql)).toEqual([])
  expect(await ledgerBreaches({ readerUrl: restored.url('fairlot_reader') })).toEqual([])
  expect(await tradingBreaches({ readerUrl: restored.url('fairlot_reader') })).toEqual([])
  const secrets = openSecrets(makeSecretsFile())
  now += 86_400_000
  const built = await buildAll({ db: worker, secrets, now: clock.now() }, date)
  expect(built.map(({ kind }) => kind)).toEqual(expect.arrayContaining(['fills', 'orders', 'ledger-lines']))
  const old = await sql.query<{ key: Buffer }>('SELECT DISTINCT public_key AS key FROM audit.trees')
  const report = await verifyTrees(
    reader,
    old.map(({ key }) => key),
  )
  expect(report).toMatchObject({ ok: true, orders: restored.rows['app.orders'] + 1 })
})
