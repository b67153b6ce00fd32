// Operators look up orders and positions: by member, by order id, by one day of a stock. They change nothing.

import { fixedClock } from '@fairlot/testkit'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { watchConditionals } from '../../apps/server/src/features/orders/index.ts'
import { newId } from '../../apps/server/src/platform/ids.ts'
import { memberNumber } from '../../packages/rules/src/members/index.ts'
import { type ConsoleHarness, startConsoleHarness, type TestOperator } from './support/console-harness.ts'
import { openOrderHarness, type OrderHarness } from './support/order-harness.ts'
import type { TestMember } from './support/start-test-api.ts'

let venue: OrderHarness
let harness: ConsoleHarness
let support: TestOperator
let member: TestMember
let filled: string
let open: string

beforeAll(async () => {
  venue = await openOrderHarness()
  harness = await startConsoleHarness({
    database: venue.api.database,
    clock: fixedClock(new Date(venue.venue.now)),
    config: venue.api.config,
  })
  support = await harness.operator('support')
  member = await venue.member()
  filled = await venue.holding(member, { lots: 2 }, false)
  open = await venue.placed(member, { price: 9_900, lots: 1 })
  await venue.untilIdle()
})
afterAll(async () => {
  await harness.stop()
  await venue.stop()
})

const orders = (filter: object, after?: string) =>
  support.browser.ask('/orders/orders', { filter, ...(after === undefined ? {} : { after }) })
/** Sorted: both orders can be of the same millisecond. */
const idsOf = async (filter: object) =>
  (await orders(filter)).body.data.orders.map(({ orderId }) => orderId).toSorted()
const taipeiDay = () => new Date(venue.venue.now + 8 * 3_600_000).toISOString().slice(0, 10)

test('orders are found by member, id, or stock and day', async () => {
  const both = [open, filled].toSorted()
  expect(await idsOf({ text: member.account })).toEqual(both)
  expect(await idsOf({ text: memberNumber(member.memberId) })).toEqual(both)
  expect(await idsOf({ text: filled })).toEqual([filled])
  expect(await idsOf({ text: member.account, state: 'entrusted' })).toEqual([open])
  expect(await idsOf({ text: member.account, symbol: '2317' })).toEqual([])
  const day = taipeiDay()
  expect(await idsOf({ symbol: '2330', from: day, to: day })).toEqual(expect.arrayContaining([open, filled]))
  expect(await idsOf({ text: member.account, to: '2020-01-01' })).toEqual([])
  const [row] = (await orders({ text: filled })).body.data.orders
  expect(row!.member.account).toMatch(/^09\d\d-\*\*\*-\d{3}$/)
})

test('a search without a member needs one stock and one day', async () => {
  const day = taipeiDay()
  for (const filter of [
    {},
    { symbol: '2330' },
    { symbol: '2330', from: '2020-01-01', to: day },
    { from: day, to: day },
  ]) {
    expect((await orders(filter)).body.msg, JSON.stringify(filter)).toBe('orders.narrow')
  }
})

test('an order shows its steps, fills with entries, and holds', async () => {
  const seen = (await support.browser.ask('/orders/inspect', { orderId: filled })).body.data
  expect(seen.order).toMatchObject({ state: 'filled', filled: 2_000, left: 0 })
  expect(seen.steps.map(({ what }) => what)).toEqual(
    expect.arrayContaining(['placed', 'held', 'accepted', 'filled']),
  )
  expect(seen.fills.reduce((sum, { quantity }) => sum + quantity, 0)).toBe(2_000)
  const entry = await support.browser.ask('/funds/entryLines', { entryId: seen.fills[0]!.entryId })
  expect(entry.body.data.lines.length).toBeGreaterThan(0)
  const waiting = (await support.browser.ask('/orders/inspect', { orderId: open })).body.data
  expect(BigInt(waiting.held)).toBeGreaterThan(0n)
  expect(waiting.held).toBe(waiting.heldAtFirst)
  const own = (await venue.ask(member, '/orders/readOrder', { orderId: filled })).body.data
  expect(seen.steps).toEqual(own.steps)
  const missing = await support.browser.ask('/orders/inspect', {
    orderId: '00000000-0000-4000-8000-000000000000',
  })
  expect(missing.body.msg).toBe('request.not-found')
})

