// The clock passes fourteen month ends and two year ends. The worker's maintenance has prepared each month before its
// first row, and no row lands in a default partition.

import { ensurePartitions as ensureLedgerMonths } from '@fairlot/ledger'
import { curveOf } from '@fairlot/rules/figures'
import { fixedClock } from '@fairlot/testkit/clock'
import { openSql, type Sql } from '@fairlot/testkit/sql'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ensurePartitions as ensureAuditMonths } from '../../apps/server/src/features/audit/store.ts'
import { tidyAuth } from '../../apps/server/src/features/auth/jobs.ts'
import { ensureOrderMonths } from '../../apps/server/src/features/orders/index.ts'
import { tidyMinutes } from '../../apps/server/src/features/market-data/quotes/jobs.ts'
import {
  prepareWealthMonth,
  readWealthBefore,
  readWealthFrom,
  upsertWealthDay,
} from '../../apps/server/src/features/positions/profit/store.ts'
import { type Db, openDb } from './support/open-db.ts'
import { startTestApi, type TestApi } from './support/start-test-api.ts'
import { openTestVenue } from './support/test-venue.ts'

const monthEnds = Array.from({ length: 14 }, (_, at) => new Date(Date.UTC(2026, 11 + at, 1)))
const clock = fixedClock('2026-11-16T02:00:00Z')
let api: TestApi
let worker: Db
let quotes: Db
let sql: Sql

beforeAll(async () => {
  api = await startTestApi({ clock })
  worker = openDb({ url: api.database.workerUrl, poolSize: 2, applicationName: 'test' })
  quotes = openDb({ url: api.database.quotesUrl, poolSize: 1, applicationName: 'test' })
  sql = openSql(api.database.ownerUrl)
})
afterAll(async () => {
  await sql.close()
  await worker.close()
  await quotes.close()
  await api.stop()
})

/** What the worker's loops do within a few hours. */
async function maintain(now: Date): Promise<void> {
  await ensureLedgerMonths(worker, now)
  await ensureOrderMonths(worker, now)
  await ensureAuditMonths(worker, now, 3)
  await tidyAuth(worker, now)
}

const dayOf = (date: string, total: bigint, paidIn: bigint) => ({
  date,
  total,
  paidIn,
  holdings: 0n,
  realised: total - paidIn,
  rebates: 0n,
  currency: 0n,
  foreignCash: 0n,
  unrealised: 0n,
  costs: 0n,
})

/** Rows by the month of their partition, as `2026_12`. */
const months = async (table: string, column: string) => {
  const rows = await sql.query<{ partition: string; month: string }>(
    `SELECT DISTINCT right(tableoid::regclass::text, 7) AS partition, to_char(${column} AT TIME ZONE 'UTC', 'YYYY_MM') AS month
     FROM ${table} ORDER BY 2`,
  )
  expect(rows.map(({ partition }) => partition)).toEqual(rows.map(({ month }) => month))
  return rows.map(({ month }) => month)
}

test('members register in the last and the first moment of every month', async () => {
  for (const end of monthEnds) {
    await maintain(new Date(end.getTime() - 12 * 3_600_000))
    for (const at of [end.getTime() - 1, end.getTime()]) {
      clock.set(new Date(at))
      await api.member()
    }
  }
  expect(await months('ledger.entries', 'posted_at')).toHaveLength(15)
  expect(await months('ledger.lines', 'posted_at')).toHaveLength(15)
  expect(await months('app.sign_ins', 'at')).toHaveLength(15)
})

test.each(['audit.entries', 'app.orders', 'app.order_steps', 'app.fills'])(
  '%s has its months before they begin',
  async (table) => {
    const names = monthEnds.map((end) => `${table}_${end.toISOString().slice(0, 7).replace('-', '_')}`)
    const made = await sql.query<{ name: string }>(
      'SELECT inhrelid::regclass::text AS name FROM pg_inherits WHERE inhparent = $1::text::regclass',
      [table],
    )
    expect(made.map(({ name }) => name)).toEqual(expect.arrayContaining(names))
  },
)

