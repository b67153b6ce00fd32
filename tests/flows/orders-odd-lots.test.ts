// Odd lots through the real api, PostgreSQL, NATS, exchange and settlement.

import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { matchOddLots, oddSeat } from './support/odd-lots.ts'
import { openOrderHarness, type OrderHarness } from './support/order-harness.ts'
import type { TestMember } from './support/start-test-api.ts'

let harness: OrderHarness
beforeAll(async () => {
  harness = await openOrderHarness()
})
afterAll(() => harness.stop())

/** An odd lot, bought from a seat; sellable from the next day. */
const bought = async (member: TestMember, quantity: number, price: number): Promise<string> => {
  const orderId = await harness.placed(member, { quantity, price })
  await oddSeat(harness.venue, 'maker-1', '2330', 'sell', price, quantity)
  await matchOddLots(harness.venue)
  await harness.state(orderId, 'filled')
  return orderId
}

describe('buying', () => {
  test('an odd lot is held, matched and settled with its own fee', async () => {
    const member = await harness.member()
    const buying = async (): Promise<bigint> =>
      BigInt((await harness.call(member, '/orders/terms', { symbol: '2330' })).buyingPower)
    const before = await buying()
    // 30 shares at 100: 3,000, of which the fee is 4.
    const orderId = await harness.placed(member, { quantity: 30, price: 10_000 })
    expect(before - (await buying())).toBe(300_400n)
    await oddSeat(harness.venue, 'maker-1', '2330', 'sell', 9_950, 20)
    await matchOddLots(harness.venue)
    await harness.untilIdle()
    const part = await harness.venue.order(orderId)
    expect(part).toMatchObject({ state: 'entrusted', left_shares: 10, filled_shares: 20 })
    expect(await harness.venue.breaches()).toEqual([])
    await oddSeat(harness.venue, 'maker-1', '2330', 'sell', 9_950, 10)
    await matchOddLots(harness.venue)
    await harness.state(orderId, 'filled')
    expect(await harness.venue.position(orderId)).toMatchObject({
      shares: 30,
      multiple: 100,
      open_fee: '400',
    })
    const read = await harness.call(member, '/orders/readOrder', { orderId })
    expect(read.fills).toHaveLength(2)
    const evidence = await harness.call(member, '/audit/fillEvidence', { fillId: read.fills[0].fillId })
    expect(JSON.parse(evidence.body)).toMatchObject({ decidedBy: 'auction', taker: null })
    // The price of whole lots has not moved.
    const [price] = await harness.venue.sql.query(`SELECT last FROM settlement.prices WHERE symbol = '2330'`)
    expect(price).toEqual({ last: null })
    expect(await harness.venue.breaches()).toEqual([])
  })

  test.each([
    ['a market order', { price: null }, 'order.choice', 'odd.limit-rod-only'],
    ['an IOC', { validity: 'IOC' }, 'order.choice', 'odd.limit-rod-only'],
    ['a short', { direction: 'short' }, 'order.choice', 'odd.onlyCash'],
    ['a loan', { multiple: 200 }, 'order.choice', 'odd.onlyCash'],
    ['a day trade', { dayTrade: true }, 'order.choice', 'odd.onlyCash'],
    ['less than the least value', { quantity: 9 }, 'order.minimum', 'order.minAmount'],
    ['a wrong tick', { price: 10_003 }, 'order.tick', 'order.tick'],
    ['a price beyond the day', { price: 20_000 }, 'stock.over-price-limit', 'order.price-limit'],
  ] as const)('%s is refused with its rule', async (_what, ticket, msg, rule) => {
    const member = await harness.member()
    expect((await harness.place(member, { quantity: 100, ...ticket })).body).toMatchObject({ msg, rule })
  })

  test('the same request again gets the first answer', async () => {
    const member = await harness.member()
    const ticket = { orderId: harness.newOrderId(), quantity: 100 }
    const first = await harness.place(member, ticket)
    expect((await harness.place(member, ticket)).body).toEqual(first.body)
    expect((await harness.place(member, { ...ticket, quantity: 99 })).body.msg).toBe('order.duplicate-id')
    expect((await harness.place(member, { ...ticket, quantity: 1_000 })).body.msg).toBe('order.duplicate-id')
  })

  test('a replacement stays in its book', async () => {
    const member = await harness.member()
    const orderId = await harness.placed(member, { quantity: 100, price: 9_200 })
    await harness.untilIdle()
    expect((await harness.replace(member, orderId, { lots: 1 })).body.msg).toBe('order.shares')
    const newOrderId = harness.newOrderId()
    expect(
      (await harness.replace(member, orderId, { orderId: newOrderId, quantity: 80, price: 9_300 })).http,
    ).toBe(200)
    await harness.state(orderId, 'cancelled')
    expect(await harness.venue.order(newOrderId)).toMatchObject({ state: 'entrusted', left_shares: 80 })
    const whole = await harness.placed(member, { price: 9_200 })
    expect((await harness.replace(member, whole, { quantity: 500 })).body.msg).toBe('order.lots')
    await harness.untilIdle()
    expect(await harness.venue.breaches()).toEqual([])
  })
})

