// What comes back to a copy, and what belongs to its block alone: sales after a stop, proceeds, cancels, conditional orders, fees.

import { requestBreaches } from '@fairlot/testkit/invariants/requests'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { type BlockMentor, type BlockVenue, type Follower, openBlockVenue } from './support/block-venue.ts'
import { matchOddLots, oddSeat } from './support/odd-lots.ts'
import { newId } from '../../apps/server/src/platform/ids.ts'
import { buyFee } from '../../packages/rules/src/copy-trading/index.ts'

vi.setConfig({ testTimeout: 120_000 })

const symbols = ['1101', '1102', '1201', '1210', '1227', '1304', '1402', '1434', '2330']
const price = 10_000
let symbol = ''
let harness: BlockVenue
let mentor: BlockMentor
let follower: Follower

beforeAll(async () => {
  harness = await openBlockVenue({ symbols, startAt: '2026-12-01T02:00:00Z' })
})
afterAll(() => harness.stop())
beforeEach(async () => {
  symbol = symbols.shift()!
  mentor = await harness.mentor()
  follower = await harness.follower(mentor)
})
afterEach(async () => {
  await harness.untilIdle()
  expect(await harness.venue.breaches()).toEqual([])
  expect(await requestBreaches(harness.venue.database)).toEqual([])
  expect(await harness.broken()).toEqual([])
})

/** 2,000 of NT$1,000,000, and 100 of the follower's 50,000. */
const lead = (): Promise<string> =>
  harness.placed(mentor, { symbol, price, lots: 2, acknowledged: ['equity-share'] })
const offer = async (side: 'buy' | 'sell', odd = 100, at = price): Promise<void> => {
  await harness.venue.seat('maker-1', symbol, side, at, 2)
  await oddSeat(harness.venue, 'maker-1', symbol, side, at, odd)
}
async function finish(leadOrder: string): Promise<void> {
  await harness.venue.settled()
  await matchOddLots(harness.venue)
  await harness.venue.settled()
  await harness.run()
  expect((await harness.block(leadOrder)).state).toBe('done')
}
async function bought(): Promise<string> {
  await offer('sell')
  const leadOrder = await lead()
  await harness.run()
  await finish(leadOrder)
  return leadOrder
}
const stop = (how: 'keep' | 'sell') =>
  follower.client.call('/copy-trading/stop', { copyId: follower.copyId, how }, { key: true })
const isSelling = async (): Promise<boolean> => {
  const [row] = await harness.venue.sql.query<any>('SELECT sells_rest FROM app.copies WHERE id = $1', [
    follower.copyId,
  ])
  return row.sells_rest
}

describe('a stop with a sale', () => {
  test('sells shares that are allocated after it', async () => {
    const leadOrder = await lead()
    await harness.run()
    await harness.venue.settled()
    const { body } = await stop('sell')
    expect(body.data).toMatchObject({ selling: 0, kept: 0, copy: { state: 'ended', held: '0' } })
    expect(await harness.sellRest()).toBe(0)
    expect(await isSelling()).toBe(true)
    await offer('sell')
    await finish(leadOrder)
    // Bought today: it cannot be sold before tomorrow.
    expect(await harness.sellRest()).toBe(0)
    await harness.sleep(mentor, follower)
    await oddSeat(harness.venue, 'maker-1', symbol, 'buy', price, 100)
    expect(await harness.sellRest()).toBe(2)
    expect(await isSelling()).toBe(false)
    await matchOddLots(harness.venue)
    await harness.venue.settled()
    expect((await harness.read(follower)).positions).toMatchObject([{ shares: 0, openedShares: 100 }])
    expect(await harness.sellRest()).toBe(0)
  })

  test('leaves kept shares alone', async () => {
    await bought()
    await stop('keep')
    await harness.sleep(follower)
    expect(await harness.sellRest()).toBe(0)
    expect((await harness.read(follower)).positions).toMatchObject([{ shares: 100 }])
  })
})

