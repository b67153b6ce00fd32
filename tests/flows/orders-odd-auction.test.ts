// The auction of odd lots after the close, through the real api, PostgreSQL, NATS, exchange and settlement.

import { seatAccount, shards } from '@fairlot/contract/venue'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sellPosition } from '../../apps/server/src/features/orders/sell-position.ts'
import { matchOddLots, oddSeat } from './support/odd-lots.ts'
import { openOrderHarness, type OrderHarness } from './support/order-harness.ts'
import { signInAgain, type TestMember } from './support/start-test-api.ts'

const minute = 60_000

let harness: OrderHarness
beforeAll(async () => {
  harness = await openOrderHarness()
})
afterAll(() => harness.stop())

const buyingPower = async (member: TestMember): Promise<bigint> =>
  BigInt((await harness.call(member, '/orders/terms', { symbol: '2330' })).buyingPower)

/** The clock moves, and what is due at the venue happens. */
async function at(time: number): Promise<void> {
  harness.venue.now = time
  for (const shard of shards)
    await harness.venue.submit(shard, { kind: 'cancel-all', account: seatAccount('no-orders') })
  await harness.untilIdle()
}

/** Closes the day: orders from ten minutes after it, the match after an hour. */
async function close() {
  const { now } = harness.venue
  const hours = { from: now + 10 * minute, shown: now + 55 * minute, until: now + 60 * minute }
  await harness.closeDay(hours)
  return hours
}

const text = (time: number): string =>
  new Date(time + 8 * 60 * minute).toISOString().slice(5, 16).replace('-', '/').replace('T', ' ')

async function nextDay(...members: TestMember[]): Promise<void> {
  await harness.openCall()
  await harness.continuous()
  for (const member of members) await signInAgain(member)
}

test('orders wait for one match, with money held, settled to the dollar', async () => {
  // Two members: orders of one would not meet.
  const [member, seller] = [await harness.member(), await harness.member()]
  const positionId = await harness.placed(seller, { quantity: 250, price: 10_000 })
  await oddSeat(harness.venue, 'maker-1', '2330', 'sell', 10_000, 250)
  await matchOddLots(harness.venue)
  await harness.state(positionId, 'filled')
  await harness.sleep(member, seller)

  const hours = await close()
  const terms = await harness.call(member, '/orders/terms', { symbol: '2330' })
  expect(terms).toMatchObject({
    state: 'closed',
    oddAuction: {
      from: new Date(hours.from).toISOString(),
      until: new Date(hours.until).toISOString(),
    },
  })
  const early = await harness.place(member, { quantity: 30 })
  expect(early.body).toMatchObject({ msg: 'order.odd-hours', params: { at: text(hours.from) } })
  expect((await harness.close(seller, { positionId, quantity: 250, price: 9_900 })).body.msg).toBe(
    'order.odd-hours',
  )

  await at(hours.from)
  const [before, ofSeller] = [await buyingPower(member), await buyingPower(seller)]
  // 30 shares at 100: 3,000, of which the fee is 4.
  const bought = await harness.placed(member, { quantity: 30, price: 10_000 })
  expect(before - (await buyingPower(member))).toBe(300_400n)
  expect((await harness.place(member, { lots: 1 })).body.msg).toBe('time.outside-trading')
  const whole = { positionId, quantity: 1_250, oddOrderId: harness.newOrderId() }
  expect((await harness.close(seller, whole)).body.msg).toBe('time.outside-trading')
  // Another order is changed, then cancelled, and its hold returns.
  const other = await harness.placed(member, { quantity: 20, price: 9_900 })
  const otherAgain = harness.newOrderId()
  expect(
    (await harness.replace(member, other, { orderId: otherAgain, quantity: 15, price: 9_950 })).http,
  ).toBe(200)
  await harness.state(other, 'cancelled')
  expect((await harness.ask(member, '/orders/cancelOrder', { orderId: otherAgain })).http).toBe(200)
  await harness.state(otherAgain, 'cancelled')
  expect(before - (await buyingPower(member))).toBe(300_400n)

  // A close at the market is sent at the day's lower limit and takes the match's price.
  const sale = await harness.close(seller, { positionId, quantity: 250, price: null, validity: 'IOC' })
  expect(sale.http).toBe(200)
  const sold: string = sale.body.data.orderId
  expect(await harness.venue.order(sold)).toMatchObject({ price: terms.lower, validity: 'ROD' })
  const unfilled = await harness.placed(member, { quantity: 40, price: 9_200 })
  await oddSeat(harness.venue, 'maker-1', '2330', 'sell', 10_000, 30)
  await oddSeat(harness.venue, 'maker-2', '2330', 'buy', 10_000, 250)
  await at(hours.until - 1)
  expect(await harness.venue.order(bought)).toMatchObject({ state: 'entrusted', filled_shares: 0 })
  expect(await harness.venue.breaches()).toEqual([])

  await at(hours.until)
  await harness.state(bought, 'filled')
  await harness.state(sold, 'filled')
  // 30 at 100 with a fee of 4; 250 at 100 are 25,000: fee 35, tax 75.
  expect(await harness.venue.order(bought)).toMatchObject({ fee: '400', tax: '0' })
  expect(await harness.venue.order(sold)).toMatchObject({ fee: '3500', tax: '7500' })
  expect(await harness.venue.position(bought)).toMatchObject({ shares: 30, multiple: 100, open_fee: '400' })
  expect(await harness.venue.position(positionId)).toMatchObject({ state: 'closed', shares: 0 })
  expect(await harness.venue.order(unfilled)).toMatchObject({ state: 'cancelled', reason: 'end-of-day' })
  // 3,004 paid; 24,890 received.
  expect((await buyingPower(member)) - before).toBe(-300_400n)
  expect((await buyingPower(seller)) - ofSeller).toBe(2_489_000n)
  const { fills } = await harness.call(member, '/orders/readOrder', { orderId: bought })
  const evidence = await harness.call(member, '/audit/fillEvidence', { fillId: fills[0].fillId })
  expect(JSON.parse(evidence.body)).toMatchObject({ decidedBy: 'auction', taker: null })

  const late = await harness.place(member, { quantity: 30 })
  expect(late.body).toMatchObject({ msg: 'order.odd-hours', rule: 'odd.closed' })
  expect(late.body.params.at).toMatch(/ 05:05$/)
  await nextDay(member)
  // What was bought after the close is sellable the next day, as what was bought before it.
  expect((await harness.close(member, { positionId: bought, quantity: 30, price: 10_000 })).http).toBe(200)
  await harness.untilIdle()
  expect(await harness.venue.breaches()).toEqual([])
})

