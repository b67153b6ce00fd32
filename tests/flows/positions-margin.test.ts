// Margin calls and their consequences: real exchange, settlement, quotes and api. The test moves the clock and the
// price, and runs the margin watch by hand.

import { outcomeBreaches } from '@fairlot/testkit/invariants/outcomes'
import { afterEach, expect, test, vi } from 'vitest'
import { type MarginVenue, openMarginVenue } from './support/margin-venue.ts'
import type { TestMember } from './support/start-test-api.ts'

// Each test moves the market through several days.
vi.setConfig({ testTimeout: 90_000 })

let market: MarginVenue
afterEach(async () => {
  try {
    expect(await market.venue.breaches()).toEqual([])
    expect(await outcomeBreaches(market.venue.database)).toEqual([])
  } finally {
    await market.stop()
  }
})

/** Two lots at NT$100 with a loan of 120,000 out of 200,000: 166.66 %. */
async function borrowed(): Promise<{ readonly member: TestMember; readonly positionId: string }> {
  market = await openMarginVenue()
  const member = await market.member()
  await market.venue.seat('maker-1', '2330', 'sell', 10_000, 2)
  const positionId = await market.venue.open(member.memberId, {
    symbol: '2330',
    multiple: 250,
    price: 10_000,
    lots: 2,
  })
  await market.untilIdle()
  return { member, positionId }
}

const calls = async (member: TestMember) => market.call(member, '/positions/marginCall')

const memberEvents = async (member: TestMember, kind: string) =>
  market.venue.sql.query<{ data: any }>(
    'SELECT data FROM app.member_events WHERE member_id = $1 AND kind = $2 ORDER BY number',
    [member.memberId, kind],
  )

const forcedOrders = (member: TestMember) =>
  market.venue.sql.query<any>(
    `SELECT id, state, price, quantity, filled_shares, date::text AS date FROM app.orders
     WHERE member_id = $1 AND origin = 'liquidation' ORDER BY placed_at`,
    [member.memberId],
  )

test('a ratio below 130 % sends one call, which a top-up meets', async () => {
  const { member, positionId } = await borrowed()
  await market.moveTo('2330', 7_800)
  expect(await market.runMarginWatch()).toBe(0)
  expect((await calls(member)).open).toBeNull()
  await market.trade('2330', 7_790)
  expect(await market.runMarginWatch()).toBe(1)
  expect(await market.runMarginWatch()).toBe(0)
  // Three days of interest are paid before the loan, and shown before the daily job has charged them.
  const expected = (await market.call(member, '/positions/account')).interestDue
  expect(expected).toBe('6411')
  expect(await market.accrue()).toBe(1)
  expect((await market.call(member, '/positions/account')).interestDue).toBe(expected)
  const called = await calls(member)
  expect(called.open).toMatchObject({ state: 'open', ratioBp: 12_983, paid: '0' })
  // Called on the 19th: the member has the 20th and the 21st, until the close on the morning of the 22nd.
  expect(called.open.deadline).toBe('2026-11-21T20:55:00.000Z')
  expect(called.positions.map((one: { positionId: string }) => one.positionId)).toEqual([positionId])
  expect(BigInt(called.topUp) - BigInt(called.open.amount)).toBe(6_400n)
  expect(await memberEvents(member, 'margin.called')).toHaveLength(1)
  expect(await market.call(member, '/positions/seeCall', { callId: called.open.callId })).toBeNull()

  const paid = await market.call(member, '/positions/topUp', { amount: called.topUp }, true)
  expect(paid.applied).toBe(called.topUp)
  expect(paid.ratioBp).toBeGreaterThanOrEqual(16_600)
  expect(await market.runMarginWatch()).toBe(1)
  const after = await calls(member)
  const paidOff = await market.venue.position(positionId)
  expect(paidOff).toMatchObject({ interest: '0', interest_paid: '6411', realised: '-6411' })
  expect(after.open).toBeNull()
  expect(after.topUp).toBe('0')
  expect(after.earlier).toMatchObject([{ state: 'met', paid: called.topUp, amount: called.open.amount }])
  expect(await memberEvents(member, 'margin.ended')).toMatchObject([{ data: { state: 'met', owed: '0' } }])
  const audit = await market.venue.sql.query<{ action: string }>(
    `SELECT action FROM audit.entries WHERE subject = $1 ORDER BY recorded_at`,
    [`member:${member.memberId}`],
  )
  expect(audit.map(({ action }) => action).filter((action) => action.startsWith('positions.'))).toEqual([
    'positions.margin-called',
    'positions.topped-up',
    'positions.margin-ended',
  ])
})