describe('closing', () => {
  test('splits the shares between the books, both orders or none', async () => {
    const member = await harness.member()
    const positionId = await harness.holding(member, { lots: 2 })
    const [orderId, oddOrderId] = [harness.newOrderId(), harness.newOrderId()]
    const ticket = { positionId, orderId, oddOrderId, quantity: 1_300, price: 10_300 }
    expect((await harness.close(member, { ...ticket, quantity: 2_300 })).body.msg).toBe('order.shares')
    expect((await harness.close(member, { positionId, quantity: 1_300 })).body.msg).toBe('order.lots')
    expect(await harness.venue.position(positionId)).toMatchObject({ closing: 0 })
    const closed = await harness.close(member, ticket)
    expect(closed.body.data).toMatchObject({ orderId, odd: { orderId: oddOrderId, state: 'entrusted' } })
    const { odd: _odd, receipt: _receipt, ...first } = closed.body.data
    expect((await harness.close(member, ticket)).body.data).toMatchObject({
      ...first,
      odd: { orderId: oddOrderId },
    })
    await harness.untilIdle()
    expect(await harness.venue.breaches()).toEqual([])
    await harness.venue.seat('maker-2', '2330', 'buy', 10_300, 1)
    await harness.state(orderId, 'filled')
    await oddSeat(harness.venue, 'maker-2', '2330', 'buy', 10_300, 300)
    await matchOddLots(harness.venue)
    await harness.state(oddOrderId, 'filled')
    expect(await harness.venue.position(positionId)).toMatchObject({
      state: 'holding',
      shares: 700,
      closing: 0,
    })
    // 300 shares at 103: 30,900, fee 44, tax 92.
    expect(await harness.venue.order(oddOrderId)).toMatchObject({ fee: '4400', tax: '9200' })
    expect(await harness.venue.breaches()).toEqual([])
  })

  test('of two at once, one takes both books and the other neither', async () => {
    const member = await harness.member()
    const positionId = await harness.holding(member, { lots: 2 })
    const replies = await Promise.all(
      [1, 2].map(() =>
        harness.close(member, {
          positionId,
          oddOrderId: harness.newOrderId(),
          quantity: 1_300,
          price: 10_400,
        }),
      ),
    )
    expect(replies.map(({ body }) => body.msg).toSorted()).toEqual(['done.close-placed', 'order.lots'])
    expect(await harness.venue.position(positionId)).toMatchObject({ closing: 1_300 })
    await harness.untilIdle()
    expect(await harness.venue.breaches()).toEqual([])
  })

  test("an odd lot sold at market takes the match's price", async () => {
    const member = await harness.member()
    const positionId = await bought(member, 250, 10_000)
    await harness.sleep(member)
    const { lower } = await harness.call(member, '/orders/terms', { symbol: '2330' })
    const closed = await harness.close(member, { positionId, quantity: 250, price: null, validity: 'IOC' })
    expect(closed.http).toBe(200)
    const { orderId } = closed.body.data
    expect(await harness.venue.order(orderId)).toMatchObject({ price: lower, validity: 'ROD' })
    await oddSeat(harness.venue, 'maker-2', '2330', 'buy', 9_900, 250)
    await matchOddLots(harness.venue)
    await harness.state(orderId, 'filled')
    expect(await harness.venue.position(positionId)).toMatchObject({ state: 'closed', shares: 0 })
    expect(await harness.venue.breaches()).toEqual([])
  })

  test('a market close sent again the next day gets its first answer', async () => {
    const member = await harness.member()
    const positionId = await harness.holding(member, { lots: 2 })
    const ticket = {
      positionId,
      orderId: harness.newOrderId(),
      oddOrderId: harness.newOrderId(),
      quantity: 1_300,
      price: null,
      validity: 'IOC',
    } as const
    const first = await harness.close(member, ticket)
    expect(first.http).toBe(200)
    await harness.trade('2330', 10_200)
    await harness.sleep(member)
    const { price } = await harness.venue.order(ticket.oddOrderId)
    // The day's limit, and so the price of a new order, is another one.
    expect((await harness.call(member, '/orders/terms', { symbol: '2330' })).lower).not.toBe(price)
    expect((await harness.close(member, ticket)).body).toEqual(first.body)
    const other = await harness.close(member, { ...ticket, quantity: 1_400 })
    expect(other.body.msg).toBe('order.duplicate-id')
    await harness.untilIdle()
    expect(await harness.venue.breaches()).toEqual([])
  })

  test('a position on a loan closes in whole lots only', async () => {
    const member = await harness.member()
    const positionId = await harness.holding(member, { lots: 2, multiple: 200 })
    expect((await harness.close(member, { positionId, quantity: 300 })).body).toMatchObject({
      msg: 'order.choice',
      rule: 'odd.onlyCash',
    })
    const ticket = { positionId, quantity: 1_300, oddOrderId: harness.newOrderId() }
    expect((await harness.close(member, ticket)).body.rule).toBe('odd.onlyCash')
    expect(await harness.venue.position(positionId)).toMatchObject({ closing: 0 })
  })
})

test('odd lots end with the day and release their holds', async () => {
  const member = await harness.member()
  const orderId = await harness.placed(member, { quantity: 100, price: 9_200 })
  await harness.untilIdle()
  await harness.closeDay()
  expect(await harness.venue.order(orderId)).toMatchObject({ state: 'cancelled', reason: 'end-of-day' })
  expect((await harness.place(member, { quantity: 100 })).body).toMatchObject({
    msg: 'order.odd-hours',
    rule: 'odd.closed',
  })
  expect((await harness.place(member, { lots: 1 })).body.msg).toBe('time.outside-trading')
  await harness.openCall()
  await harness.sleep()
  expect(await harness.venue.breaches()).toEqual([])
})