describe('an order of a copy', () => {
  test('is not cancelled or replaced by its member', async () => {
    const leadOrder = await lead()
    await harness.run()
    await harness.venue.settled()
    const [line] = await harness.lines(leadOrder)
    const cancelled = await harness.ask(follower, '/orders/cancelOrder', { orderId: line.order_id })
    expect([cancelled.body.msg, cancelled.body.rule]).toEqual(['order.bound', 'block.bound'])
    const replaced = await harness.replace(follower, line.order_id, { price: 9_900, quantity: 50 })
    expect([replaced.body.msg, replaced.body.rule]).toEqual(['order.choice', 'block.bound'])
    const all = await harness.ask(follower, '/orders/cancelAll', { stop: false })
    expect(all.body.data).toEqual({ orders: 0, conditional: 0 })
    expect(await harness.venue.order(line.order_id)).toMatchObject({
      state: 'entrusted',
      cancel_asked_at: null,
    })
    await offer('sell')
    await finish(leadOrder)
    expect((await harness.venue.order(line.order_id)).state).toBe('filled')
  })

  test('pays the minimum fee of its planned shares', async () => {
    await harness.venue.sql.query('UPDATE app.mentor_days SET capital = 20000000 WHERE mentor_id = $1', [
      mentor.mentorId,
    ])
    // 1,200 shares planned of one lot and an average of 850 for 2,000.
    const large = await harness.follower(mentor, { amount: '12000000', stockShareBp: 10_000 })
    await harness.venue.seat('maker-1', symbol, 'sell', price, 1)
    const leadOrder = await lead()
    await harness.run()
    await harness.venue.settled()
    await harness.ask(mentor, '/orders/cancelOrder', { orderId: leadOrder })
    await finish(leadOrder)
    const lines = await harness.lines(leadOrder)
    const line = lines.find(({ copy_id: id }) => id === large.copyId)
    expect(line.planned).toBeGreaterThanOrEqual(1_000)
    expect(line.filled).toBeLessThan(1_000)
    const order = await harness.venue.order(line.order_id)
    expect(BigInt(order.fee)).toBe(
      buyFee(harness.venue.terms, { planned: line.planned, value: BigInt(line.value) }),
    )
  })
})

describe('a conditional order of a mentor', () => {
  const wanted = (positionId: string) => ({
    conditionalId: newId(harness.venue.now),
    positionId,
    kind: 'stop' as const,
    quantity: 1_000,
    stop: { trigger: 9_500 },
    expiresOn: harness.date(),
    terms: harness.terms,
  })

  test('on a copied position is refused while a copy runs', async () => {
    const positionId = await bought()
    const { body } = await harness.ask(mentor, '/orders/placeConditional', wanted(positionId))
    expect([body.msg, body.rule]).toEqual(['order.choice', 'copy.lead-limit-rod'])
    await stop('keep')
    const alone = await harness.ask(mentor, '/orders/placeConditional', wanted(positionId))
    // No copy runs: the next check answers, which needs a price of the day.
    expect(alone.body.msg).toBe('stock.no-price')
  })
})

describe('proceeds of a copied sale', () => {
  test('go back under the hold when they arrive', async () => {
    const positionId = await bought()
    await harness.sleep(mentor, follower)
    await offer('buy')
    const { body } = await harness.close(mentor, { positionId, price, lots: 2 })
    await harness.run()
    await finish(body.data.orderId)
    // 1,000,000 and a fee of 1,400 were spent; the sale brought 995,600.
    expect((await harness.read(follower)).copy).toMatchObject({ held: '3998600', proceeds: '995600' })
    expect(await harness.restore()).toBe(0)
    await harness.sleep(mentor, follower)
    expect(await harness.restore()).toBe(0)
    await harness.sleep(mentor, follower)
    const before = await harness.available(follower)
    // They arrive, and go under the hold.
    expect(await harness.restore()).toBe(1)
    expect(await harness.available(follower)).toBe(before)
    expect((await harness.read(follower)).copy).toMatchObject({ held: '4994200', result: '-5800' })
    expect(await harness.held(follower)).toBe(4_994_200)
    expect(await harness.restore()).toBe(0)
    await stop('keep')
    expect(await harness.held(follower)).toBe(0)
  })

  test('never raise hold and shares above the amount', async () => {
    const positionId = await bought()
    await harness.nextDay({ [symbol]: 11_000 })
    await harness.sleep(mentor, follower)
    await offer('buy', 50, 11_900)
    const { body } = await harness.close(mentor, { positionId, price: 11_900, lots: 1 })
    await harness.run()
    await finish(body.data.orderId)
    await harness.sleep(mentor, follower)
    await harness.sleep(mentor, follower)
    await harness.restore()
    const { copy, positions } = await harness.read(follower)
    const inShares = (BigInt(positions[0].cost) * BigInt(positions[0].shares)) / 100n
    expect(BigInt(copy.held) + inShares).toBe(BigInt(copy.amount))
  })
})
