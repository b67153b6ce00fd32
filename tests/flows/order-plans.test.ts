// No statement of the order path searches all months. Checked on orders and fills of two years with the plans that
// PostgreSQL ran, also those it keeps.

import { openTestDatabase, type TestDatabase } from '@fairlot/testkit'
import { openSql, type Sql } from '@fairlot/testkit/sql'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  fillDatesToBuild,
  orderDatesToBuild,
  readFillsToBuild,
  readOrders as readTreeOrders,
  readOrdersToBuild,
  readSteps as readTreeSteps,
} from '../../apps/server/src/features/audit/fills/store.ts'
import { readExperience } from '../../apps/server/src/features/day-trading/store.ts'
import {
  isDayTradeOpen,
  readRestingCloses,
} from '../../apps/server/src/features/day-trading/covering/store.ts'
import { collect } from './support/collect.ts'
import { listOrders } from '../../apps/server/src/features/orders/list-orders.ts'
import { lockFacts, readMore } from '../../apps/server/src/features/orders/intake/store.ts'
import type { OrderDraft } from '../../apps/server/src/features/orders/intake/draft.ts'
import {
  lockCancels,
  type OrderRow,
  readFills,
  readOrderRow,
  readSteps,
  writeCancels,
} from '../../apps/server/src/features/orders/store.ts'
import {
  readFilled,
  readOrders as readNotifiedOrders,
} from '../../apps/server/src/features/notices/trades/store.ts'
import { readCloseOrders } from '../../apps/server/src/features/positions/margin/store.ts'
import { readTraders } from '../../apps/server/src/features/positions/profit/store.ts'
import {
  readFillsBetween,
  readOrders as readStatementOrders,
} from '../../apps/server/src/features/positions/statement/store.ts'
import {
  readFills as readPositionFills,
  readOrderIds,
  sumRealised,
} from '../../apps/server/src/features/positions/store.ts'
import { lockPositions } from '../../apps/server/src/features/settlement/position-store.ts'
import {
  keepPlans,
  lockOrders,
  readEligible,
  updateOrders,
} from '../../apps/server/src/features/settlement/store.ts'

const months = 24
const perMonth = 400
const now = new Date('2026-11-20T02:00:00Z')
const date = '2026-11-20'

let database: TestDatabase
let explained: Sql
let notices: string[] = []
/** The newest order of a member, its position, and the same of two orders on both sides of a month end. */
let order: OrderRow
let memberId: string
let around: string[]

