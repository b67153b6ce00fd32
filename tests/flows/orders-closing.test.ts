// Closing orders through the real api, PostgreSQL, NATS, exchange and settlement.

import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { until } from '@fairlot/testkit/until'
import { setRestriction } from '../../apps/server/src/features/members/index.ts'
import { openOrderHarness, type OrderHarness } from './support/order-harness.ts'

let harness: OrderHarness
beforeAll(async () => {
  harness = await openOrderHarness()
})
afterAll(() => harness.stop())

describe('closing', () => {
  test('waits for T+1 and never exceeds the free shares', async () => {
    const member = await harness.member()
    const positionId = await harness.holding(member, { lots: 5 }, false)
    expect((await harness.close(member, { positionId })).body).toMatchObject({
      msg: 'stock.no-same-day-sale',
      rule: 'sell.minHoldDays',
    })
    await harness.sleep(member)
    const other = await harness.member()
    expect((await harness.close(other, { positionId })).body.msg).toBe('order.not-found')
    expect((await harness.close(member, { positionId, lots: 6 })).body).toMatchObject({
      msg: 'order.lots',
      params: { max: 5 },
    })
    const ticket = { positionId, price: 10_400 }
    const replies = await Promise.all(Array.from({ length: 200 }, () => harness.close(member, ticket)))
    expect(replies.filter(({ http }) => http === 200)).toHaveLength(5)
    expect(await harness.venue.position(positionId)).toMatchObject({
      state: 'preparing-to-close',
      closing: 5_000,
    })
    await harness.untilIdle()
    expect(await harness.venue.breaches()).toEqual([])
  })

  test('a replacing order takes over the shares of the old one', async () => {
    const member = await harness.member()
    const positionId = await harness.holding(member, { lots: 2 })
    const closed = await harness.close(member, { positionId, lots: 2, price: 10_400 })
    const orderId: string = closed.body.data.orderId
    await until('the book to have it', async () => (await harness.venue.order(orderId)).accepted_at !== null)
    expect((await harness.replace(member, orderId, { lots: 3, price: 10_300 })).body.msg).toBe('order.lots')
    const newOrderId = harness.newOrderId()
    const replaced = await harness.replace(member, orderId, { orderId: newOrderId, lots: 2, price: 10_300 })
    expect(replaced.body).toMatchObject({ status: 1, msg: 'done.close-placed' })
    await harness.state(orderId, 'cancelled')
    await harness.untilIdle()
    expect(await harness.venue.breaches()).toEqual([])
    expect(await harness.venue.position(positionId)).toMatchObject({ closing: 2_000 })
    await harness.venue.seat('maker-2', '2330', 'buy', 10_300, 2)
    await harness.state(newOrderId, 'filled')
    expect(await harness.venue.position(positionId)).toMatchObject({ state: 'closed', shares: 0 })
    expect((await harness.close(member, { positionId })).body.msg).toBe('order.not-holding')
  })

  test('a trading restriction and a stop block opening but not closing', async () => {
    const member = await harness.member()
    const positionId = await harness.holding(member)
    await harness.ask(member, '/orders/cancelAll', { stop: true })
    await harness.api.db.transaction((tx) =>
      setRestriction(tx, {
        memberId: member.memberId,
        kind: 'no-trading',
        reason: 'market-conduct',
        operators: ['op1', 'op2'],
        now: new Date(harness.venue.now),
        requestId: randomUUID(),
      }),
    )
    await until('the restriction to hold', async () => {
      const { body } = await harness.place(member, { price: 9_200 })
      return body.msg === 'restriction.no-trading'
    })
    expect((await harness.close(member, { positionId, price: 10_200 })).http).toBe(200)
  })

  test('a daily loss limit blocks new orders once it is reached', async () => {
    const member = await harness.member()
    const set = (dailyLossLimit: string | null) =>
      harness.ask(member, '/orders/setRiskLimits', { dailyLossLimit, stopped: false })
    expect((await set('0')).body.msg).toBe('guard.loss-limit')
    expect((await set('50000')).http).toBe(200)
    await harness.venue.makeEligible(member.memberId)
    const positionId = await harness.holding(member, { dayTrade: true }, false)
    harness.venue.now += 61_000
    await harness.venue.seat('maker-2', '2330', 'buy', 9_990, 1)
    const closed = await harness.close(member, { positionId, price: 9_990 })
    expect(closed.http).toBe(200)
    await harness.state(closed.body.data.orderId, 'filled')
    // Brokerage twice, half the tax and a tick: NT$439.
    const riskLimits = (await harness.ask(member, '/orders/riskLimits')).body.data
    expect(Number(riskLimits.lostToday)).toBeGreaterThan(40_000)
    await set(riskLimits.lostToday)
    expect((await harness.place(member, { price: 9_200 })).body).toMatchObject({ msg: 'guard.daily-loss' })
    await set(null)
    expect((await harness.place(member, { price: 9_200 })).http).toBe(200)
  })
})
