// Orders, the steps of their timelines and fills are stored by month: an order by its id, a fill by the time of its trade.

import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { repositoryRoot } from '@fairlot/testkit/services/binaries'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { verifySteps } from '../../apps/server/src/features/audit/verify/verify-fills.ts'
import { ensureOrderMonths } from '../../apps/server/src/features/orders/index.ts'
import { listOrders } from '../../apps/server/src/features/orders/list-orders.ts'
import { readFills } from '../../apps/server/src/features/orders/store.ts'
import { newId } from '../../apps/server/src/platform/ids.ts'
import { openOrderHarness, type OrderHarness } from './support/order-harness.ts'
import { signInAgain, type TestMember } from './support/start-test-api.ts'
import { openTestVenue, type TestVenue } from './support/test-venue.ts'

const hourMs = 3_600_000

describe('the clock passes month ends and a year end', () => {
  const ends = ['2026-12-01', '2027-01-01', '2027-02-01', '2027-03-01']
  let venue: TestVenue
  beforeAll(async () => {
    venue = await openTestVenue({ startAt: '2026-11-30T01:00:00Z' })
    await venue.begin('2026-11-30')
    venue.startSettler()
  })
  afterAll(() => venue.stop())

  const monthOf = async (table: string, column: string, id: string): Promise<string[]> => {
    const rows = await venue.sql.query<{ month: string }>(
      `SELECT DISTINCT right(tableoid::regclass::text, 7) AS month FROM ${table} WHERE ${column} = $1`,
      [id],
    )
    return rows.map(({ month }) => month)
  }

  test('an order placed before is filled or cancelled after', async () => {
    const member = await venue.member()
    const placed: string[] = []
    let date = '2026-11-30'
    for (const end of ends) {
      const [before, after] = [new Date(Date.parse(end) - 1), new Date(Date.parse(end))]
      venue.now = before.getTime()
      const filled = await venue.open(member, { symbol: '2330', price: 9_900, lots: 1 })
      const cancelled = await venue.open(member, { symbol: '2330', price: 9_800, lots: 1 })
      await venue.settled()
      venue.now = after.getTime()
      await venue.seat('maker-1', '2330', 'sell', 9_900, 1)
      await venue.cancel(cancelled)
      await venue.settled()
      placed.push(filled, cancelled)

      const [old, young] = [before, after].map((at) => at.toISOString().slice(0, 7).replace('-', '_'))
      const order = await venue.order(filled)
      expect(order.state).toBe('filled')
      expect((await venue.order(cancelled)).state).toBe('cancelled')
      for (const id of [filled, cancelled]) {
        expect(await monthOf('app.orders', 'id', id)).toEqual([old])
        expect(await monthOf('app.order_steps', 'order_id', id)).toEqual([old])
      }
      expect(await monthOf('app.fills', 'order_id', filled)).toEqual([young])
      const row = { id: filled, placedAt: order.placed_at, endedAt: order.ended_at }
      expect(await readFills(venue.db, row)).toHaveLength(1)
      const next = new Date(Date.parse(end) + 24 * hourMs).toISOString().slice(0, 10)
      await venue.roll(date, next)
      date = next
    }
    await venue.settled()
    const { orders } = await listOrders(venue.db, member, 'ended', undefined, undefined, new Date(venue.now))
    expect(orders.map(({ orderId }) => orderId).toSorted()).toEqual(placed.toSorted())
    expect(await venue.breaches()).toEqual([])
  })

  test('a list continues in the months before', async () => {
    const member = await venue.member()
    const older = await copies(venue, member, 60, '2026-10-15T02:00:00Z')
    const newer = await copies(venue, member, 30, '2027-02-10T02:00:00Z')
    const now = new Date('2027-03-02T00:00:00Z')
    const first = await listOrders(venue.db, member, 'ended', undefined, undefined, now)
    const second = await listOrders(venue.db, member, 'ended', undefined, first.next!, now)
    const read = [...first.orders, ...second.orders].map(({ orderId }) => orderId)
    expect(first.orders).toHaveLength(50)
    expect(second.next).toBeNull()
    expect(read).toEqual([...older, ...newer].toReversed())
    await venue.sql.query('DELETE FROM app.orders WHERE member_id = $1', [member])
  })
})

/** Copies of a cancelled order, one millisecond apart. */
async function copies(venue: TestVenue, member: string, count: number, from: string): Promise<string[]> {
  const ids = Array.from({ length: count }, (_, at) => newId(Date.parse(from) + at))
  await venue.sql.query(
    `INSERT INTO app.orders (id, member_id, symbol, kind, side, purpose, position_id, direction, multiple, day_trade, price,
       quantity, validity, worst_price, date, origin, terms, placed_at, state, left_shares, ended_at)
     SELECT u.id, $2, '2330', 'stock', 'buy', 'open', u.id, 'long', 100, false, 9900, 1000, 'ROD', 9900, $3::timestamptz::date,
       'member', decode(repeat('00', 32), 'hex'), $3::timestamptz + u.n * interval '1 ms', 'cancelled', 0, $3
     FROM unnest($1::uuid[]) WITH ORDINALITY AS u (id, n)`,
    [ids, member, from],
  )
  return ids
}

