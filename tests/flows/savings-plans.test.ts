// Savings plans on the real api, PostgreSQL, NATS, exchange and settlement. The test moves the clock and runs the worker's loop by
// hand, so that it can interrupt it anywhere.

import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { runPlans } from '../../apps/server/src/features/savings-plans/index.ts'
import { setRestriction } from '../../apps/server/src/features/members/index.ts'
import { placePlanOrders, readMarketDay } from '../../apps/server/src/features/orders/index.ts'
import type { Db } from '../../apps/server/src/platform/db.ts'
import { newId } from '../../apps/server/src/platform/ids.ts'
import { shardOf } from '../../packages/contract/src/venue/index.ts'
import { breaking } from './support/breaking.ts'
import { matchOddLots, oddSeat } from './support/odd-lots.ts'
import { openOrderHarness, type OrderHarness } from './support/order-harness.ts'
import { ownStocks } from './support/own-stocks.ts'
import type { TestMember } from './support/start-test-api.ts'

const stocks = ownStocks(23)
let symbol = ''
let harness: OrderHarness

beforeAll(async () => {
  // 10:00 in Taipei. Every day of these tests is one that plans can name.
  harness = await openOrderHarness({ symbols: stocks.symbols, startAt: '2026-12-01T02:00:00Z' })
})
afterAll(() => harness.stop())
beforeEach(() => {
  symbol = stocks.next()
})
afterEach(async () => {
  await harness.untilIdle()
  expect(await harness.venue.breaches()).toEqual([])
  // Plans of one test would buy in the next.
  const { sql } = harness.venue
  await sql.query(`UPDATE app.savings_plans SET state = 'ended' WHERE state <> 'ended'`)
  await sql.query(
    `UPDATE app.savings_runs SET state = 'skipped', reason = 'cancelled', ended_at = now() WHERE state = 'ordered'`,
  )
})

const dayOf = (date: string): number => Number(date.slice(8))
const tomorrow = (): string => new Date(Date.parse(harness.date()) + 86_400_000).toISOString().slice(0, 10)

const run = (db: Db = harness.venue.db): Promise<number> =>
  runPlans({ db, ...deps() }, new Date(harness.venue.now))

const send = (member: TestMember, path: string, body: object) =>
  member.client.call(`/savings-plans/${path}`, body, { key: true })
const create = (member: TestMember, wanted: object = {}) =>
  send(member, 'create', { symbol, amount: '500000', days: [dayOf(tomorrow())], ...wanted })

async function created(member: TestMember, wanted: object = {}): Promise<string> {
  const { body } = await create(member, wanted)
  if (body.status !== 1) throw new Error(JSON.stringify(body))
  return body.data.plan.planId
}
const runsOf = (planId: string) =>
  harness.venue.sql.query<any>(
    `SELECT due_on::text AS "dueOn", on_date::text AS "on", state, reason, shares, spent::text, whole_order AS whole, odd_order AS odd
     FROM app.savings_runs WHERE plan_id = $1 ORDER BY due_on`,
    [planId],
  )
const ordersOf = ({ memberId }: TestMember) =>
  harness.venue.sql.query<any>(
    `SELECT id, origin, price, quantity, state, held_cash::text AS held FROM app.orders
     WHERE member_id = $1 AND symbol = $2 ORDER BY quantity DESC`,
    [memberId, symbol],
  )
const noticesOf = ({ memberId }: TestMember) =>
  harness.venue.sql.query<any>(
    `SELECT code, params FROM app.notices WHERE member_id = $1 AND code LIKE 'savings-plan.%' ORDER BY sent_at DESC`,
    [memberId],
  )
const available = ({ memberId }: TestMember) => harness.venue.balance(`member/${memberId}/TWD/available`)

const deps = () => {
  const { bus, subjects } = harness.venue.settlement
  return { bus, subjects, calendar: 'practice', money: 'practice' } as const
}
const fill = async (orderId: string, price: number, quantity: number): Promise<void> => {
  await oddSeat(harness.venue, 'maker-1', symbol, 'sell', price, quantity)
  await matchOddLots(harness.venue)
  await harness.state(orderId, 'filled')
}

