// Positions and the whole account as the member sees them: real exchange, settlement, quotes and api.

import { createHash, createPublicKey, verify } from 'node:crypto'
import { afterEach, expect, test, vi } from 'vitest'
import { newId } from '../../apps/server/src/platform/ids.ts'
import { type MarginVenue, openMarginVenue } from './support/margin-venue.ts'
import type { TestMember } from './support/start-test-api.ts'

vi.setConfig({ testTimeout: 90_000 })

let market: MarginVenue
afterEach(async () => {
  try {
    expect(await market.venue.breaches()).toEqual([])
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

test('account and position list show the same figures', async () => {
  const { member, positionId } = await borrowed()
  const account = await market.call(member, '/positions/account')
  // Ten million less the own part of 80,000 and the fee of 285.
  expect(account).toMatchObject({
    terms: { available: '991971500', marketValue: '20000000', loans: '-12000000' },
    parts: { cashLoans: '-12000000', owed: '0' },
    margin: '8000000',
    ratioBp: 16_666,
    unrealisedBefore: '-28500',
    // Fee both ways and tax.
    unrealised: String(-28_500 - 28_500 - 60_000),
    total: String(991_971_500 + 20_000_000 - 12_000_000),
    day: { profit: '-28500', realised: '0', unrealised: '-28500', rest: '0' },
    allocation: [
      { of: 'stock', symbol: '2330', amount: '20000000' },
      { of: 'cash', symbol: null, amount: '991971500' },
      { of: 'loan', symbol: null, amount: '-12000000' },
    ],
  })
  const { positions } = await market.call(member, '/positions/listPositions', { which: 'open' })
  expect(positions).toHaveLength(1)
  expect(positions[0]).toMatchObject({
    positionId,
    nameTw: '台積電',
    price: 10_000,
    callPrice: 7_799,
    margin: '8000000',
    marketValue: '20000000',
    unrealised: account.unrealised,
    sellableOn: '2026-11-17',
  })
  const read = await market.call(member, '/positions/readPosition', { positionId })
  expect(read.orders).toEqual([positionId])
  expect(read.fills).toHaveLength(1)
  expect(read.fills[0]).toMatchObject({ price: 10_000, quantity: 2_000, fee: '28500', realised: null })
  expect(read.line.map(({ price }: { price: number }) => price)).toEqual([10_000])
  const stranger = await market.member()
  expect(await market.call(stranger, '/positions/readPosition', { positionId })).toMatchObject({
    msg: 'order.not-found',
  })
  expect((await market.call(stranger, '/positions/listPositions', { which: 'open' })).positions).toEqual([])
})

test('a repeated top-up is applied once; wrong ones are refused', async () => {
  const { member, positionId } = await borrowed()
  const up = (body: object) => market.call(member, '/positions/topUp', body, true)
  expect(await up({ amount: '0' })).toMatchObject({ msg: 'input.invalid', field: 'amount' })
  expect(await up({ amount: '99999999999' })).toMatchObject({ applied: '12000000', ratioBp: null })
  expect(await up({ amount: '100' })).toMatchObject({ msg: 'margin.nothing-owed' })
  expect(await up({ amount: '100', positionId: member.memberId })).toMatchObject({ msg: 'order.not-found' })
  const poor = await market.member()
  await market.venue.seat('maker-1', '2317', 'sell', 10_000, 40)
  // Almost all of the ten million goes into shares.
  await market.venue.open(poor.memberId, { symbol: '2317', multiple: 250, price: 10_000, lots: 40 })
  await market.untilIdle()
  const account = await market.call(poor, '/positions/account')
  const all = await market.venue.sql.query<{ n: number }>(
    'SELECT count(*)::int AS n FROM app.positions WHERE member_id = $1',
    [poor.memberId],
  )
  expect(all).toEqual([{ n: 1 }])
  // 2,400,000 are owed and 8,394,300 are free: open a large order first, so that the debt exceeds the available cash.
  await market.venue.open(poor.memberId, { symbol: '2317', price: 9_000, lots: 90 })
  const free = await market.call(poor, '/positions/account')
  expect(BigInt(free.terms.available) < -BigInt(account.parts.cashLoans)).toBe(true)
  expect(
    await market.call(poor, '/positions/topUp', { amount: account.parts.cashLoans.slice(1) }, true),
  ).toMatchObject({
    msg: 'balance.insufficient',
  })
  const once = { key: '0d9a4b1e-6f0e-4c52-9a5e-3a1f6f2f8c11' }
  const cash = BigInt(free.terms.available)
  const first = await poor.client.call('/positions/topUp', { amount: '1000000' }, once)
  const again = await poor.client.call('/positions/topUp', { amount: '1000000' }, once)
  expect(again.body.data).toEqual(first.body.data)
  expect(BigInt((await market.call(poor, '/positions/account')).terms.available)).toBe(cash - 1_000_000n)
  expect((await market.venue.position(positionId)).loan).toBe('0')
})

const minuteMs = 60_000

async function ticket(member: TestMember) {
  const { hash } = await market.call(member, '/orders/terms', { symbol: '2330' })
  const place = (more: object = {}) =>
    market.call(member, '/orders/placeOrder', {
      orderId: newId(market.venue.now),
      symbol: '2330',
      direction: 'long',
      multiple: 100,
      dayTrade: false,
      price: 10_000,
      quantity: 2_000,
      validity: 'ROD',
      terms: hash,
      ...more,
    })
  const close = (positionId: string) =>
    market.call(member, '/orders/closePosition', {
      orderId: newId(market.venue.now),
      positionId,
      price: 10_200,
      quantity: 1_000,
      validity: 'ROD',
      terms: hash,
    })
  return { place, close }
}

const setRule = (rule: string, value: number) =>
  market.venue.sql.query(
    `INSERT INTO app.rule_values (rule, value, announced_at, holds_from, reason, set_by_first, set_by_second)
     VALUES ($1, $2, $3, $3, 'a test', 'op-1', 'op-2')`,
    [rule, value, new Date(market.venue.now)],
  )

test('closing a position too early is refused and names the rule', async () => {
  market = await openMarginVenue()
  await setRule('sell.minHoldDays', 2)
  await setRule('sell.waitMinutes', 3)
  const member = await market.member()
  // An eligible member can sell on the day of purchase.
  const trader = await market.member()
  await market.venue.makeEligible(trader.memberId)
  await market.venue.seat('maker-1', '2330', 'sell', 10_000, 4)
  // The api reads the day's state from the quotes: they must have processed its start.
  await market.untilIdle()
  const spot = await ticket(member)
  const fast = await ticket(trader)
  const held = await spot.place()
  const day = await fast.place({ dayTrade: true })
  expect([held, day]).toMatchObject([{ state: 'entrusted' }, { state: 'entrusted' }])
  await market.untilIdle()
  expect(await spot.close(held.orderId)).toMatchObject({
    msg: 'stock.no-same-day-sale',
    rule: 'sell.minHoldDays',
  })
  expect(await fast.close(day.orderId)).toMatchObject({
    msg: 'position.locked',
    rule: 'dayTrade.lockMinutes',
    params: { minutes: 1 },
  })
  market.venue.now += minuteMs
  expect(await fast.close(day.orderId)).toMatchObject({ state: 'entrusted' })
  expect(await fast.close(day.orderId)).toMatchObject({
    msg: 'position.wait',
    rule: 'sell.waitMinutes',
    params: { minutes: 3 },
  })
  market.venue.now += minuteMs * 3
  expect(await fast.close(day.orderId)).toMatchObject({ state: 'entrusted' })
  await market.nextDay()
  const next = await ticket(member)
  expect(await next.close(held.orderId)).toMatchObject({ msg: 'stock.no-sale-before-t1' })
  await market.nextDay()
  const later = await ticket(member)
  expect(await later.close(held.orderId)).toMatchObject({ state: 'entrusted' })
})

test('the profit line has today and recorded closes, no invented days', async () => {
  const { member, positionId } = await borrowed()
  const stranger = await market.member()
  const profit = (range = 'all') => market.call(member, '/positions/profit', { range })
  const first = await profit()
  // Joined today: there is no day end, and the figures have today.
  expect(first).toMatchObject({ today: '2026-11-16', line: [], opening: '0', costs: '28500', closed: 0 })
  expect(first.before).toMatchObject({ paidIn: '0', profit: '0' })
  // Not while the day trades, and not before settlement's half minute is over.
  expect(await market.writeWealth()).toBe(0)
  await market.closeDay()
  await market.openCall()
  expect(await market.writeWealth()).toBe(0)
  market.venue.now += 30_000
  // The member with a position, and the one who joined on that day.
  expect(await market.writeWealth()).toBe(2)
  expect(await market.writeWealth()).toBe(0)
  await market.continuous()
  // The 17th has no row: the worker was down at its end.
  await market.nextDay()
  await market.nextDay({ 2330: 10_500 })
  await market.venue.seat('maker-2', '2330', 'buy', 10_500, 2)
  await market.venue.close(positionId, { price: 10_500, lots: 2 })
  await market.untilIdle()
  const last = await profit()
  // The end of the 18th is the beginning of today, which is known without a row.
  expect(last.line).toMatchObject([
    { date: '2026-11-16', result: '-28500', paidIn: '1000000000' },
    { date: '2026-11-18', result: '-28500', paidIn: '0', profit: '0' },
  ])
  expect(last).toMatchObject({ today: '2026-11-19', won: 1, closed: 1 })
  expect(last.before).toMatchObject({ realised: '0', unrealised: '-28500', profit: '-28500' })
  const account = await market.call(member, '/positions/account')
  const { realised } = account.day
  // The total contains the whole gain, and nothing else.
  expect(BigInt(account.total)).toBe(1_000_000_000n + BigInt(realised))
  expect(BigInt(account.day.profit)).toBe(BigInt(realised) + 28_500n)
  const { positions, totals } = await market.call(member, '/positions/listPositions', {
    which: 'closed',
    month: '2026-11',
  })
  expect(positions).toMatchObject([{ positionId, realised, callPrice: null }])
  expect(totals).toMatchObject({ count: 1, realised, costs: '121400' })
  expect(BigInt(totals.gross)).toBe(1_000_000n)
  const untraded = await market.call(stranger, '/positions/profit', { range: '30d' })
  expect(untraded).toMatchObject({
    closed: 0,
    before: { profit: '0' },
    line: [{ result: '0' }, { result: '0' }],
  })
})

test('what a stock allows follows the rules of the venue', async () => {
  market = await openMarginVenue()
  await market.untilIdle()
  const allowed = async (symbol: string) =>
    (await market.api.client().call('/orders/allowed', { symbol })).body
  const [pool] = await market.venue.sql.query<{ shares: string }>(
    `SELECT ledger.balance_of('lending/pool/stk:2330/available')::text AS shares`,
  )
  expect((await allowed('2330')).data).toEqual({
    marketOrders: true,
    dayTrading: true,
    multiples: [200, 250],
    short: true,
    lendable: Number(pool!.shares),
    shortMarginPpm: 900_000,
    minPrice: 1_000,
  })
  // A price below par carries no loan and is not lent; without a daily limit there are no market orders either.
  const changed = (change: string) =>
    market.venue.sql.query(`UPDATE settlement.prices SET ${change} WHERE symbol = '2317'`)
  await changed('reference = 999')
  expect((await allowed('2317')).data).toMatchObject({ marketOrders: true, multiples: [], short: false })
  await changed('reference = 10000, upper = NULL, lower = NULL')
  expect((await allowed('2317')).data).toMatchObject({ marketOrders: false, multiples: [], short: false })
  await changed('upper = 11000, lower = 9000')
  expect((await allowed('9999')).msg).toBe('stock.not-found')
})

test('a statement adds up, is signed and shows only its member', async () => {
  const { member, positionId } = await borrowed()
  const other = await market.member()
  await market.venue.seat('maker-1', '2317', 'sell', 10_000, 1)
  await market.venue.open(other.memberId, { symbol: '2317', price: 10_000, lots: 1 })
  await market.untilIdle()
  const order = {
    from: '2026-11-15',
    to: '2026-11-16',
    language: 'tw',
    parts: ['ledger', 'orders', 'positions', 'evidence'],
  }
  const make = (format: string, more: object = {}) =>
    market.call(member, '/positions/statement', { ...order, format, ...more })
  const json = await make('json')
  const bytes = Buffer.from(json.base64, 'base64')
  expect(createHash('sha256').update(bytes).digest('hex')).toBe(json.sha256)
  const { publicKey } = await market.call(member, '/audit/checkpoint')
  const key = createPublicKey({ key: Buffer.from(publicKey, 'base64'), format: 'der', type: 'spki' })
  const signed = Buffer.from(`fairlot-statement:${json.sha256}`)
  expect(verify(null, signed, key, Buffer.from(json.signature, 'base64'))).toBe(true)
  const data = JSON.parse(bytes.toString())
  const sums = new Map<string, bigint>(
    Object.entries(data.opening).map(([asset, amount]) => [asset, BigInt(amount as string)]),
  )
  for (const { asset, amount } of data.ledger) sums.set(asset, (sums.get(asset) ?? 0n) + BigInt(amount))
  const left = [...sums].filter(([, amount]) => amount !== 0n)
  expect(Object.fromEntries(left.map(([asset, amount]) => [asset, amount.toString()]))).toEqual(data.closing)
  expect(data.closing).toMatchObject({ 'stk:2330': '2000' })
  expect(data.orders.map((one: { orderId: string }) => one.orderId)).toEqual([positionId])
  expect(bytes.toString()).not.toContain('2317')
  const period = { from: order.from, to: order.to }
  expect(await market.call(member, '/positions/statementCounts', period)).toEqual({
    ledger: data.ledger.length,
    orders: 1,
    fills: data.fills.length,
    positions: data.positions.length,
    hashes: 1 + data.roots.length,
  })
  expect(
    await market.call(member, '/positions/statementCounts', { ...period, to: '2026-11-14' }),
  ).toMatchObject({ msg: 'input.invalid', field: 'to' })

  const csv = Buffer.from((await make('csv')).base64, 'base64').toString()
  expect(csv.startsWith('\uFEFF"對帳單","模擬"')).toBe(true)
  expect(csv).toContain('"台積電"')
  expect(csv).toContain(`"${positionId}"`)
  const pdf = Buffer.from((await make('pdf', { language: 'en' })).base64, 'base64')
  expect(pdf.subarray(0, 5).toString()).toBe('%PDF-')
  expect(pdf.length).toBeLessThan(200_000)

  // A day without activity has a statement too.
  const quiet = JSON.parse(
    Buffer.from((await make('json', { from: '2026-11-01', to: '2026-11-02' })).base64, 'base64').toString(),
  )
  expect(quiet).toMatchObject({ opening: {}, closing: {}, ledger: [], orders: [] })
  for (const [wrong, field] of [
    [{ from: '2026-13-01' }, 'from'],
    [{ to: 'today' }, 'to'],
    [{ to: '2026-11-14' }, 'to'],
    [{ from: '2024-01-01' }, 'to'],
  ] as const) {
    expect(await make('json', wrong)).toMatchObject({ msg: 'input.invalid', field })
  }
})

test('fund records have one row per event with the balance after', async () => {
  const { member, positionId } = await borrowed()
  const page = await market.call(member, '/funds/records', { tab: 'transaction' })
  expect(page.next).toBeNull()
  // The hold and its release are no rows: the purchase is, with what it took.
  expect(page.records).toMatchObject([{ event: 'trade.open-long', symbol: '2330', amount: '-8028500' }])
  const account = await market.call(member, '/positions/account')
  expect(page.records[0].balanceAfter).toBe(account.buyingPower)
  expect(page.month).toMatchObject({
    month: '2026-11',
    start: '0',
    storedValue: '1000000000',
    withdrawal: '0',
    now: account.buyingPower,
  })
  const [bought] = page.records
  expect(bought.reference).toBe(positionId)
  const entry = await market.call(member, '/funds/entry', { entryId: bought.entryId })
  expect(entry).toMatchObject({
    change: '-8028500',
    trade: {
      side: 'buy',
      direction: 'long',
      quantity: 2_000,
      value: '-20000000',
      fee: '-28500',
      tax: '0',
      loan: '12000000',
      collateral: '0',
    },
  })
  const stranger = await market.member()
  expect(await market.call(stranger, '/funds/entry', { entryId: bought.entryId })).toMatchObject({
    msg: 'request.not-found',
  })
  const stored = await market.call(member, '/funds/records', { tab: 'stored-value' })
  expect(stored.records).toMatchObject([{ event: 'practice-grant', amount: '1000000000' }])
  expect((await market.call(member, '/funds/records', { tab: 'withdrawal' })).records).toEqual([])
})