beforeAll(async () => {
  database = await openTestDatabase()
  const owner = openSql(database.ownerUrl)
  await owner.query(`SELECT app.ensure_order_months('2024-11-01', 28)`)
  await owner.query(`
    SET session_replication_role = replica;
    CREATE TEMPORARY TABLE filler AS
      SELECT n, at, md5('member ' || n % 50)::uuid AS member_id,
        (left(app.id_at(at)::text, 14) || '7' || substr(md5('order ' || n)::uuid::text, 16))::uuid AS id
      FROM (SELECT n, '2026-11-20T01:00:00Z'::timestamptz - (${months * perMonth} - n) * interval '${months * 30} days' / ${months * perMonth} AS at
        FROM generate_series(1, ${months * perMonth}) AS n) AS f;
    INSERT INTO app.orders (id, member_id, symbol, kind, side, purpose, position_id, direction, multiple, day_trade, price,
      quantity, validity, worst_price, date, origin, terms, placed_at, state, left_shares, ended_at, steps)
    SELECT id, member_id, '2330', 'stock', 'buy', 'open', id, 'long', 100, false, 1, 1000, 'ROD', 1, at::date, 'member',
      decode(repeat('00', 32), 'hex'), at, 'filled', 0, at, 4 FROM filler;
    INSERT INTO app.order_steps (order_id, n, at, what, who, data, hash)
    SELECT id, s, at, 'accepted', 'venue', '{}', decode(repeat('00', 32), 'hex') FROM filler, generate_series(3, 4) AS s;
    INSERT INTO app.fills (shard, event, side, order_id, position_id, member_id, symbol, price, quantity, fee, tax, borrow_fee,
      realised, sequence, decided_by, book, traded_at, date, settles_on, entry_id, settled_at)
    SELECT 0, n, 'buy', id, id, member_id, '2330', 1, 1000, 0, 0, 0, 0, n, 'x', '{}', at, at::date, at::date, id, at FROM filler;
    INSERT INTO app.positions (id, member_id, symbol, kind, direction, multiple, opened_on, opened_at, settles_on, sellable_on,
      unlocks_at, day_trade, opened_shares, shares, opened_value, interest_through)
    SELECT id, member_id, '2330', 'stock', 'long', 100, at::date, at, at::date, at::date, at, false, 1000, 1000, 1, at::date FROM filler;
    INSERT INTO app.members (id, account, invitation_code, joined_at)
    SELECT member_id, '07' || row_number() OVER (), 'P' || row_number() OVER (), min(at) FROM filler GROUP BY member_id;
    INSERT INTO app.day_trading_applications (id, member_id, statement, state, applied_at, decided_at)
    SELECT DISTINCT member_id, member_id, 'risk', 'passed', now(), now() FROM filler;
    RESET session_replication_role`)
  await owner.query('VACUUM ANALYZE')
  const ends = await owner.query<{ id: string; member_id: string }>(
    'SELECT id, member_id FROM filler ORDER BY n DESC LIMIT 1',
  )
  memberId = ends[0]!.member_id
  order = (await readOrderRow(owner, ends[0]!.id))!
  const sides = await owner.query<{ id: string }>(
    `(SELECT id FROM filler WHERE at < '2026-11-01' ORDER BY n DESC LIMIT 1) UNION ALL
     (SELECT id FROM filler WHERE at >= '2026-11-01' ORDER BY n LIMIT 1)`,
  )
  around = sides.map(({ id }) => id)
  await owner.close()

  explained = openSql(database.ownerUrl, { onNotice: (message) => notices.push(message) })
  for (const setting of [
    `LOAD 'auto_explain'`,
    'SET auto_explain.log_min_duration = 0',
    'SET auto_explain.log_nested_statements = on',
    'SET auto_explain.log_analyze = on',
    'SET auto_explain.log_timing = off',
    'SET client_min_messages = log',
  ])
    await explained.query(setting)
})
afterAll(async () => {
  await explained.close()
  await database.close()
})

/** The partitions that were read, over seven runs, and the tables of these that were read whole. */
async function readBy(run: (tx: Sql) => Promise<unknown>): Promise<{ months: string[]; whole: string[] }> {
  notices = []
  for (let count = 0; count < 7; count += 1) await run(explained)
  const lines = notices
    .flatMap((plan) => plan.split('\n'))
    .filter((line) => !line.includes('(never executed)'))
  const read = (pattern: RegExp): string[] =>
    [...new Set(lines.flatMap((line) => pattern.exec(line)?.[1] ?? []))].toSorted()
  return {
    months: read(/Scan .*on ((?:orders|order_steps|fills)_(?:\d{4}_\d\d|other))\b/),
    whole: read(/Seq Scan on ((?:orders|order_steps|fills)_\d{4}_\d\d)\b/),
  }
}

const draft = (id: string) =>
  ({
    id,
    memberId,
    symbol: '2330',
    purpose: 'open',
    direction: 'long',
    positionId: id,
    replaces: null,
    date,
  }) as OrderDraft

/** The check of the command does nothing for a superuser. */
const cancelAsApi = (tx: Sql): Promise<unknown> =>
  tx.transaction(async (api) => {
    await api.query('SET LOCAL SESSION AUTHORIZATION fairlot_api')
    const step = { orderId: order.id, n: 1, at: now.getTime(), what: 'cancel-asked', who: 'member' } as const
    const command = {
      kind: 'cancel',
      order: order.id,
      account: `member:${memberId}`,
      symbol: '2330',
    } as const
    const hash = '00'.repeat(32)
    await writeCancels(api, memberId, [{ ...step, data: '{}', hash }], [{ shard: 0, command }])
  })