test('a partly paid call ends when the price recovers', async () => {
  const { member } = await borrowed()
  await market.moveTo('2330', 7_500)
  await market.runMarginWatch()
  const { open } = await calls(member)
  const half = (BigInt(open.amount) / 2n).toString()
  await market.call(member, '/positions/topUp', { amount: half }, true)
  await market.runMarginWatch()
  expect((await calls(member)).open).toMatchObject({ callId: open.callId, state: 'open', paid: half })
  await market.nextDay({ 2330: 8_250 })
  await market.runMarginWatch()
  expect((await calls(member)).open).toMatchObject({ state: 'open' })
  await market.nextDay({ 2330: 9_000 })
  await market.runMarginWatch()
  const after = await calls(member)
  expect(after.open).toBeNull()
  expect(after.earlier).toMatchObject([{ callId: open.callId, state: 'recovered' }])
  expect(await forcedOrders(member)).toEqual([])
})

test('a ratio below 120 % forces one market close at once', async () => {
  const { member, positionId } = await borrowed()
  await market.moveTo('2330', 7_790)
  await market.runMarginWatch()
  await market.nextDay({ 2330: 7_100 })
  expect((await market.call(member, '/positions/account')).ratioBp).toBe(11_833)
  await market.venue.seat('maker-2', '2330', 'buy', 7_100, 2)
  // Nothing is forced twice, however many margin watches run before the venue has answered.
  await Promise.all([market.runMarginWatch(), market.runMarginWatch(), market.runMarginWatch()])
  await market.runMarginWatch()
  await market.untilIdle()
  await market.runMarginWatch()
  expect(await forcedOrders(member)).toMatchObject([{ state: 'filled', price: null, filled_shares: 2_000 }])
  const { positions } = await market.call(member, '/positions/listPositions', { which: 'closed' })
  expect(positions).toMatchObject([{ positionId, state: 'closed', reason: 'liquidated', closePrice: 7_100 }])
  const after = await calls(member)
  expect(after.open).toBeNull()
  expect(after.earlier).toMatchObject([{ state: 'closed' }])
  expect(after.account).toMatchObject({ terms: { loans: '0' }, ratioBp: null })
})

test('an unmet call is forced at the deadline and retried next day', async () => {
  const { member, positionId } = await borrowed()
  await market.moveTo('2330', 7_500)
  await market.runMarginWatch()
  const { open } = await calls(member)
  expect(open.state).toBe('open')
  await market.nextDay()
  await market.nextDay()
  await market.runMarginWatch()
  expect((await calls(member)).open.state).toBe('open')
  await market.nextDay()
  expect(market.venue.now).toBeGreaterThanOrEqual(Date.parse(open.deadline))
  await market.runMarginWatch()
  expect((await calls(member)).open).toMatchObject({ callId: open.callId, state: 'forced' })
  await market.untilIdle()
  expect(await forcedOrders(member)).toMatchObject([{ state: 'entrusted', quantity: 2_000 }])
  const position = await market.call(member, '/positions/readPosition', { positionId })
  expect(position.position).toMatchObject({ state: 'preparing-to-close', closing: 2_000 })

  // The day ends without a buyer. In the next opening call the order is at the day's lower limit.
  await market.closeDay()
  await market.openCall()
  await market.runMarginWatch()
  await market.venue.seat('maker-2', '2330', 'buy', 7_500, 5)
  await market.continuous()
  await market.runMarginWatch()
  const [first, second, ...more] = await forcedOrders(member)
  expect(more).toEqual([])
  expect(first).toMatchObject({ state: 'cancelled' })
  expect(second).toMatchObject({ state: 'filled', price: 6_750, filled_shares: 2_000 })
  expect((await calls(member)).earlier).toMatchObject([{ callId: open.callId, state: 'closed' }])
})

