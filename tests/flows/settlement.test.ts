import { afterEach, expect, test } from 'vitest'
import { openTradingFloor, type TradingFloor } from './support/trading-floor.ts'

let floor: TradingFloor
afterEach(() => floor.stop())

const day = '2026-11-16'

async function begun(): Promise<TradingFloor> {
  floor = await openTradingFloor()
  await floor.begin(day)
  return floor
}

test('two members trade with each other: money, shares, fees, timeline, evidence', async () => {
  await begun()
  floor.startSettler()
  const buyer = await floor.member()
  const other = await floor.member()
  await floor.seat('maker-1', '2330', 'sell', 10_000, 2)
  const first = await floor.open(buyer, { symbol: '2330', price: 10_050, lots: 2 })
  await floor.settled()
  expect(await floor.breaches()).toEqual([])
  expect(await floor.order(first)).toMatchObject({
    state: 'filled',
    filled_shares: 2_000,
    left_shares: 0,
    filled_value: '20000000',
    fee: '28500',
    tax: '0',
  })
  expect(await floor.position(first)).toMatchObject({
    state: 'holding',
    shares: 2_000,
    opened_value: '20000000',
    open_fee: '28500',
    sellable_on: '2026-11-17',
    settles_on: '2026-11-18',
  })
  expect(await floor.balance(`member/${buyer}/TWD/available`)).toBe(1_000_000_000 - 20_028_500)
  expect(await floor.balance(`member/${buyer}/stk:2330/receivable@2026-11-18`)).toBe(2_000)

  await floor.roll(day, '2026-11-17')
  const sold = await floor.close(first, { price: 10_100, lots: 1 })
  const bought = await floor.open(other, { symbol: '2330', price: 10_100, lots: 1 })
  await floor.settled()
  expect(await floor.breaches()).toEqual([])
  expect((await floor.order(sold)).state).toBe('filled')
  expect((await floor.order(bought)).state).toBe('filled')
  // 10,100,000 less fee 14,300 (cut to dollars), tax 30,300, half the opening value and fee.
  expect(await floor.position(first)).toMatchObject({
    state: 'holding',
    shares: 1_000,
    closing: 0,
    realised: String(10_100_000 - 14_300 - 30_300 - 10_000_000 - 14_250),
  })
  expect(await floor.balance(`member/${buyer}/TWD/receivable@2026-11-19`)).toBe(10_100_000 - 14_300 - 30_300)
})
