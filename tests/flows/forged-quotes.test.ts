// The attacker holds the quotes process: its role writes any price, limit and state into market.quotes. Screens may
// show them. No margin call, forced close, conditional order, alert, cover or hold uses them; the exchange's log
// decides.

import { openSql, type Sql } from '@fairlot/testkit/sql'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { fireAlerts } from '../../apps/server/src/features/favourites/index.ts'
import { coverOrders, watchConditionals } from '../../apps/server/src/features/orders/index.ts'
import { newId } from '../../apps/server/src/platform/ids.ts'
import { shardOf } from '../../packages/contract/src/venue/index.ts'
import { openOrderHarness, type OrderHarness } from './support/order-harness.ts'
import type { TestMember } from './support/start-test-api.ts'

// The margin test moves the market through several days.
vi.setConfig({ testTimeout: 120_000 })

const symbols = ['1101', '1102', '1103', '1216', '1301', '2002', '2303', '2317', '2330']
let symbol = ''
let harness: OrderHarness
let attacker: Sql

beforeAll(async () => {
  harness = await openOrderHarness({ symbols })
  attacker = openSql(harness.venue.database.quotesUrl)
})
afterAll(async () => {
  await attacker.close()
  await harness.stop()
})
beforeEach(() => {
  symbol = symbols.pop()!
})
afterEach(async () => {
  await harness.untilIdle()
  expect(await harness.venue.breaches()).toEqual([])
})

interface Forged {
  readonly last: number
  readonly state?: string
}

/** Writes a price and its day's limits as the quotes role; the api's caches have expired afterwards. */
async function forge({ last, state = 'continuous' }: Forged): Promise<void> {
  // The real quotes process has nothing more to write, so the forged values stay.
  await harness.untilIdle()
  await attacker.query(
    `UPDATE market.quotes SET last = $2, low = $2, reference = $2, upper = $2 * 11 / 10, lower = $2 * 9 / 10, state = $3
     WHERE symbol = $1`,
    [symbol, last, state],
  )
  await harness.untilIdle()
  expect(await attacker.query('SELECT last, state FROM market.quotes WHERE symbol = $1', [symbol])).toEqual([
    { last, state },
  ])
}

const deps = () => {
  const { bus, subjects } = harness.venue.settlement
  return { db: harness.venue.db, bus, subjects, calendar: 'practice', money: 'practice' } as const
}
const watch = (): Promise<number> => watchConditionals(deps(), new Date(harness.venue.now))
const callsOf = (member: TestMember) =>
  harness.venue.sql.query<{ state: string }>(
    'SELECT state FROM app.margin_calls WHERE member_id = $1 ORDER BY called_at',
    [member.memberId],
  )
const houseOrders = (member: TestMember) =>
  harness.venue.sql.query<{ origin: string; state: string; price: number | null }>(
    `SELECT origin, state, price FROM app.orders WHERE member_id = $1 AND origin <> 'member' ORDER BY placed_at`,
    [member.memberId],
  )

test('a forged price triggers no margin call and no forced close', async () => {
  const member = await harness.member()
  await harness.venue.seat('maker-1', symbol, 'sell', 10_000, 2)
  const positionId = await harness.venue.open(member.memberId, {
    symbol,
    multiple: 250,
    price: 10_000,
    lots: 2,
  })
  await harness.untilIdle()
  const owed = (await harness.call(member, '/positions/account')).ratioBp
  await forge({ last: 1_000 })
  expect(await harness.runMarginWatch()).toBe(0)
  expect(await callsOf(member)).toEqual([])
  expect(await houseOrders(member)).toEqual([])
  expect((await harness.call(member, '/positions/account')).ratioBp).toBe(owed)

  await harness.moveTo(symbol, 7_790)
  await harness.runMarginWatch()
  expect(await callsOf(member)).toEqual([{ state: 'open' }])
  await forge({ last: 20_000 })
  await harness.runMarginWatch()
  expect(await callsOf(member)).toEqual([{ state: 'open' }])

  await harness.nextDay({ [symbol]: 7_100 })
  await harness.venue.seat('maker-2', symbol, 'buy', 7_100, 2)
  await forge({ last: 20_000, state: 'closed' })
  await harness.runMarginWatch()
  await harness.untilIdle()
  expect(await houseOrders(member)).toEqual([{ origin: 'liquidation', state: 'filled', price: null }])
  expect((await harness.venue.position(positionId)).state).toBe('closed')
})

test('a forged quote neither fires nor blocks a conditional order', async () => {
  const member = await harness.member()
  const positionId = await harness.holding(member, { symbol, lots: 2 })
  await watch()
  const conditionalId = newId()
  const { body } = await member.client.call('/orders/placeConditional', {
    conditionalId,
    positionId,
    kind: 'stop',
    quantity: 2_000,
    stop: { trigger: 9_900 },
    expiresOn: harness.date(),
    terms: harness.terms,
  })
  expect(body.status).toBe(1)
  await forge({ last: 1_000 })
  await watch()
  const stateOf = async () =>
    (
      await harness.venue.sql.query<{ state: string }>(
        'SELECT state FROM app.conditional_orders WHERE id = $1',
        [conditionalId],
      )
    )[0]!.state
  expect(await stateOf()).toBe('waiting')
  expect(await houseOrders(member)).toEqual([])

  await harness.trade(symbol, 9_900)
  await forge({ last: 9_900, state: 'halted' })
  await watch()
  await harness.untilIdle()
  expect(await stateOf()).toBe('fired')
  expect(await houseOrders(member)).toEqual([{ origin: 'conditional', state: 'entrusted', price: 9_000 }])
})