test('the result of each month is read over two year ends', async () => {
  const memberId = '00000000-0000-4000-8000-000000000001'
  const dates = monthEnds.flatMap((end) => [
    new Date(end.getTime() - 86_400_000).toISOString().slice(0, 10),
    end.toISOString().slice(0, 10),
  ])
  for (const [at, date] of dates.entries()) {
    await prepareWealthMonth(worker, date)
    const amount = BigInt(at)
    // A hundred is paid in on each day, and one is made.
    const day = dayOf(date, 101n * amount, 100n * amount)
    await upsertWealthDay(worker, memberId, day)
    await upsertWealthDay(worker, memberId, { ...day, total: -1n })
  }
  const rows = await readWealthFrom(worker, memberId, dates[0]!)
  expect(rows.map(({ total }) => total)).toEqual(dates.map((_, at) => 101n * BigInt(at)))
  const points = curveOf(rows[0]!, rows.slice(1))
  expect(points.every(({ profit, paidIn }) => profit === 1n && paidIn === 100n)).toBe(true)
  expect(points.at(-1)?.result).toBe(BigInt(dates.length - 1))
  expect((await readWealthBefore(worker, memberId, '2027-01-01'))?.date).toBe('2026-12-31')
  expect((await months('app.wealth_days', 'date::timestamp')).length).toBe(15)
})

test('only the listed tables get months', async () => {
  await expect(worker.query(`SELECT app.prepare_month('orders', '2030-05-01')`)).rejects.toThrow(
    'has no months',
  )
})

test('a late month stays in the default partition and is not lost', async () => {
  const memberId = '00000000-0000-4000-8000-000000000002'
  const day = dayOf('2030-05-31', 7n, 7n)
  await upsertWealthDay(worker, memberId, day)
  await prepareWealthMonth(worker, day.date)
  expect(await readWealthFrom(worker, memberId, day.date)).toHaveLength(1)
  await sql.query('DELETE FROM app.wealth_days WHERE member_id = $1', [memberId])
})

test('old minutes go, the newest of each security stays', async () => {
  const day = 86_400_000
  const candle = (symbol: string, daysAgo: number) =>
    sql.query(
      `INSERT INTO market.minute_candles (symbol, at, open, high, low, close, volume, turnover, trades)
       VALUES ($1, $2, 1, 1, 1, 1, 1, 1, 1)`,
      [symbol, new Date(Date.now() - daysAgo * day)],
    )
  const left = async () => {
    const rows = await sql.query<{ symbol: string }>('SELECT symbol FROM market.minute_candles ORDER BY 1')
    return rows.map(({ symbol }) => symbol)
  }
  for (const daysAgo of [1, 60, 399, 401, 900]) await candle('2330', daysAgo)
  for (const daysAgo of [800, 900]) await candle('2317', daysAgo)
  expect(await tidyMinutes(quotes, new Date())).toBe(3)
  expect(await left()).toEqual(['2317', '2330', '2330', '2330'])
  // The database keeps ninety days by its own clock, also when quotes asks for less.
  expect(
    await quotes.query(`SELECT market.forget_minutes(now() + interval '1 day', 100) AS deleted`),
  ).toEqual([{ deleted: 1 }])
  expect(await left()).toEqual(['2317', '2330', '2330'])
})

test('an order of the last trading day settles in the new year', async () => {
  const venue = await openTestVenue({ startAt: '2026-12-31T02:00:00Z' })
  try {
    await venue.begin('2026-12-31')
    venue.startSettler()
    const member = await venue.member()
    await venue.seat('maker-1', '2330', 'sell', 10_000, 1)
    const order = await venue.open(member, { symbol: '2330', price: 10_000, lots: 1 })
    await venue.settled()
    const [fill] = await venue.sql.query<{ settles_on: string }>(
      'SELECT settles_on::text FROM app.fills WHERE order_id = $1',
      [order],
    )
    expect(fill!.settles_on.slice(0, 4)).toBe('2027')
    await venue.roll('2026-12-31', '2027-01-04')
    await venue.seat('maker-1', '2330', 'sell', 10_000, 1)
    const next = await venue.open(member, { symbol: '2330', price: 10_000, lots: 1 })
    await venue.settled()
    expect((await venue.order(next)).state).toBe('filled')
    expect(await venue.breaches()).toEqual([])
  } finally {
    await venue.stop()
  }
})