test('a forced close cancels the member’s own close order', async () => {
  const { member, positionId } = await borrowed()
  await market.moveTo('2330', 7_300)
  await market.nextDay({ 2330: 7_300 })
  const own = await market.venue.close(positionId, { price: 7_900, lots: 2 })
  await market.untilIdle()
  await market.trade('2330', 7_190)
  await market.venue.seat('maker-2', '2330', 'buy', 7_190, 2)
  await market.runMarginWatch()
  await market.untilIdle()
  expect(await market.venue.order(own)).toMatchObject({ state: 'cancelled' })
  await market.runMarginWatch()
  await market.untilIdle()
  expect(await forcedOrders(member)).toMatchObject([{ state: 'filled', filled_shares: 2_000 }])
})

test('a rising price calls a short, and added collateral meets the call', async () => {
  market = await openMarginVenue()
  const member = await market.member()
  await market.venue.seat('maker-2', '2330', 'buy', 10_000, 1)
  const positionId = await market.venue.open(member.memberId, {
    symbol: '2330',
    direction: 'short',
    price: 10_000,
    lots: 1,
  })
  await market.untilIdle()
  const [short] = (await market.call(member, '/positions/listPositions', { which: 'open' })).positions
  expect(short).toMatchObject({ positionId, direction: 'short', margin: '9000000' })
  await market.moveTo('2330', 14_600)
  expect(short.callPrice).toBeLessThanOrEqual(14_600)
  await market.runMarginWatch()
  const called = await calls(member)
  expect(called.open).toMatchObject({ state: 'open' })
  await market.call(member, '/positions/topUp', { amount: called.topUp, positionId }, true)
  await market.runMarginWatch()
  expect((await calls(member)).earlier).toMatchObject([{ state: 'met' }])
  const { positions } = await market.call(member, '/positions/listPositions', { which: 'open' })
  expect(BigInt(positions[0].collateral)).toBe(BigInt(short.collateral) + BigInt(called.topUp))
})

test('a short without cash is bought back and the shortfall is owed', async () => {
  market = await openMarginVenue()
  const { venue } = market
  const member = await market.member()
  await venue.seat('maker-2', '2330', 'buy', 10_000, 1)
  await venue.seat('maker-1', '2317', 'sell', 10_000, 98)
  const short = { symbol: '2330', direction: 'short', price: 10_000, lots: 1 } as const
  const positionId = await venue.open(member.memberId, short)
  await venue.open(member.memberId, { symbol: '2317', price: 10_000, lots: 98 })
  await market.untilIdle()
  // Six days at the upper limit without a margin watch: the collateral of 189,480 no longer pays for the shares.
  await market.moveTo('2330', 19_400)
  // The remaining cash is held by another order of the member.
  await venue.open(member.memberId, { symbol: '2317', price: 9_500, lots: 1 })
  await market.runMarginWatch()
  await venue.seat('maker-1', '2330', 'sell', 19_400, 1)
  await market.untilIdle()
  await market.runMarginWatch()
  expect(await forcedOrders(member)).toMatchObject([{ state: 'filled', filled_shares: 1_000 }])
  const { positions } = await market.call(member, '/positions/listPositions', { which: 'closed' })
  expect(positions).toMatchObject([{ positionId, reason: 'liquidated', closePrice: 19_400 }])
  const after = await calls(member)
  expect(after.earlier).toMatchObject([{ state: 'closed' }])
  const owed = -BigInt(after.account.parts.owed)
  expect(owed > 0n).toBe(true)
  expect(after.account.terms.available).toBe('0')
  expect(await memberEvents(member, 'margin.ended')).toMatchObject([{ data: { owed: owed.toString() } }])
})