test('a forged quote neither fires nor funds a conditional entry', async () => {
  const member = await harness.member()
  await watch()
  await forge({ last: 1_000 })
  const conditionalId = newId()
  const { body } = await member.client.call('/orders/placeEntry', {
    conditionalId,
    symbol,
    direction: 'long',
    multiple: 100,
    way: 'rise',
    trigger: 10_100,
    quantity: 2_000,
    expiresOn: harness.date(),
    terms: harness.terms,
  })
  // Held for the true upper limit of NT$110, not for the forged one.
  expect(body).toMatchObject({ status: 1, data: { held: '22031300' } })
  await forge({ last: 10_900 })
  await watch()
  expect(await houseOrders(member)).toEqual([])
  await harness.trade(symbol, 10_100)
  await forge({ last: 9_000, state: 'halted' })
  await watch()
  await harness.untilIdle()
  expect(await houseOrders(member)).toEqual([{ origin: 'conditional', state: 'entrusted', price: 11_000 }])
})

test('a true trade fires an alert, a forged price does not', async () => {
  const member = await harness.member()
  const asked = { symbol, kind: 'falls-to', threshold: 9_900, repeat: 'once' }
  expect((await member.client.call('/favourites/addAlert', asked, { key: true })).http).toBe(200)
  await fireAlerts(deps())
  await forge({ last: 1_000 })
  expect(await fireAlerts(deps())).toBe(0)
  await harness.trade(symbol, 9_900)
  expect(await fireAlerts(deps())).toBe(1)
})

test('forged limits and states change neither holds nor orders', async () => {
  const member = await harness.member()
  const equity = () =>
    harness.venue.sql.query(
      'SELECT holdings::text FROM app.read_member_facts(ARRAY[$1]::uuid[], NULL, now())',
      [member.memberId],
    )
  await harness.holding(member, { symbol }, false)
  const before = await equity()
  await forge({ last: 1_000 })
  const cheap = await harness.placed(member, { symbol, price: null, acknowledged: ['equity-share'] })
  expect((await harness.venue.order(cheap)).worst_price).toBe(11_000)
  await forge({ last: 20_000, state: 'halted' })
  expect(await equity()).toEqual(before)
  const halted = await harness.placed(member, { symbol, price: null, acknowledged: ['equity-share'] })
  expect((await harness.venue.order(halted)).worst_price).toBe(11_000)
})

test('forged limits do not move the price of an automatic cover', async () => {
  const member = await harness.member()
  await harness.venue.makeEligible(member.memberId)
  const positionId = await harness.holding(member, { symbol, dayTrade: true }, false)
  await forge({ last: 1_000 })
  const placed = await harness.venue.db.transaction((tx) =>
    coverOrders(deps()).place(tx, {
      orderId: harness.newOrderId(),
      memberId: member.memberId,
      positionId,
      symbol,
      direction: 'long',
      quantity: 1_000,
      how: 'limit',
      now: new Date(harness.venue.now),
    }),
  )
  expect(placed).toBe(true)
  expect(await houseOrders(member)).toMatchObject([{ origin: 'auto-cover', price: 9_000 }])
})

test('the worker cannot read what the quotes process writes', async () => {
  const tables = await harness.venue.sql.query<{ name: string }>(
    `SELECT format('%I.%I', schemaname, tablename) AS name FROM pg_tables WHERE schemaname = 'market'`,
  )
  expect(tables.length).toBeGreaterThan(5)
  for (const { name } of tables)
    await expect(harness.venue.db.query(`SELECT FROM ${name}`), name).rejects.toThrow(/permission denied/)
  // Functions read with their owner's rights: only the figures of the status page may use these tables.
  const functions = await harness.venue.sql.query(
    `SELECT oid::regprocedure::text AS name FROM pg_proc
     WHERE prosrc ~ '\\mmarket\\.' AND has_schema_privilege('fairlot_worker', pronamespace, 'USAGE')
       AND has_function_privilege('fairlot_worker', oid, 'EXECUTE') ORDER BY 1`,
  )
  expect(functions).toEqual([{ name: 'status.figures()' }])
})

test('prices rebuilt from the whole log are the same', async () => {
  await harness.trade(symbol, 9_950)
  await harness.venue.sql.query('TRUNCATE settlement.prices')
  await harness.venue.sql.query(
    'SELECT settlement.copy_prices(c.shard, 0, c.event) FROM settlement.cursors c',
  )
  expect(await harness.venue.breaches()).toEqual([])
})

test('no role can change or revert the prices of the log', async () => {
  const price = () => harness.venue.sql.query('SELECT * FROM settlement.prices WHERE symbol = $1', [symbol])
  await harness.trade(symbol, 9_950)
  const before = await price()
  const writers = await harness.venue.sql.query(
    `SELECT r.rolname FROM pg_roles r WHERE r.rolname ~ '^fairlot_' AND r.rolname !~ '_(owner|definer)$'
       AND has_table_privilege(r.oid, 'settlement.prices', 'INSERT, UPDATE, DELETE')`,
  )
  expect(writers).toEqual([])
  // A taken settlement process moves the cursor back to an earlier batch of the log, then a little forward, then to the end.
  await harness.settler.stop()
  const batches = await harness.venue.sql.query<{ last: string; event: string; hash: string }>(
    `SELECT last, last_event AS event, hash FROM exchange.batches WHERE shard = $1 AND last_event > 0 ORDER BY last`,
    [shardOf(symbol)],
  )
  const settlement = openSql(harness.venue.database.settlementUrl)
  for (const { last, event, hash } of [batches[0]!, batches.at(-2)!, batches.at(-1)!]) {
    await settlement.query(
      'UPDATE settlement.cursors SET sequence = $2, event = $3, hash = $4 WHERE shard = $1',
      [shardOf(symbol), last, event, hash],
    )
    expect(await price()).toEqual(before)
  }
  await settlement.close()
})
