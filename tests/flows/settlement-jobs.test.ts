import { interest } from '@fairlot/rules/orders'
import { afterEach, expect, test } from 'vitest'
import { flushSeatNets } from '../../apps/server/src/features/settlement/index.ts'
import { accrueInterest } from '../../apps/server/src/features/settlement/jobs/accrue-interest.ts'
import { keepDayTrades } from '../../apps/server/src/features/settlement/jobs/keep-day-trades.ts'
import { sweepDues } from '../../apps/server/src/features/settlement/jobs/sweep-dues.ts'
import { openTradingFloor, type TradingFloor } from './support/trading-floor.ts'

let floor: TradingFloor
afterEach(() => floor.stop())

const day = '2026-11-16'
const dayMs = 86_400_000

async function begun(): Promise<TradingFloor> {
  floor = await openTradingFloor()
  await floor.begin(day)
  floor.startSettler()
  return floor
}
const now = (): Date => new Date(floor.now)

test('receivables become available once, on their due date', async () => {
  await begun()
  const member = await floor.member()
  await floor.makeEligible(member)
  await floor.seat('maker-1', '2330', 'sell', 10_000, 2)
  const opened = await floor.open(member, { symbol: '2330', price: 10_000, lots: 2 })
  await floor.settled()
  await floor.seat('maker-2', '2330', 'buy', 10_000, 1)
  await floor.close(opened, { price: 10_000, lots: 1 })
  // The other lot is in an order without a counterparty.
  const resting = await floor.close(opened, { price: 10_500, lots: 1 })
  await floor.settled()
  const due = '2026-11-18'
  const proceeds = 10_000_000 - 14_200 - 30_000
  expect(await floor.balance(`member/${member}/TWD/receivable@${due}`)).toBe(proceeds)
  expect(await floor.balance(`member/${member}/stk:2330/held-receivable@${due}`)).toBe(1_000)
  const free = await floor.balance(`member/${member}/TWD/available`)

  expect(await sweepDues(floor.db, 'practice', now())).toBe(0)
  floor.now += dayMs * 2
  // Two operators close the due day: the payment waits for the next banking day.
  await floor.sql.query(
    `INSERT INTO app.closures VALUES ('${due}', '颱風假', 'Typhoon day', false, 'operators')`,
  )
  const noon = new Date(`${due}T12:00:00+08:00`)
  expect(await sweepDues(floor.db, 'twse', noon)).toBe(0)
  await floor.sql.query('DELETE FROM app.closures')
  expect(await sweepDues(floor.db, 'twse', noon)).toBe(1)
  expect(await sweepDues(floor.db, 'practice', now())).toBe(0)
  expect(await floor.balance(`member/${member}/TWD/available`)).toBe(free + proceeds)
  expect(await floor.breaches()).toEqual([])

  await floor.cancel(resting)
  await floor.settled()
  expect(await floor.balance(`member/${member}/stk:2330/receivable@${due}`)).toBe(1_000)
  expect(await sweepDues(floor.db, 'practice', now())).toBe(1)
  expect(await floor.balance(`member/${member}/stk:2330/available`)).toBe(1_000)
  const left = await floor.sql.query('SELECT FROM settlement.dues')
  expect(left).toHaveLength(0)
  expect(await floor.breaches()).toEqual([])
})

test('loan interest accrues daily and is paid at the close', async () => {
  await begun()
  const member = await floor.member()
  await floor.seat('maker-1', '2330', 'sell', 10_000, 3)
  const opened = await floor.open(member, { symbol: '2330', multiple: 250, price: 10_000, lots: 3 })
  await floor.settled()
  const { loan } = await floor.position(opened)
  expect(loan).toBe('18000000')
  expect(await accrueInterest(floor.db, 'practice', now())).toBe(0)
  for (let days = 1; days <= 5; days += 1) {
    floor.now += dayMs
    expect(await accrueInterest(floor.db, 'practice', now())).toBe(1)
    expect(await accrueInterest(floor.db, 'practice', now())).toBe(0)
    expect((await floor.position(opened)).interest).toBe(String(interest(floor.terms, BigInt(loan), days)))
  }
  expect(await floor.breaches()).toEqual([])
  // The worker was down for a week: one round catches up.
  floor.now += 7 * dayMs
  expect(await accrueInterest(floor.db, 'practice', now())).toBe(1)
  const whole = interest(floor.terms, BigInt(loan), 12)
  expect((await floor.position(opened)).interest).toBe(String(whole))

  floor.now -= dayMs * 11
  await floor.roll(day, '2026-11-17')
  await floor.seat('maker-2', '2330', 'buy', 10_000, 3)
  await floor.close(opened, { price: 10_000, lots: 1 })
  await floor.close(opened, { price: 10_000, lots: 2 })
  await floor.settled()
  expect(await floor.position(opened)).toMatchObject({
    state: 'closed',
    interest: '0',
    interest_paid: String(whole),
  })
  expect(await floor.balance(`member/${member}/TWD/interest`)).toBe(0)
  expect(await floor.balance('house/main/TWD/interest')).toBe(Number(whole))
  expect(await floor.breaches()).toEqual([])
})