/** With the plans that settlement keeps. */
const asSettlement =
  (run: (tx: Pick<Sql, 'query'>) => Promise<unknown>) =>
  (tx: Sql): Promise<unknown> =>
    tx.transaction(async (open) => {
      await keepPlans(open)
      await run(open)
    })

/** What the notices of orders have not read. */
const unread = { shard: 0, from: 0n, upto: 1_000_000n, since: new Date('2026-11-10') }
const current = ['fills_2026_11', 'order_steps_2026_11', 'orders_2026_11']
/** Made ahead, without rows. */
const ahead = ['orders_2026_12', 'orders_2027_01', 'orders_2027_02', 'orders_2027_03', 'orders_other']

describe('reads only the months it needs', () => {
  test.each<[string, (tx: Sql) => Promise<unknown>]>([
    ['an order', (tx) => readOrderRow(tx, order.id)],
    ['its fills', (tx) => readFills(tx, order)],
    ['its steps', (tx) => readSteps(tx, order.id)],
    ['a cancel', (tx) => lockCancels(tx, memberId, order.id)],
    ['the rows of a cancel, with its command', cancelAsApi],
    ['the orders that settlement locks', asSettlement((tx) => lockOrders(tx, [order.id]))],
    ['the eligible owners', asSettlement((tx) => readEligible(tx, [order.id]))],
    ['the orders of notices', (tx) => readNotifiedOrders(tx, [order.id])],
    ['the leaves of a tree', (tx) => readTreeOrders(tx, [order.id])],
    ['the steps of a tree', (tx) => readTreeSteps(tx, [order.id])],
    ['the orders that settlement locks around a month end', asSettlement((tx) => lockOrders(tx, around))],
  ])('%s', async (name, run) => {
    const { months: read, whole } = await readBy(run)
    const before = name.includes('month end') ? ['orders_2026_10', 'order_steps_2026_10'] : []
    expect(read.filter((table) => !current.includes(table) && !before.includes(table))).toEqual([])
    expect(read.length).toBeGreaterThan(0)
    expect(whole).toEqual([])
  })

  test('the update by settlement', async () => {
    const locked = [...(await lockOrders(explained, [order.id])).values()]
    const { months: read, whole } = await readBy(asSettlement((tx) => updateOrders(tx, locked)))
    expect({ read, whole }).toEqual({ read: ['orders_2026_11'], whole: [] })
  })

  test.each<[string, (tx: Sql) => Promise<unknown>]>([
    ['the result of a day', (tx) => sumRealised(tx, memberId, date, new Date('2026-11-20T00:00:00Z'))],
    ['the positions that settlement locks', asSettlement((tx) => lockPositions(tx, [order.id]))],
    ['the orders of a position', (tx) => readOrderIds(tx, order.id)],
    ['the fills of a position', (tx) => readPositionFills(tx, order.id)],
    ['the resting closes of a position', (tx) => readRestingCloses(tx, order.id)],
    ['the closes of a margin call', (tx) => readCloseOrders(tx, [order.id])],
    ['the fills of notices', (tx) => readFilled(tx, unread)],
    ['a statement', (tx) => readStatementOrders(tx, memberId, new Date('2026-11-10'), now, 100)],
    ['the fills of a statement', (tx) => readFillsBetween(tx, memberId, new Date('2026-11-10'), now, 100)],
    ['the trades of a new day trader', (tx) => readExperience(tx, memberId, new Date('2026-11-10'))],
    ['the traders of a day', (tx) => readTraders(tx, date, '00000000-0000-0000-0000-000000000000', 10)],
    ['the days of fills without a tree', (tx) => fillDatesToBuild(tx, date)],
    ['the days of orders without a tree', (tx) => orderDatesToBuild(tx, date)],
    ['the fills of a tree', (tx) => tx.transaction((open) => collect(readFillsToBuild(open, date)))],
    ['the orders of a tree', (tx) => tx.transaction((open) => collect(readOrdersToBuild(open, date, date)))],
  ])('%s, and the empty months ahead', async (_, run) => {
    const { months: read } = await readBy(run)
    const known = [...current, ...ahead, 'orders_2026_10', 'fills_2026_10', 'fills_2026_12', 'fills_2027_01']
    expect(read.filter((table) => !known.includes(table) && !table.startsWith('fills_2027_'))).toEqual([])
    expect(read.length).toBeGreaterThan(0)
  })

  // A bound on the id would exclude months, but PostgreSQL then reads all orders of the last days by their id.
  test.each<[string, (tx: Sql) => Promise<unknown>]>([
    ['the facts of orders', (tx) => lockFacts(tx, around.map(draft), now)],
    ['the facts of a member', (tx) => readMore(tx, [memberId], date, now)],
  ])('%s are found by the index of members in each month', async (_, run) => {
    await readBy(run)
    const plans = notices.join('\n')
    const byMember = await explained.query<{ name: string }>(
      `SELECT indexname AS name FROM pg_indexes WHERE schemaname = 'app' AND indexdef LIKE '%(member_id, placed_at)%'`,
    )
    const used = [...plans.matchAll(/(?:using|Bitmap Index Scan on) (orders_2025_\w+)/g)].map(
      ([, name]) => name!,
    )
    expect(used.length).toBeGreaterThan(0)
    expect(used.filter((name) => !byMember.some((index) => index.name === name))).toEqual([])
    const rows = [...plans.matchAll(/ on orders_\d{4}_\d\d.*actual.*? rows=(\d+)/g)].map(([, read]) =>
      Number(read),
    )
    expect(Math.max(...rows)).toBeLessThan(20)
  })

  test('a page of ended orders', async () => {
    const { months: read } = await readBy((tx) =>
      listOrders(tx, memberId, 'ended', undefined, undefined, now),
    )
    // A page has 50 orders; this member has eight a month.
    expect(read.length).toBeGreaterThan(20)
    await explained.query(
      `INSERT INTO app.orders SELECT (left(id::text, 24) || lpad(to_hex(n), 12, '0'))::uuid, member_id, symbol, kind, side, purpose,
         (left(id::text, 24) || lpad(to_hex(n), 12, '0'))::uuid, direction, multiple, day_trade, price, quantity, validity, worst_price,
         date, origin, terms, replaces, placed_at, device_key, signature, state, reason, accepted_at, left_shares, filled_shares,
         filled_value, fee, tax, borrow_fee, cancel_asked_at, ended_at, steps, steps_hash
       FROM app.orders, generate_series(1, 60) AS n WHERE id = '${order.id}'`,
    )
    const busy = await readBy((tx) => listOrders(tx, memberId, 'ended', undefined, undefined, now))
    expect(busy.months.filter((table) => !ahead.includes(table) && table.slice(-7) < '2026_09')).toEqual([])
  })
})

