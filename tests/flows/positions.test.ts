// Holdings and the whole account as the member reads them: real exchange, settlement, quotes and api.

import { afterEach, expect, test, vi } from 'vitest'
import { type MarginFloor, openMarginFloor } from './support/margin-floor.ts'
import type { TestMember } from './support/start-test-api.ts'

vi.setConfig({ testTimeout: 90_000 })

let market: MarginFloor
afterEach(async () => {
  try {
    expect(await market.floor.breaches()).toEqual([])
  } finally {
    await market.stop()
  }
})

/** Two lots at NT$100 with a loan of 120,000 out of 200,000: 166.66 %. */
async function borrowed(): Promise<{ readonly member: TestMember; readonly positionId: string }> {
  market = await openMarginFloor()
  const member = await market.member()
  await market.floor.seat('maker-1', '2330', 'sell', 10_000, 2)
  const positionId = await market.floor.open(member.memberId, {
    symbol: '2330',
    multiple: 250,
    price: 10_000,
    lots: 2,
  })
  await market.rest()
  return { member, positionId }
}

test('an account with a holding adds up, in every place it is shown', async () => {
  const { member, positionId } = await borrowed()
  const account = await market.call(member, '/positions/account')
  // Ten million less own part 80,000 and the fee 285.
  expect(account).toMatchObject({
    cash: '991971500',
    loans: '12000000',
    longValue: '20000000',
    margin: '8000000',
    ratioBp: 16_666,
    owed: '0',
    // Fee both ways and tax.
    unrealised: String(-28_500 - 28_500 - 60_000),
    equity: String(991_971_500 + 20_000_000 - 12_000_000),
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
  const assets = await market.call(member, '/members/assets')
  expect([assets.total, assets.profit, assets.available]).toEqual([
    account.equity,
    account.unrealised,
    account.cash,
  ])
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

test('a top-up is refused by name and done once', async () => {
  const { member, positionId } = await borrowed()
  const up = (body: object) => market.call(member, '/positions/topUp', body, true)
  expect(await up({ amount: '0' })).toMatchObject({ msg: 'input.invalid', field: 'amount' })
  expect(await up({ amount: '99999999999' })).toMatchObject({ applied: '12000000', ratioBp: null })
  expect(await up({ amount: '100' })).toMatchObject({ msg: 'margin.nothing-owed' })
  expect(await up({ amount: '100', positionId: member.memberId })).toMatchObject({ msg: 'order.not-found' })
  const poor = await market.member()
  await market.floor.seat('maker-1', '2317', 'sell', 10_000, 40)
  // All of the ten million but a little goes into shares.
  await market.floor.open(poor.memberId, { symbol: '2317', multiple: 250, price: 10_000, lots: 40 })
  await market.rest()
  const account = await market.call(poor, '/positions/account')
  const all = await market.floor.sql.query<{ n: number }>(
    'SELECT count(*)::int AS n FROM app.positions WHERE member_id = $1',
    [poor.memberId],
  )
  expect(all).toEqual([{ n: 1 }])
  // 2,400,000 are owed and 8,394,300 are free: ask for more than is free by opening a large order first.
  await market.floor.open(poor.memberId, { symbol: '2317', price: 9_000, lots: 90 })
  const free = await market.call(poor, '/positions/account')
  expect(BigInt(free.cash) < BigInt(account.loans)).toBe(true)
  expect(await market.call(poor, '/positions/topUp', { amount: account.loans }, true)).toMatchObject({
    msg: 'balance.insufficient',
  })
  const once = { key: '0d9a4b1e-6f0e-4c52-9a5e-3a1f6f2f8c11' }
  const cash = BigInt(free.cash)
  const first = await poor.client.call('/positions/topUp', { amount: '1000000' }, once)
  const again = await poor.client.call('/positions/topUp', { amount: '1000000' }, once)
  expect(again.body.data).toEqual(first.body.data)
  expect(BigInt((await market.call(poor, '/positions/account')).cash)).toBe(cash - 1_000_000n)
  expect((await market.floor.position(positionId)).loan).toBe('0')
})