test('an early opening call ends the auction and releases every hold', async () => {
  const member = await harness.member()
  const before = await buyingPower(member)
  const hours = await close()
  await at(hours.from)
  const bought = await harness.placed(member, { quantity: 50, price: 9_950 })
  const left = await harness.placed(member, { quantity: 60, price: 9_200 })
  await oddSeat(harness.venue, 'maker-1', '2330', 'sell', 9_950, 20)
  // The exchange takes the seat's order at this time: the next day moves the clock.
  await harness.venue.matched()
  await nextDay(member)
  // The match is held at once; what remains ends with the day.
  expect(await harness.venue.order(bought)).toMatchObject({ state: 'cancelled', filled_shares: 20 })
  expect(await harness.venue.order(left)).toMatchObject({ state: 'cancelled', reason: 'end-of-day' })
  // 20 at 99.5: 1,990, fee 2.
  expect(before - (await buyingPower(member))).toBe(199_200n)
  expect(await harness.venue.breaches()).toEqual([])
})

test('orders of the platform and exits wait for the next day', async () => {
  const member = await harness.member()
  const positionId = await harness.placed(member, { quantity: 250, price: 10_000 })
  await oddSeat(harness.venue, 'maker-1', '2330', 'sell', 10_000, 250)
  await matchOddLots(harness.venue)
  await harness.state(positionId, 'filled')
  await harness.sleep(member)
  const hours = await close()
  await at(hours.from)
  const { bus, subjects } = harness.venue.settlement
  const deps = { bus, subjects, calendar: 'practice', money: 'practice' } as const
  const sale = {
    memberId: member.memberId,
    positionId,
    cause: 'a stop',
    origin: 'conditional',
    now: new Date(harness.venue.now),
  } as const
  expect(await harness.venue.db.transaction((tx) => sellPosition(tx, deps, sale))).toBe(0)
  expect((await harness.close(member, { positionId, quantity: 250, price: 9_900 })).http).toBe(200)
  await nextDay(member)
  expect(await harness.venue.position(positionId)).toMatchObject({ shares: 250, closing: 0 })
  expect(await harness.venue.breaches()).toEqual([])
})