describe('a date of a plan', () => {
  test('buys an odd lot once, for at most the amount', async () => {
    const member = await harness.member()
    const planId = await created(member)
    expect(await run()).toBe(0)
    await harness.sleep(member)
    expect([await run(), await run()]).toEqual([1, 0])
    // The last price is 100 and the limit 1 % above it: 49 shares at 101 and a fee of 7.
    const [order, ...others] = await ordersOf(member)
    expect(others).toEqual([])
    expect(order).toMatchObject({ origin: 'savings-plan', price: 10_100, quantity: 49, held: '495600' })
    await harness.untilIdle()
    await fill(order.id, 10_050, 49)
    expect([await run(), await run()]).toEqual([1, 0])
    // 49 shares at 100.50 and a fee of 7.
    expect(await runsOf(planId)).toMatchObject([
      { on: harness.date(), state: 'filled', reason: null, shares: 49, spent: '493150' },
    ])
    const { plans } = await harness.call(member, '/savings-plans/list')
    expect(plans[0]).toMatchObject({ planId, bought: { times: 1, shares: 49, spent: '493150' } })
    expect(plans[0].next.dueOn > harness.date()).toBe(true)
    const read = await harness.call(member, '/savings-plans/runs', { planId })
    expect(read.runs).toMatchObject([{ state: 'filled', orderIds: [order.id] }])
    expect(await noticesOf(member)).toEqual([])
  })

  test('sends whole lots and the remainder to both books', async () => {
    await harness.moveTo(symbol, 8_000)
    const member = await harness.member()
    const planId = await created(member, { amount: '10000000' })
    await harness.sleep(member)
    await run()
    const orders = await ordersOf(member)
    const [{ whole, odd }] = await runsOf(planId)
    expect(orders.map(({ id }) => id)).toEqual([whole, odd])
    expect(orders[0]).toMatchObject({ quantity: 1_000, price: orders[1].price })
    const held = BigInt(orders[0].held) + BigInt(orders[1].held)
    expect([held <= 10_000_000n, held > 9_900_000n]).toEqual([true, true])
    // Only the whole lot finds a seller.
    await harness.untilIdle()
    await harness.venue.seat('maker-1', symbol, 'sell', orders[0].price, 1)
    await harness.state(whole, 'filled')
    expect(await run()).toBe(0)
    await harness.closeDay()
    await run()
    expect(await runsOf(planId)).toMatchObject([{ state: 'partly-filled', shares: 1_000 }])
    expect((await noticesOf(member))[0]).toMatchObject({ code: 'savings-plan.partly-filled' })
    await harness.openCall()
    await harness.continuous()
  })

  test('is skipped with a notice when money is missing', async () => {
    const member = await harness.member()
    const planId = await created(member)
    await harness.sleep(member)
    const acknowledged = ['equity-share', 'far-price'] as const
    const lots = Math.floor((await available(member)) / 9_513_538)
    await harness.placed(member, { symbol, price: 9_500, lots, acknowledged })
    const shares = Math.floor(((await available(member)) * 0.99) / 9_500)
    if (shares > 10) await harness.placed(member, { symbol, price: 9_500, quantity: shares, acknowledged })
    const before = await available(member)
    expect(await run()).toBe(1)
    expect(await runsOf(planId)).toMatchObject([{ state: 'skipped', reason: 'money', shares: 0, spent: '0' }])
    expect(await available(member)).toBe(before)
    expect((await noticesOf(member))[0]).toMatchObject({
      code: 'savings-plan.skipped',
      params: { reason: 'money', date: harness.date() },
    })
    // It is not made up for.
    await harness.sleep(member)
    expect(await run()).toBe(0)
  })

  test('is skipped when a limit-up leaves it unfilled', async () => {
    const member = await harness.member()
    const planId = await created(member)
    const free = await available(member)
    await harness.nextDay({ [symbol]: 11_000 })
    expect(await run()).toBe(1)
    const [order] = await ordersOf(member)
    expect(order).toMatchObject({ price: 11_000, quantity: 45 })
    await harness.closeDay()
    expect(await run()).toBe(1)
    expect(await runsOf(planId)).toMatchObject([{ state: 'skipped', reason: 'limit-up' }])
    expect(await available(member)).toBe(free)
    expect((await noticesOf(member))[0]).toMatchObject({ params: { reason: 'limit-up' } })
    await harness.openCall()
    await harness.continuous()
  })

  test('waits for a halted stock and is skipped at the close', async () => {
    const member = await harness.member()
    const planId = await created(member)
    await harness.sleep(member)
    await harness.venue.submit(shardOf(symbol), { kind: 'halt', symbol, reason: 'news' })
    await harness.untilIdle()
    expect(await run()).toBe(0)
    const morning = harness.venue.now
    // Trading of the practice market ends at 04:55.
    harness.venue.now = Date.parse(`${tomorrow()}T04:56:00+08:00`)
    expect(await run()).toBe(1)
    expect(await runsOf(planId)).toMatchObject([{ state: 'skipped', reason: 'halted' }])
    harness.venue.now = morning
    await harness.venue.submit(shardOf(symbol), { kind: 'resume', symbol })
  })

  test('is skipped for a restricted member and for one who stopped orders', async () => {
    const [restricted, stopped] = [await harness.member(), await harness.member()]
    const plans = [await created(restricted), await created(stopped)]
    await harness.sleep(restricted, stopped)
    await harness.call(stopped, '/orders/cancelAll', { stop: true })
    await harness.api.db.transaction((tx) =>
      setRestriction(
        tx,
        {
          memberId: restricted.memberId,
          kind: 'no-trading',
          reason: 'market-conduct',
          operators: ['op-1', 'op-2'],
          now: new Date(harness.venue.now),
          requestId: 'test',
        },
        deps(),
      ),
    )
    expect(await run()).toBe(2)
    expect(await runsOf(plans[0]!)).toMatchObject([{ state: 'skipped', reason: 'restricted' }])
    expect(await runsOf(plans[1]!)).toMatchObject([{ state: 'skipped', reason: 'stopped' }])
  })

  test('missed by a stopped worker is skipped and not bought later', async () => {
    const member = await harness.member()
    const planId = await created(member)
    await harness.sleep(member)
    await harness.sleep(member)
    expect(await run()).toBe(1)
    expect(await runsOf(planId)).toMatchObject([{ state: 'skipped', reason: 'missed' }])
    expect(await ordersOf(member)).toEqual([])
  })

  test('is bought once wherever the worker breaks, and by two workers', async () => {
    const member = await harness.member()
    const planId = await created(member)
    await harness.sleep(member)
    for (let statements = 0; statements < 14; statements += 1) {
      await expect(run(breaking(harness.venue.db, statements))).rejects.toThrow('cut short')
      expect([await ordersOf(member), await runsOf(planId)]).toEqual([[], []])
    }
    await Promise.all([run(), run()])
    expect(await ordersOf(member)).toHaveLength(1)
    expect(await runsOf(planId)).toHaveLength(1)
  })
})

