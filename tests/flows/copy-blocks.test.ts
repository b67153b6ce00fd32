// Parent orders on the real api, PostgreSQL, exchange and settlement: a mentor and three followers, one average price, holds,
// what comes back, and the books after every test.

import { requestBreaches } from '@fairlot/testkit/invariants/requests'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { breaking } from './support/breaking.ts'
import { type BlockMentor, type BlockVenue, type Follower, openBlockVenue } from './support/block-venue.ts'
import { matchOddLots, oddSeat } from './support/odd-lots.ts'

vi.setConfig({ testTimeout: 120_000 })

const symbols = ['1101', '1216', '1301', '1303', '1326', '2002', '2207', '2301', '2303', '2308', '2317', '2327', '2330']
let symbol = ''
let harness: BlockVenue
let mentor: BlockMentor
let followers: readonly [Follower, Follower, Follower]

beforeAll(async () => {
  harness = await openBlockVenue({ symbols, startAt: '2026-12-01T02:00:00Z' })
})
afterAll(() => harness.stop())
beforeEach(async () => {
  symbol = symbols.shift()!
  mentor = await harness.mentor()
  followers = [
    await harness.follower(mentor),
    await harness.follower(mentor, { amount: '10000000' }),
    await harness.follower(mentor, { amount: '20000000', cap: '500000' }),
  ]
})
afterEach(async () => {
  await harness.untilIdle()
  expect(await harness.venue.breaches()).toEqual([])
  expect(await requestBreaches(harness.venue.database)).toEqual([])
  expect(await harness.broken()).toEqual([])
})

const price = 10_000
/** 2,000 of NT$1,000,000: 100, 200 and, by the cap, 49 shares. */
const lead = (): Promise<string> => harness.placed(mentor, { symbol, price, lots: 2, acknowledged: ['equity-share'] })
const sell = async (lots: number, odd: number, at = price): Promise<void> => {
  if (lots > 0) await harness.venue.seat('maker-1', symbol, 'sell', at, lots)
  if (odd > 0) await oddSeat(harness.venue, 'maker-1', symbol, 'sell', at, odd)
}
/** Runs the worker and the venue until no order of the block is open. */
async function finish(leadOrder: string): Promise<any> {
  await harness.venue.settled()
  await matchOddLots(harness.venue)
  await harness.venue.settled()
  await harness.run()
  return harness.block(leadOrder)
}
const bySize = (rows: readonly any[]) => rows.toSorted((a, b) => (a.planned ?? 0) - (b.planned ?? 0))

