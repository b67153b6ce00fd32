// One member event per order and transaction: what a client hears of an order, however much happened to it at once.

import { afterEach, beforeEach, expect, test } from 'vitest'
import { openTestVenue, type TestVenue } from './support/test-venue.ts'

const day = '2026-11-16'
const symbol = '2330'
let venue: TestVenue
beforeEach(async () => {
  venue = await openTestVenue()
  await venue.begin(day)
})
afterEach(async () => {
  expect(await venue.breaches()).toEqual([])
  await venue.stop()
})

interface Event {
  readonly kind: string
  readonly data: Readonly<Record<string, unknown>>
}

const eventsOf = (memberId: string): Promise<readonly Event[]> =>
  venue.sql.query<Event>('SELECT kind, data FROM app.member_events WHERE member_id = $1 ORDER BY number', [
    memberId,
  ])

test('an order accepted and filled at once makes one event', async () => {
  const member = await venue.member()
  await venue.seat('maker-1', symbol, 'sell', 10_000, 2)
  const orderId = await venue.open(member, { symbol, price: 10_000, lots: 2 })
  venue.startSettler()
  await venue.settled()
  const outcome = { state: 'filled', left: 0, filled: 2_000, reason: null }
  const fills = { symbol, side: 'buy', price: 10_000, quantity: 2_000, fills: 1 }
  expect(await eventsOf(member)).toEqual([
    { kind: 'order.filled', data: { orderId, positionId: orderId, ...fills, ...outcome } },
  ])
})

test('fills booked together make one event with their average', async () => {
  const member = await venue.member()
  await venue.seat('maker-1', symbol, 'sell', 10_000, 1)
  await venue.seat('maker-2', symbol, 'sell', 10_100, 2)
  const orderId = await venue.open(member, { symbol, price: 10_200, lots: 4, validity: 'IOC' })
  venue.startSettler()
  await venue.settled()
  // The rest of the order is cancelled in the same event.
  expect(await eventsOf(member)).toMatchObject([
    {
      kind: 'order.filled',
      data: { orderId, price: 10_067, quantity: 3_000, fills: 2, state: 'cancelled', left: 0, filled: 3_000 },
    },
  ])
  expect(await venue.order(orderId)).toMatchObject({ state: 'cancelled', filled_shares: 3_000 })
})

test('fills in separate transactions make an event each', async () => {
  const member = await venue.member()
  venue.startSettler()
  const orderId = await venue.open(member, { symbol, price: 10_000, lots: 3 })
  await venue.settled()
  for (const lots of [1, 2]) {
    await venue.seat('maker-1', symbol, 'sell', 10_000, lots)
    await venue.settled()
  }
  expect(await eventsOf(member)).toMatchObject([
    { kind: 'order.changed', data: { orderId, state: 'entrusted', left: 3_000, filled: 0 } },
    {
      kind: 'order.filled',
      data: { orderId, quantity: 1_000, state: 'entrusted', left: 2_000, filled: 1_000 },
    },
    { kind: 'order.filled', data: { orderId, quantity: 2_000, state: 'filled', left: 0, filled: 3_000 } },
  ])
})

test('a cancelled close names its position', async () => {
  const member = await venue.member()
  venue.startSettler()
  await venue.seat('maker-1', symbol, 'sell', 10_000, 1)
  const opened = await venue.open(member, { symbol, price: 10_000, lots: 1 })
  await venue.settled()
  await venue.roll(day, '2026-11-17')
  const closing = await venue.close(opened, { price: 10_900, lots: 1 })
  await venue.settled()
  await venue.cancel(closing)
  await venue.settled()
  const events = await eventsOf(member)
  expect(events.filter(({ data }) => data['orderId'] === closing)).toMatchObject([
    { kind: 'order.changed', data: { positionId: opened, state: 'entrusted' } },
    { kind: 'order.changed', data: { positionId: opened, state: 'cancelled', reason: expect.any(String) } },
  ])
  expect(events).toHaveLength(3)
})
