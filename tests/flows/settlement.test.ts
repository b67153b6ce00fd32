import { afterEach, expect, test } from 'vitest'
import { memberAccount, shardOf } from '../../packages/contract/src/venue/index.ts'
import { openTestVenue, type TestVenue } from './support/test-venue.ts'

let venue: TestVenue
afterEach(() => venue.stop())

const day = '2026-11-16'

async function begun(): Promise<TestVenue> {
  venue = await openTestVenue()
  await venue.begin(day)
  return venue
}

test('a trade between two members settles money, shares and fees', async () => {
  await begun()
  venue.startSettler()
  const buyer = await venue.member()
  const other = await venue.member()
  await venue.seat('maker-1', '2330', 'sell', 10_000, 2)
  const first = await venue.open(buyer, { symbol: '2330', price: 10_050, lots: 2 })
  await venue.settled()
  expect(await venue.breaches()).toEqual([])
  expect(await venue.order(first)).toMatchObject({
    state: 'filled',
    filled_shares: 2_000,
    left_shares: 0,
    filled_value: '20000000',
    fee: '28500',
    tax: '0',
  })
  expect(await venue.position(first)).toMatchObject({
    state: 'holding',
    shares: 2_000,
    opened_value: '20000000',
    open_fee: '28500',
    sellable_on: '2026-11-17',
    settles_on: '2026-11-18',
  })
  expect(await venue.balance(`member/${buyer}/TWD/available`)).toBe(1_000_000_000 - 20_028_500)
  expect(await venue.balance(`member/${buyer}/stk:2330/receivable@2026-11-18`)).toBe(2_000)

  await venue.roll(day, '2026-11-17')
  const sold = await venue.close(first, { price: 10_100, lots: 1 })
  const bought = await venue.open(other, { symbol: '2330', price: 10_100, lots: 1 })
  await venue.settled()
  expect(await venue.breaches()).toEqual([])
  expect((await venue.order(sold)).state).toBe('filled')
  expect((await venue.order(bought)).state).toBe('filled')
  // 10,100,000 less fee 14,300 (cut to dollars), tax 30,300, half the opening value and fee.
  expect(await venue.position(first)).toMatchObject({
    state: 'holding',
    shares: 1_000,
    closing: 0,
    realised: String(10_100_000 - 14_300 - 30_300 - 10_000_000 - 14_250),
  })
  expect(await venue.balance(`member/${buyer}/TWD/receivable@2026-11-19`)).toBe(10_100_000 - 14_300 - 30_300)
})

test.for([
  { multiple: 200 as const, loan: 10_000_000 },
  { multiple: 250 as const, loan: 12_000_000 },
])('a long at $multiple repays its loan with each partial close', async ({ multiple, loan }) => {
  await begun()
  venue.startSettler()
  const member = await venue.member()
  await venue.makeEligible(member)
  await venue.seat('maker-1', '2330', 'sell', 10_000, 1)
  const opened = await venue.open(member, { symbol: '2330', multiple, price: 10_000, lots: 2 })
  await venue.settled()
  expect(await venue.breaches()).toEqual([])
  expect(await venue.order(opened)).toMatchObject({
    state: 'entrusted',
    filled_shares: 1_000,
    left_shares: 1_000,
  })
  await venue.seat('maker-2', '2330', 'sell', 9_990, 1)
  await venue.settled()
  // The order rests at 10,000: the seat traded against it.
  expect(await venue.position(opened)).toMatchObject({
    shares: 2_000,
    loan: String(loan),
    opened_value: '20000000',
  })
  expect(await venue.balance('lending/pool/TWD/lent')).toBe(loan)
  expect(await venue.balance(`member/${member}/TWD/loan`)).toBe(-loan)
  expect(await venue.breaches()).toEqual([])

  // Eligible for day trading: may sell the same day. IOC for two lots, with demand for one.
  expect((await venue.position(opened)).sellable_on).toBe(day)
  await venue.seat('maker-3', '2330', 'buy', 10_000, 1)
  const part = await venue.close(opened, { price: 10_000, lots: 2, validity: 'IOC' })
  await venue.settled()
  expect(await venue.order(part)).toMatchObject({
    state: 'cancelled',
    reason: 'unfilled',
    filled_shares: 1_000,
  })
  expect(await venue.position(opened)).toMatchObject({
    state: 'holding',
    shares: 1_000,
    closing: 0,
    loan: String(loan / 2),
  })
  expect(await venue.breaches()).toEqual([])

  await venue.seat('maker-3', '2330', 'buy', 9_950, 1)
  await venue.close(opened, { lots: 1, validity: 'IOC' })
  await venue.settled()
  expect(await venue.position(opened)).toMatchObject({
    state: 'closed',
    reason: 'member',
    shares: 0,
    loan: '0',
  })
  expect(await venue.balance('lending/pool/TWD/lent')).toBe(0)
  expect(await venue.breaches()).toEqual([])
})