describe('a member', () => {
  test('pauses, resumes, changes and ends a plan', async () => {
    const member = await harness.member()
    const planId = await created(member)
    expect((await send(member, 'pause', { planId })).body).toMatchObject({
      msg: 'done.savings-paused',
      data: { plan: { state: 'paused', next: null } },
    })
    await harness.sleep(member)
    expect(await run()).toBe(0)
    const resumed = (await send(member, 'resume', { planId })).body
    expect(resumed).toMatchObject({ msg: 'done.savings-resumed', data: { plan: { state: 'active' } } })
    // Today's time has passed: the next date is in another month.
    expect(resumed.data.plan.next.dueOn > harness.date()).toBe(true)
    const days = [dayOf(tomorrow())]
    expect((await send(member, 'change', { planId, amount: '300000', days })).body).toMatchObject({
      msg: 'done.savings-changed',
      data: { plan: { amount: '300000', days, next: { dueOn: tomorrow() } } },
    })
    await harness.sleep(member)
    expect(await run()).toBe(1)
    expect(await ordersOf(member)).toMatchObject([{ quantity: 29 }])
    expect((await send(member, 'end', { planId })).body).toMatchObject({ msg: 'done.savings-ended' })
    expect((await send(member, 'end', { planId })).http).toBe(200)
    for (const path of ['pause', 'resume'])
      expect((await send(member, path, { planId })).body.msg).toBe('savings.ended')
    expect((await send(member, 'change', { planId, amount: '300000', days })).body.msg).toBe('savings.ended')
    expect((await harness.call(member, '/savings-plans/list')).plans).toEqual([])
  })

  test.each([
    ['an amount below the least', { amount: '90000' }, 'savings.amount'],
    ['an amount between two steps', { amount: '150000' }, 'savings.amount'],
    ['an amount above the most', { amount: '10100000' }, 'savings.amount'],
    ['no day', { days: [] }, 'savings.days'],
    ['a day that not every month has', { days: [29] }, 'savings.days'],
    ['an unknown stock', { symbol: '0000' }, 'stock.not-found'],
  ])('with %s creates no plan', async (_what, wanted, msg) => {
    const member = await harness.member()
    expect((await create(member, wanted)).body.msg).toBe(msg)
    expect((await harness.call(member, '/savings-plans/list')).plans).toEqual([])
  })

  test('has a bounded number of plans', async () => {
    const member = await harness.member()
    for (let n = 0; n < 20; n += 1) await created(member)
    expect((await create(member)).body).toMatchObject({ msg: 'savings.too-many', rule: 'savings.maxPlans' })
  })
})