describe('a purchase of a mentor', () => {
  test('gives every follower shares at the one average price', async () => {
    const before = await Promise.all(followers.map((one) => harness.available(one)))
    await sell(2, 349)
    const leadOrder = await lead()
    expect(await harness.block(leadOrder)).toMatchObject({ state: 'preparing', copies: null })
    await harness.run()
    expect(await harness.block(leadOrder)).toMatchObject({ state: 'sent', copies: 3, lines: 4, sent: 4 })
    const block = await finish(leadOrder)
    expect(block.state).toBe('done')
    const lines = bySize(await harness.lines(leadOrder))
    expect(lines.map(({ planned, filled, state }) => [planned, filled, state])).toEqual([
      [49, 49, 'filled'],
      [100, 100, 'filled'],
      [200, 200, 'filled'],
    ])
    expect((await harness.venue.order(leadOrder)).filled_shares).toBe(2_000)
    for (const one of lines) expect(Number(one.value)).toBe(one.filled * price)
    // The shares were paid from the copy's hold and not from available cash.
    expect(await Promise.all(followers.map((one) => harness.available(one)))).toEqual(before)
    const { copy, positions, allocations } = await harness.read(followers[0])
    // 100 shares at 100 and a fee of 14.
    expect(copy).toMatchObject({ held: '3998600', cost: '1001400', value: '1000000', result: '-1400' })
    expect(positions).toMatchObject([{ symbol, shares: 100, cost: '1001400' }])
    expect(allocations).toMatchObject([{ side: 'buy', planned: 100, shares: 100, reason: null, state: 'done' }])
    expect(await harness.held(followers[0])).toBe(3_998_600)
  })

  test('that fills in part returns what was not spent to the hold', async () => {
    await sell(1, 0)
    const leadOrder = await lead()
    await harness.run()
    await harness.venue.settled()
    await harness.ask(mentor, '/orders/cancelOrder', { orderId: leadOrder })
    const block = await finish(leadOrder)
    expect(block.state).toBe('done')
    const lines = bySize(await harness.lines(leadOrder))
    const { filled_shares: own } = await harness.venue.order(leadOrder)
    expect(own + lines.reduce((sum, { filled }) => sum + filled, 0)).toBe(1_000)
    // Of 2,349: the mentor never more than 2,000/2,349 of it.
    expect(own).toBe(851)
    for (const one of followers) {
      const { copy } = await harness.read(one)
      expect(BigInt(copy.held)).toBe(BigInt(copy.amount) - BigInt(copy.cost))
      expect(BigInt(await harness.held(one))).toBe(BigInt(copy.held))
    }
    expect(await harness.run()).toBe(0)
  })

  test('is refused unless it is a limit order for the day', async () => {
    for (const ticket of [{ price: null }, { validity: 'IOC' as const }, { validity: 'FOK' as const }]) {
      const { body } = await harness.place(mentor, { symbol, lots: 1, acknowledged: ['equity-share'], ...ticket })
      expect([body.msg, body.rule]).toEqual(['order.choice', 'copy.lead-limit-rod'])
    }
  })

  test('writes a line with its reason for a copy without shares', async () => {
    const [one, two] = followers
    await one.client.call('/copy-trading/pause', { copyId: one.copyId, isPaused: true }, { key: true })
    await two.client.call('/orders/setRiskLimits', { stopped: true, dailyLoss: null })
    const leadOrder = await lead()
    await harness.run()
    const lines = await harness.lines(leadOrder)
    expect(lines.find(({ copy_id: id }) => id === one.copyId)).toMatchObject({ planned: 0, reason: 'paused', order_id: null })
    expect(await harness.block(leadOrder)).toMatchObject({ copies: 3 })
    await harness.ask(mentor, '/orders/cancelOrder', { orderId: leadOrder })
    await finish(leadOrder)
  })

  test('that is cancelled before it is sent frees all money', async () => {
    const before = await harness.available(mentor)
    const leadOrder = await lead()
    await harness.ask(mentor, '/orders/cancelOrder', { orderId: leadOrder })
    await harness.run()
    const block = await finish(leadOrder)
    expect(block).toMatchObject({ state: 'done', is_cancelled: true })
    expect((await harness.venue.order(leadOrder)).state).toBe('refused')
    expect(await harness.available(mentor)).toBe(before)
    expect((await harness.read(followers[0])).copy.held).toBe('5000000')
  })

  test('that is not ready in time is cancelled with its lines', async () => {
    const leadOrder = await lead()
    // The list, and no more.
    await expect(harness.run(breaking(harness.venue.db, 4))).rejects.toThrow('cut short')
    harness.venue.now += 61_000
    await harness.run()
    const block = await finish(leadOrder)
    expect(block).toMatchObject({ state: 'done', is_cancelled: true })
    expect((await harness.venue.order(leadOrder)).state).toBe('refused')
    for (const one of followers) expect((await harness.read(one)).copy.cost).toBe('0')
  })

  test('is prepared and sent once, wherever the worker is cut short', async () => {
    await sell(2, 349)
    const leadOrder = await lead()
    for (let statements = 1; statements <= 12; statements += 1)
      await harness.run(breaking(harness.venue.db, statements)).catch(() => undefined)
    await harness.run()
    await harness.venue.settled()
    await matchOddLots(harness.venue)
    await harness.venue.settled()
    for (let statements = 1; statements <= 6; statements += 1)
      await harness.run(breaking(harness.venue.db, statements)).catch(() => undefined)
    await harness.run()
    expect(await harness.block(leadOrder)).toMatchObject({ state: 'done', copies: 3, lines: 4 })
    const lines = bySize(await harness.lines(leadOrder))
    expect(lines.map(({ filled }) => filled)).toEqual([49, 100, 200])
    expect((await harness.read(followers[0])).copy.held).toBe('3998600')
  })
})