test('a short covered in two parts returns the lent shares', async () => {
  await begun()
  venue.startSettler()
  const member = await venue.member()
  const lendable = await venue.balance('lending/pool/stk:2317/available')
  await venue.seat('maker-1', '2317', 'buy', 10_000, 2)
  const opened = await venue.open(member, { symbol: '2317', direction: 'short', price: 9_900, lots: 3 })
  await venue.settled()
  expect(await venue.breaches()).toEqual([])
  expect(await venue.balance('lending/pool/stk:2317/held')).toBe(1_000)
  expect(await venue.balance('lending/pool/stk:2317/available')).toBe(lendable - 3_000)
  // Margin 90 % of 20,000,000; proceeds less fee 28,500, tax 60,000, borrow fee 16,000.
  expect(await venue.position(opened)).toMatchObject({
    direction: 'short',
    shares: 2_000,
    collateral: String(18_000_000 + 20_000_000 - 28_500 - 60_000 - 16_000),
    borrow_fee: '16000',
    open_tax: '60000',
  })
  await venue.cancel(opened)
  await venue.settled()
  expect(await venue.order(opened)).toMatchObject({
    state: 'cancelled',
    reason: 'asked',
    filled_shares: 2_000,
  })
  expect(await venue.balance(`member/${member}/TWD/held`)).toBe(0)
  expect(await venue.balance('lending/pool/stk:2317/held')).toBe(0)
  expect(await venue.breaches()).toEqual([])

  await venue.seat('maker-2', '2317', 'sell', 10_050, 1)
  await venue.close(opened, { price: 10_100, lots: 1 })
  await venue.settled()
  expect(await venue.position(opened)).toMatchObject({ state: 'holding', shares: 1_000 })
  await venue.seat('maker-2', '2317', 'sell', 10_300, 1)
  await venue.close(opened, { lots: 1, validity: 'FOK' })
  await venue.settled()
  expect(await venue.position(opened)).toMatchObject({ state: 'closed', collateral: '0' })
  expect(await venue.balance('lending/pool/stk:2317/available')).toBe(lendable)
  expect(await venue.balance('lending/pool/stk:2317/lent')).toBe(0)
  expect(await venue.breaches()).toEqual([])
})

test('self-traded, refused and unfilled orders release all held money', async () => {
  await begun()
  venue.startSettler()
  const member = await venue.member()
  const resting = await venue.open(member, { symbol: '2330', price: 9_900, lots: 1 })
  const own = await venue.open(member, { symbol: '2330', direction: 'short', price: 9_900, lots: 1 })
  await venue.settled()
  expect(await venue.order(own)).toMatchObject({ state: 'cancelled', reason: 'self-trade' })
  await venue.submit(shardOf('2330'), { kind: 'halt', symbol: '2330', reason: 'news' })
  const refused = await venue.open(member, { symbol: '2330', price: 9_900, lots: 1 })
  await venue.settled()
  expect(await venue.order(refused)).toMatchObject({ state: 'refused', reason: 'halt.no-entry' })
  expect(await venue.breaches()).toEqual([])
  await venue.submit(shardOf('2330'), { kind: 'resume', symbol: '2330' })
  await venue.roll(day, '2026-11-17')
  await venue.settled()
  expect(await venue.order(resting)).toMatchObject({ state: 'cancelled', reason: 'end-of-day' })
  expect(await venue.balance(`member/${member}/TWD/available`)).toBe(1_000_000_000)
  expect(await venue.breaches()).toEqual([])
})