/** The largest number of rows of one scan over orders, steps or fills, with those that a filter removed. */
function maxRows(): number {
  let max = 0
  let scanned = 0
  for (const line of notices.flatMap((plan) => plan.split('\n'))) {
    const scan =
      /Scan .*(?:on|using) (?:orders|order_steps|fills)_\w+.*\(actual rows=([\d.]+) loops=(\d+)\)/.exec(line)
    if (scan) scanned = Number(scan[1]) * Number(scan[2])
    const removed = /Rows Removed by (?:Filter|Index Recheck): (\d+)/.exec(line)
    if (removed) scanned += Number(removed[1])
    if (scan || removed) max = Math.max(max, scanned)
    else if (line.includes('->')) scanned = 0
  }
  return max
}

describe('reads few rows on a busy day', () => {
  const orders = 20_000

  beforeAll(async () => {
    await explained.query('SET session_replication_role = replica')
    await explained.query(`
      INSERT INTO app.orders SELECT (b.head || lpad(to_hex(b.n), 12, '0'))::uuid, md5('busy ' || b.n)::uuid, o.symbol, o.kind, o.side,
        o.purpose, (b.head || lpad(to_hex(b.n), 12, '0'))::uuid, o.direction, o.multiple, o.day_trade, o.price, o.quantity, o.validity,
        o.worst_price, o.date, o.origin, o.terms, o.replaces, b.at, o.device_key, o.signature, 'entrusted', o.reason, o.accepted_at,
        o.quantity, o.filled_shares, o.filled_value, o.fee, o.tax, o.borrow_fee, o.cancel_asked_at, NULL, o.steps, o.steps_hash
      FROM app.orders o, (SELECT n, at, left(app.id_at(at)::text, 14) || '7000-8000-' AS head
        FROM generate_series(1, ${orders}) AS n, LATERAL (SELECT '2026-11-20T01:00:00Z'::timestamptz + n * interval '1 millisecond' AS at) AS t) AS b
      WHERE o.id = '${order.id}'`)
    await explained.query('RESET session_replication_role')
  })

  const statements: [string, (tx: Sql) => Promise<unknown>][] = [
    ['the facts of orders', (tx) => lockFacts(tx, [draft(order.id)], now)],
    ['the facts of a member', (tx) => readMore(tx, [memberId], date, now)],
    ['the orders that settlement locks', asSettlement((tx) => lockOrders(tx, [order.id]))],
    ['the eligible owners', asSettlement((tx) => readEligible(tx, [order.id]))],
    ['the positions that settlement locks', asSettlement((tx) => lockPositions(tx, [order.id]))],
    ['a cancel', (tx) => lockCancels(tx, memberId, order.id)],
    ['the orders of a position', (tx) => readOrderIds(tx, order.id)],
    ['the fills of a position', (tx) => readPositionFills(tx, order.id)],
    ['the resting closes of a position', (tx) => readRestingCloses(tx, order.id)],
    ['the closes of a margin call', (tx) => readCloseOrders(tx, [order.id])],
    ['a statement', (tx) => readStatementOrders(tx, memberId, new Date('2026-11-10'), now, 100)],
    ['the open orders of a member', (tx) => listOrders(tx, memberId, 'open', undefined, undefined, now)],
    ['the ended orders of a member', (tx) => listOrders(tx, memberId, 'ended', undefined, undefined, now)],
    ['the leaves of a tree', (tx) => readTreeOrders(tx, [order.id])],
  ]
  test.each(statements)('%s', async (_, run) => {
    await readBy(run)
    expect(maxRows()).toBeLessThan(200)
  })
  describe('with new statistics', () => {
    beforeAll(() => explained.query('ANALYZE app.orders'))
    test.each(statements)('%s', async (_, run) => {
      await readBy(run)
      expect(notices.join('\n')).toMatch(/(?:orders|fills)_2026_11/)
      expect(maxRows()).toBeLessThan(200)
    })
  })
  test('the update by settlement', async () => {
    const locked = [...(await lockOrders(explained, [order.id])).values()]
    await readBy(asSettlement((tx) => updateOrders(tx, locked)))
    expect(maxRows()).toBeLessThan(200)
  })
  test('the search for open day trades, without statistics', async () => {
    await explained.query(`DELETE FROM pg_statistic WHERE starelid = 'app.positions'::regclass`)
    await readBy((tx) => tx.query(`SELECT ${isDayTradeOpen}`))
    expect(notices.join('\n')).toContain('positions_day_trades')
    expect(notices.join('\n')).not.toContain('Seq Scan on positions')
  })
})