describe('an id that a phone made', () => {
  let harness: OrderHarness
  beforeAll(async () => {
    harness = await openOrderHarness({ startAt: '2026-11-30T23:59:00Z' })
  })
  afterAll(() => harness.stop())

  const cash = (member: TestMember): Promise<number> =>
    harness.venue.balance(`member/${member.memberId}/TWD/available`)

  test('a phone whose clock is wrong by hours trades', async () => {
    const member = await harness.member()
    for (const hours of [-47, -5, 5, 47]) {
      const orderId = newId(harness.venue.now + hours * hourMs)
      const placed = await harness.place(member, { orderId, price: 9_900 })
      expect(placed.body).toMatchObject({ status: 1, data: { orderId } })
      expect((await harness.ask(member, '/orders/readOrder', { orderId })).http).toBe(200)
    }
    const { body } = await harness.ask(member, '/orders/listOrders', { which: 'open' })
    expect(body.data.orders).toHaveLength(4)
  })

  test('a new id of another time is refused with order.id-time', async () => {
    const member = await harness.member()
    const before = await cash(member)
    const { now } = harness.venue
    const strange = [
      randomUUID(),
      newId(now - 49 * hourMs),
      newId(now + 49 * hourMs),
      newId(Date.parse('2020-01-01')),
      newId(Date.parse('2090-01-01')),
      '00000000-0000-7000-8000-000000000000',
      'ffffffff-ffff-4fff-bfff-ffffffffffff',
    ]
    const open = await harness.placed(member, { price: 9_800 })
    const positionId = await harness.holding(member, { lots: 1 }, false)
    const held = await cash(member)
    for (const orderId of strange) {
      const refused = { status: 409, msg: 'order.id-time', data: null, field: 'orderId' }
      expect((await harness.place(member, { orderId, price: 9_900 })).body).toMatchObject(refused)
      expect((await harness.close(member, { orderId, positionId, price: 10_000 })).body).toMatchObject(
        refused,
      )
      expect((await harness.replace(member, open, { orderId, price: 9_700 })).body).toMatchObject(refused)
      expect((await harness.ask(member, '/orders/readOrder', { orderId })).body.msg).toBe('order.not-found')
    }
    expect(await cash(member)).toBe(held)
    expect(held).toBeLessThan(before)
    expect(await harness.venue.sql.query('SELECT id FROM app.orders_other')).toEqual([])
  })

  test('a retry days later, past a month end, gets the first answer', async () => {
    const member = await harness.member()
    const ticket = { orderId: harness.newOrderId(), price: 9_800 }
    const first = await harness.place(member, ticket)
    expect(first.body.status).toBe(1)
    harness.venue.now = Date.parse('2026-12-01T00:00:01Z')
    expect((await harness.place(member, ticket)).body).toEqual(first.body)
    harness.venue.now = Date.parse('2026-12-05T00:00:00Z')
    await signInAgain(member)
    expect((await harness.place(member, ticket)).body).toEqual(first.body)
    const rows = await harness.venue.sql.query('SELECT FROM app.orders WHERE id = $1', [ticket.orderId])
    expect(rows).toHaveLength(1)
    const late = newId(Date.parse('2026-11-30T23:59:00Z'))
    expect((await harness.place(member, { ...ticket, orderId: late })).body.msg).toBe('order.id-time')
  })
})