test('waiting entries are listed with their trigger, hold and exits', async () => {
  const { bus, subjects } = venue.venue.settlement
  const watcher = { db: venue.venue.db, bus, subjects, calendar: 'practice', money: 'practice' } as const
  const watch = () => watchConditionals(watcher, new Date(venue.venue.now))
  await watch()
  const placed = await venue.ask(member, '/orders/placeEntry', {
    conditionalId: newId(),
    symbol: '2330',
    direction: 'long',
    multiple: 100,
    way: 'rise',
    trigger: 10_100,
    price: 10_150,
    quantity: 1_000,
    exits: { stop: 9_800 },
    expiresOn: venue.date(),
    terms: venue.terms,
  })
  const { waiting } = (await orders({ text: member.account })).body.data
  expect(waiting).toMatchObject([
    {
      symbol: '2330',
      way: 'rise',
      trigger: 10_100,
      price: 10_150,
      held: placed.body.data.held,
      exits: { stop: 9_800, takeProfit: null },
    },
  ])
  expect(waiting[0]!.member.account).toMatch(/^09\d\d-\*\*\*-\d{3}$/)
  await venue.trade('2330', 10_100)
  await venue.untilIdle()
  await watch()
  await venue.untilIdle()
  const fired = (await orders({ text: member.account })).body.data
  expect(fired.waiting).toEqual([])
  const order = fired.orders.find(({ origin }) => origin === 'conditional')!
  const seen = (await support.browser.ask('/orders/inspect', { orderId: order.orderId })).body.data
  expect(seen).toMatchObject({ entry: { way: 'rise', trigger: 10_100 }, exits: { stop: 9_800 } })
  await venue.ask(member, '/orders/cancelOrder', { orderId: order.orderId })
  await venue.untilIdle()
})

test('looking at orders is recorded for the member', async () => {
  const rows = await harness.owner.query<{ action: string; subject: string }>(
    `SELECT action, subject FROM audit.entries WHERE actor = $1 AND action IN ('orders.inspected', 'operators.searched')`,
    [`operator:${support.operatorId}`],
  )
  expect(rows).toContainEqual({ action: 'orders.inspected', subject: `member:${member.memberId}` })
  expect(rows.filter(({ action }) => action === 'operators.searched').length).toBeGreaterThan(0)
})

test('positions come with the margin figures of the account', async () => {
  const answer = await support.browser.ask('/positions/holdings', { text: member.account })
  const [account] = answer.body.data.accounts
  expect(account).toMatchObject({ ratioBp: null, called: '0', loans: '0' })
  expect(account!.positions).toMatchObject([{ symbol: '2330', shares: 2_000, direction: 'long' }])
  const own = (await venue.ask(member, '/positions/listPositions', { which: 'open' })).body.data.positions
  expect(account!.positions[0]!.margin).toBe(own[0].margin)
  const other = await support.browser.ask('/positions/holdings', { text: member.account, symbol: '2317' })
  expect(other.body.data.accounts[0]!.positions).toEqual([])
  expect((await support.browser.ask('/positions/holdings', { text: 'unknown' })).body.data.accounts).toEqual(
    [],
  )
})

test('a file of orders is masked', async () => {
  const answer = await support.browser.ask('/orders/exportOrders', { filter: { text: member.account } })
  const lines = (answer.body.data as string).trim().split('\r\n')
  expect(lines).toHaveLength(4)
  expect(lines.join('\n')).not.toContain(member.account)
  expect((await support.browser.ask('/orders/exportOrders', { filter: {} })).body.msg).toBe('orders.narrow')
})