describe('a taken worker', () => {
  const insert = (planId: string, values: Record<string, unknown> = {}) => {
    const row = {
      due_on: harness.date(),
      on_date: harness.date(),
      amount: 500_000,
      state: 'ordered',
      odd_order: newId(harness.venue.now),
      ...values,
    }
    return harness.venue.db.query(
      `INSERT INTO app.savings_runs (plan_id, due_on, on_date, amount, state, odd_order, at) VALUES ($1, $2, $3, $4, $5, $6, now())`,
      [planId, row.due_on, row.on_date, row.amount, row.state, row.odd_order],
    )
  }
  const place = async (memberId: string, orderId: string, quantity: number): Promise<unknown> => {
    const now = new Date(harness.venue.now)
    return harness.venue.db.transaction(async (tx) => {
      const day = await readMarketDay(tx, deps(), symbol, now)
      if (day === undefined || day === 'delisted') throw new Error('no day')
      const parts = [{ orderId, quantity }]
      return placePlanOrders(tx, deps(), day, { memberId, price: 10_000, parts, now })
    })
  }

  test('buys nothing without a date of the member’s plan', async () => {
    const member = await harness.member()
    await expect(place(member.memberId, newId(harness.venue.now), 10)).rejects.toThrow(
      'is of no savings plan',
    )
    const planId = await created(member)
    await expect(insert(planId)).rejects.toThrow('is no date of savings plan')
    const ahead = { due_on: tomorrow(), on_date: tomorrow() }
    await expect(insert(planId, ahead)).rejects.toThrow('on another day')
    await send(member, 'pause', { planId })
    await harness.sleep(member)
    await expect(insert(planId)).rejects.toThrow('does not buy')
  })

  test('buys neither more than the amount nor for another member', async () => {
    const [member, other] = [await harness.member(), await harness.member()]
    const planId = await created(member)
    await harness.sleep(member)
    await expect(insert(planId, { amount: 600_000 })).rejects.toThrow('does not buy')
    const orderId = newId(harness.venue.now)
    await insert(planId, { odd_order: orderId })
    await expect(insert(planId)).rejects.toThrow('savings_runs_pkey')
    await expect(place(member.memberId, orderId, 51)).rejects.toThrow('needs more than')
    await expect(place(other.memberId, orderId, 10)).rejects.toThrow('is of no savings plan')
    expect(await place(member.memberId, orderId, 49)).toBeUndefined()
  })

  test.each([
    `UPDATE app.savings_plans SET amount = 10000000`,
    `UPDATE app.savings_plans SET state = 'active'`,
    `UPDATE app.savings_plans SET due_from = '2020-01-01'`,
    `UPDATE app.savings_runs SET shares = 1000000`,
    `DELETE FROM app.savings_runs`,
  ])('is refused: %s', async (statement) => {
    await expect(harness.venue.db.query(statement)).rejects.toThrow('permission denied')
  })
})