test('an uncovered short day trade pays the remaining tax and fee once', async () => {
  await begun()
  const member = await floor.member()
  await floor.makeEligible(member)
  await floor.seat('maker-1', '2317', 'buy', 10_000, 2)
  const opened = await floor.open(member, {
    symbol: '2317',
    direction: 'short',
    dayTrade: true,
    price: 10_000,
    lots: 2,
  })
  await floor.settled()
  expect(await floor.position(opened)).toMatchObject({ open_tax: '30000', borrow_fee: '0', day_trade: true })
  expect(await keepDayTrades(floor.settlement)).toBe(0)
  await floor.roll(day, '2026-11-17')
  await floor.settled()
  expect(await keepDayTrades(floor.settlement)).toBe(1)
  expect(await keepDayTrades(floor.settlement)).toBe(0)
  expect(await floor.position(opened)).toMatchObject({
    open_tax: '60000',
    borrow_fee: '16000',
    day_trade: false,
    collateral: String(18_000_000 + 20_000_000 - 28_500 - 60_000 - 16_000),
  })
  expect(await floor.breaches()).toEqual([])
  await floor.seat('maker-2', '2317', 'sell', 9_900, 2)
  await floor.close(opened, { price: 9_900, lots: 2 })
  await floor.settled()
  expect(await floor.position(opened)).toMatchObject({
    state: 'closed',
    realised: String(20_000_000 - 19_800_000 - 28_500 - 60_000 - 16_000 - 28_200),
  })
  expect(await floor.breaches()).toEqual([])
})

test('seat trades are netted, and missing shares are owed at settlement', async () => {
  await begun()
  const maker = await floor.seatLedgerId('maker-1')
  const dealer = await floor.seatLedgerId('dealer-1')
  const has = (seat: string, asset: string): Promise<number> =>
    floor.balance(`seat/${seat}/${asset}/available`)
  const before = await has(maker, 'stk:2330')
  const cash = await has(dealer, 'TWD')
  for (let round = 0; round < 3; round += 1) {
    await floor.seat('maker-1', '2330', 'sell', 10_000, 1)
    await floor.seat('dealer-1', '2330', 'buy', 10_000, 1)
  }
  await floor.seat('dealer-1', '2330', 'sell', 10_000, 1)
  await floor.seat('maker-1', '2330', 'buy', 10_000, 1)
  await floor.settled()
  expect(await has(maker, 'stk:2330')).toBe(before)
  expect(await floor.breaches()).toEqual([])
  expect(await flushSeatNets(floor.db, now())).toBe(4)
  expect(await flushSeatNets(floor.db, now())).toBe(0)
  expect(await has(maker, 'stk:2330')).toBe(before - 2_000)
  expect(await has(dealer, 'TWD')).toBe(cash - 20_000_000)
  expect(await floor.breaches()).toEqual([])

  // The dealer's shares leave the ledger; its later trades with a seat and a member are only in the netted sums.
  await floor.emptySeat('dealer-1', '2330')
  await floor.seat('maker-1', '2330', 'sell', 10_000, 2)
  await floor.seat('dealer-1', '2330', 'buy', 10_000, 2)
  await floor.matched()
  const member = await floor.member()
  await floor.seat('dealer-1', '2330', 'sell', 10_000, 2)
  const bought = await floor.open(member, { symbol: '2330', price: 10_000, lots: 2 })
  await floor.settled()
  expect((await floor.order(bought)).state).toBe('filled')
  expect(await has(dealer, 'stk:2330')).toBe(0)
  expect(await floor.breaches()).toEqual([])

  // It sells shares it does not have: it owes them on the settlement date, and the sweep collects them.
  await floor.seat('dealer-1', '2330', 'sell', 10_000, 1)
  await floor.open(member, { symbol: '2330', price: 10_000, lots: 1 })
  await floor.settled()
  expect(await floor.balance(`seat/${dealer}/stk:2330/payable@2026-11-18`)).toBe(-1_000)
  expect(await floor.breaches()).toEqual([])
  await floor.seat('maker-1', '2330', 'sell', 10_000, 1)
  await floor.seat('dealer-1', '2330', 'buy', 10_000, 1)
  await floor.settled()
  await flushSeatNets(floor.db, now())
  floor.now += 2 * dayMs
  await sweepDues(floor.db, 'practice', now())
  expect(await floor.balance(`seat/${dealer}/stk:2330/payable@2026-11-18`)).toBe(0)
  expect(await floor.breaches()).toEqual([])
})