test('reduced and replaced orders release the hold they no longer need', async () => {
  await begun()
  venue.startSettler()
  const member = await venue.member()
  const order = await venue.open(member, { symbol: '2330', multiple: 250, price: 9_900, lots: 5 })
  const { symbol } = await venue.order(order)
  const account = memberAccount(member)
  await venue.submit(shardOf(symbol), { kind: 'reduce', order, account, symbol, by: 2_000 })
  await venue.settled()
  expect(await venue.order(order)).toMatchObject({ state: 'entrusted', left_shares: 3_000 })
  expect(await venue.breaches()).toEqual([])
  const newOrder = await venue.open(member, { symbol, price: 9_950, lots: 1, replaces: order })
  await venue.settled()
  expect(await venue.order(order)).toMatchObject({ state: 'cancelled', reason: 'replaced' })
  expect(await venue.order(newOrder)).toMatchObject({ state: 'entrusted', replaces: order })
  expect(await venue.breaches()).toEqual([])
  // Off its tick: the new order is refused, the old one stays.
  const wrong = await venue.open(member, { symbol, price: 9_953, lots: 1, replaces: newOrder })
  await venue.settled()
  expect(await venue.order(wrong)).toMatchObject({ state: 'refused', reason: 'order.tick' })
  expect(await venue.order(newOrder)).toMatchObject({ state: 'entrusted', left_shares: 1_000 })
  expect(await venue.breaches()).toEqual([])
})

test('auction fills have one price and are marked as auction', async () => {
  venue = await openTestVenue()
  venue.startSettler()
  await venue.phase(day, 'opening-call')
  const buyer = await venue.member()
  const seller = await venue.member()
  const bought = await venue.open(buyer, { symbol: '2330', price: 10_100, lots: 2 })
  const sold = await venue.open(seller, { symbol: '2330', direction: 'short', price: 9_900, lots: 2 })
  await venue.phase(day, 'continuous')
  await venue.settled()
  const fills = await venue.sql.query('SELECT order_id, side, price, decided_by FROM app.fills ORDER BY side')
  expect(fills).toEqual([
    { order_id: bought, side: 'buy', price: 10_000, decided_by: 'auction' },
    { order_id: sold, side: 'sell', price: 10_000, decided_by: 'auction' },
  ])
  // The buyer had 10,100 a share held.
  expect(await venue.balance(`member/${buyer}/TWD/held`)).toBe(0)
  expect(await venue.breaches()).toEqual([])
})

test('an order cancelled during a fill ends filled or cancelled', async () => {
  await begun()
  venue.startSettler()
  const member = await venue.member()
  for (let round = 0; round < 5; round += 1) {
    const order = await venue.open(member, { symbol: '2330', price: 10_000, lots: 1 })
    await Promise.all([venue.cancel(order), venue.seat('maker-1', '2330', 'sell', 10_000, 1)])
    await venue.settled()
    expect(['filled', 'cancelled']).toContain((await venue.order(order)).state)
    expect(await venue.breaches()).toEqual([])
  }
})

test('a later fill of the opening order reopens a closed position', async () => {
  await begun()
  venue.startSettler()
  const member = await venue.member()
  await venue.makeEligible(member)
  await venue.seat('maker-1', '2330', 'sell', 10_000, 1)
  const opened = await venue.open(member, { symbol: '2330', dayTrade: true, price: 10_000, lots: 2 })
  await venue.settled()
  await venue.sql.query(`UPDATE app.positions SET unlocks_at = opened_at WHERE id = $1`, [opened])
  await venue.seat('maker-2', '2330', 'buy', 10_050, 1)
  await venue.close(opened, { price: 10_050, lots: 1 })
  await venue.settled()
  // Bought and sold the same day as a day trade: half the tax.
  expect(await venue.position(opened)).toMatchObject({ state: 'closed', close_tax: '15000' })
  expect(await venue.breaches()).toEqual([])
  await venue.seat('maker-1', '2330', 'sell', 10_000, 1)
  await venue.settled()
  expect(await venue.position(opened)).toMatchObject({
    state: 'holding',
    shares: 1_000,
    opened_shares: 2_000,
    closed_at: null,
  })
  expect(await venue.breaches()).toEqual([])
})