describe('the months themselves', () => {
  let venue: TestVenue
  let owner: pg.Client
  let order: string
  beforeAll(async () => {
    venue = await openTestVenue({ startAt: '2026-10-05T02:00:00Z' })
    await venue.begin('2026-10-05')
    venue.startSettler()
    await venue.seat('maker-1', '2330', 'sell', 10_000, 1)
    order = await venue.open(await venue.member(), { symbol: '2330', price: 10_000, lots: 1 })
    await venue.settled()
    owner = new pg.Client({ connectionString: venue.database.ownerUrl })
    await owner.connect()
  })
  afterAll(async () => {
    await owner.end()
    await venue.stop()
  })

  const tableOf = async (id: string): Promise<string | undefined> => {
    const { rows } = await owner.query(
      'SELECT tableoid::regclass::text AS name FROM app.orders WHERE id = $1',
      [id],
    )
    return rows[0]?.name
  }

  test('an order without a month moves to it once it is made', async () => {
    const late = newId(Date.parse('2031-05-31T23:59:59Z'))
    await venue.sql.query(`CREATE TEMPORARY TABLE copied AS SELECT * FROM app.orders WHERE id = '${order}'`)
    await venue.sql.query(`UPDATE copied SET id = '${late}', position_id = '${late}'`)
    await venue.sql.query('INSERT INTO app.orders SELECT * FROM copied')
    await venue.sql.query(
      `INSERT INTO app.order_steps SELECT $1, n, at, what, who, data, hash FROM app.order_steps WHERE order_id = $2`,
      [late, order],
    )
    expect(await tableOf(late)).toBe('app.orders_other')
    expect(await ensureOrderMonths(venue.db, new Date('2031-05-10'), 0)).toBe(3)
    expect(await ensureOrderMonths(venue.db, new Date('2031-05-10'), 0)).toBe(0)
    expect(await tableOf(late)).toBe('app.orders_2031_05')
    expect(await venue.sql.query('SELECT FROM app.order_steps_other')).toEqual([])
    await venue.sql.query('DELETE FROM app.order_steps WHERE order_id = $1', [late])
    await venue.sql.query('DELETE FROM app.orders WHERE id = $1', [late])
  })

  test('making a month gives way to a long reader', async () => {
    await owner.query('BEGIN')
    await owner.query('SELECT FROM app.orders_other')
    await expect(ensureOrderMonths(venue.db, new Date('2031-07-10'), 0)).rejects.toThrow('lock timeout')
    await owner.query('ROLLBACK')
    expect(await ensureOrderMonths(venue.db, new Date('2031-07-10'), 0)).toBe(3)
  })

  test('only the worker makes months, and only around the present', async () => {
    const api = new pg.Client({ connectionString: venue.database.apiUrl })
    const worker = new pg.Client({ connectionString: venue.database.workerUrl })
    await Promise.all([api.connect(), worker.connect()])
    try {
      await expect(api.query(`SELECT app.ensure_order_months(now(), 1)`)).rejects.toThrow('permission denied')
      for (const table of ['orders_2026_10', 'order_steps_2026_10', 'fills_2026_10', 'orders_other'])
        await expect(worker.query(`INSERT INTO app.${table} SELECT * FROM app.${table}`)).rejects.toThrow(
          'permission denied',
        )
      // As in production. A taken worker would slow every update by thousands of months.
      await owner.query('UPDATE platform.clock_bound SET seconds = 60')
      for (const asked of [`now(), 13`, `now() + interval '3 months', 1`, `now() - interval '3 months', 1`])
        await expect(worker.query(`SELECT app.ensure_order_months(${asked})`)).rejects.toThrow('out of range')
      await owner.query('UPDATE platform.clock_bound SET seconds = 2000000000')
    } finally {
      await Promise.all([api.end(), worker.end()])
    }
  })

  test('an old month is detached and attached as the scale page says', async () => {
    const [detach, attach] = statementsOf('A month is detached').map((text) =>
      text.replaceAll('2026_01', '2026_10').replaceAll('2026-01', '2026-10').replaceAll('2026-02', '2026-11'),
    )
    // The position is open: its order is still needed.
    await expect(owner.query(detach!)).rejects.toThrow('is still needed')
    await owner.query('ROLLBACK')
    await sell(venue, order)

    await owner.query(detach!)
    expect(await tableOf(order)).toBeUndefined()
    venue.now = Date.parse('2026-11-10T02:00:00Z')
    await venue.seat('maker-1', '2330', 'sell', 10_000, 1)
    const member = await venue.member()
    const next = await venue.open(member, { symbol: '2330', price: 10_000, lots: 1 })
    await venue.settled()
    expect((await venue.order(next)).state).toBe('filled')

    await owner.query(attach!)
    expect(await tableOf(order)).toBe('app.orders_2026_10')
    expect(await venue.breaches()).toEqual([])
    expect(await verifySteps(venue.db)).toMatchObject({ orders: 3 })
  })
})

/** Closes the position of an order on the next day. */
async function sell(venue: TestVenue, positionId: string): Promise<void> {
  await venue.roll('2026-10-05', '2026-10-06')
  await venue.settled()
  await venue.seat('maker-2', '2330', 'buy', 10_000, 1)
  await venue.close(positionId, { price: 10_000, lots: 1 })
  await venue.settled()
  expect((await venue.position(positionId)).state).toBe('closed')
}

/** The SQL blocks under a heading of docs/architecture/scale.md. */
function statementsOf(heading: string): string[] {
  const page = readFileSync(join(repositoryRoot, 'docs/architecture/scale.md'), 'utf8')
  const section = page.split(/^## /m).find((part) => part.startsWith(heading)) ?? ''
  return [...section.matchAll(/^```sql\n([^]*?)^```/gm)].map(([, text]) => text!)
}
