import { interest } from '@fairlot/rules/orders'
import { afterEach, expect, test } from 'vitest'
import { flushSeatNets } from '../../apps/server/src/features/settlement/index.ts'
import { accrueInterest } from '../../apps/server/src/features/settlement/jobs/accrue-interest.ts'
import { keepDayTrades } from '../../apps/server/src/features/settlement/jobs/keep-day-trades.ts'
import { sweepDues } from '../../apps/server/src/features/settlement/jobs/sweep-dues.ts'
import { openTestVenue, type TestVenue } from './support/test-venue.ts'

let venue: TestVenue
afterEach(() => venue.stop())

const day = '2026-11-16'
const dayMs = 86_400_000

async function begun(): Promise<TestVenue> {
  venue = await openTestVenue()
  await venue.begin(day)
  venue.startSettler()
  return venue
}
const now = (): Date => new Date(venue.now)

test('receivables become available once, on their due date', async () => {
  await begun()
  const member = await venue.member()
  await venue.makeEligible(member)
  await venue.seat('maker-1', '2330', 'sell', 10_000, 2)
  const opened = await venue.open(member, { symbol: '2330', price: 10_000, lots: 2 })
  await venue.settled()
  await venue.seat('maker-2', '2330', 'buy', 10_000, 1)
  await venue.close(opened, { price: 10_000, lots: 1 })
  // The other lot is in an order without a counterparty.
  const resting = await venue.close(opened, { price: 10_500, lots: 1 })
  await venue.settled()
  const due = '2026-11-18'
  const proceeds = 10_000_000 - 14_200 - 30_000
  expect(await venue.balance(`member/${member}/TWD/receivable@${due}`)).toBe(proceeds)
  expect(await venue.balance(`member/${member}/stk:2330/held-receivable@${due}`)).toBe(1_000)
  const free = await venue.balance(`member/${member}/TWD/available`)

  expect(await sweepDues(venue.settlement.db, 'practice', now())).toBe(0)
  venue.now += dayMs * 2
  // Two operators close the due day: the payment waits for the next banking day.
  await venue.sql.query(
    `INSERT INTO app.closures VALUES ('${due}', '颱風假', 'Typhoon day', false, 'operators')`,
  )
  const noon = new Date(`${due}T12:00:00+08:00`)
  expect(await sweepDues(venue.settlement.db, 'twse', noon)).toBe(0)
  await venue.sql.query('DELETE FROM app.closures')
  expect(await sweepDues(venue.settlement.db, 'twse', noon)).toBe(1)
  expect(await sweepDues(venue.settlement.db, 'practice', now())).toBe(0)
  expect(await venue.balance(`member/${member}/TWD/available`)).toBe(free + proceeds)
  expect(await venue.breaches()).toEqual([])

  await venue.cancel(resting)
  await venue.settled()
  expect(await venue.balance(`member/${member}/stk:2330/receivable@${due}`)).toBe(1_000)
  expect(await sweepDues(venue.settlement.db, 'practice', now())).toBe(1)
  expect(await venue.balance(`member/${member}/stk:2330/available`)).toBe(1_000)
  const left = await venue.sql.query('SELECT FROM settlement.dues')
  expect(left).toHaveLength(0)
  expect(await venue.breaches()).toEqual([])
})

test('loan interest accrues daily and is paid at the close', async () => {
  await begun()
  const member = await venue.member()
  await venue.seat('maker-1', '2330', 'sell', 10_000, 3)
  const opened = await venue.open(member, { symbol: '2330', multiple: 250, price: 10_000, lots: 3 })
  await venue.settled()
  const { loan } = await venue.position(opened)
  expect(loan).toBe('18000000')
  expect(await accrueInterest(venue.settlement.db, 'practice', now())).toBe(0)
  for (let days = 1; days <= 5; days += 1) {
    venue.now += dayMs
    expect(await accrueInterest(venue.settlement.db, 'practice', now())).toBe(1)
    expect(await accrueInterest(venue.settlement.db, 'practice', now())).toBe(0)
    expect((await venue.position(opened)).interest).toBe(String(interest(venue.terms, BigInt(loan), days)))
  }
  expect(await venue.breaches()).toEqual([])
  // The worker was down for a week: one run catches up.
  venue.now += 7 * dayMs
  expect(await accrueInterest(venue.settlement.db, 'practice', now())).toBe(1)
  const whole = interest(venue.terms, BigInt(loan), 12)
  expect((await venue.position(opened)).interest).toBe(String(whole))

  venue.now -= dayMs * 11
  await venue.roll(day, '2026-11-17')
  await venue.seat('maker-2', '2330', 'buy', 10_000, 3)
  await venue.close(opened, { price: 10_000, lots: 1 })
  await venue.close(opened, { price: 10_000, lots: 2 })
  await venue.settled()
  expect(await venue.position(opened)).toMatchObject({
    state: 'closed',
    interest: '0',
    interest_paid: String(whole),
  })
  expect(await venue.balance(`member/${member}/TWD/interest`)).toBe(0)
  expect(await venue.balance('house/main/TWD/interest')).toBe(Number(whole))
  expect(await venue.breaches()).toEqual([])
})

test('an uncovered short day trade pays the remaining tax and fee once', async () => {
  await begun()
  const member = await venue.member()
  await venue.makeEligible(member)
  await venue.seat('maker-1', '2317', 'buy', 10_000, 2)
  const opened = await venue.open(member, {
    symbol: '2317',
    direction: 'short',
    dayTrade: true,
    price: 10_000,
    lots: 2,
  })
  await venue.settled()
  expect(await venue.position(opened)).toMatchObject({ open_tax: '30000', borrow_fee: '0', day_trade: true })
  expect(await keepDayTrades(venue.settlement)).toBe(0)
  await venue.roll(day, '2026-11-17')
  await venue.settled()
  expect(await keepDayTrades(venue.settlement)).toBe(1)
  expect(await keepDayTrades(venue.settlement)).toBe(0)
  expect(await venue.position(opened)).toMatchObject({
    open_tax: '60000',
    borrow_fee: '16000',
    day_trade: false,
    collateral: String(18_000_000 + 20_000_000 - 28_500 - 60_000 - 16_000),
  })
  expect(await venue.breaches()).toEqual([])
  await venue.seat('maker-2', '2317', 'sell', 9_900, 2)
  await venue.close(opened, { price: 9_900, lots: 2 })
  await venue.settled()
  expect(await venue.position(opened)).toMatchObject({
    state: 'closed',
    realised: String(20_000_000 - 19_800_000 - 28_500 - 60_000 - 16_000 - 28_200),
  })
  expect(await venue.breaches()).toEqual([])
})

test('seat trades are netted, and missing shares are owed at settlement', async () => {
  await begun()
  const maker = await venue.seatLedgerId('maker-1')
  const dealer = await venue.seatLedgerId('dealer-1')
  const has = (seat: string, asset: string): Promise<number> =>
    venue.balance(`seat/${seat}/${asset}/available`)
  const before = await has(maker, 'stk:2330')
  const cash = await has(dealer, 'TWD')
  for (let round = 0; round < 3; round += 1) {
    await venue.seat('maker-1', '2330', 'sell', 10_000, 1)
    await venue.seat('dealer-1', '2330', 'buy', 10_000, 1)
  }
  await venue.seat('dealer-1', '2330', 'sell', 10_000, 1)
  await venue.seat('maker-1', '2330', 'buy', 10_000, 1)
  await venue.settled()
  expect(await has(maker, 'stk:2330')).toBe(before)
  expect(await venue.breaches()).toEqual([])
  expect(await flushSeatNets(venue.settlement.db, now())).toBe(4)
  expect(await flushSeatNets(venue.settlement.db, now())).toBe(0)
  expect(await has(maker, 'stk:2330')).toBe(before - 2_000)
  expect(await has(dealer, 'TWD')).toBe(cash - 20_000_000)
  expect(await venue.breaches()).toEqual([])

  // The dealer's shares leave the ledger; its later trades with a seat and a member are only in the netted sums.
  await venue.emptySeat('dealer-1', '2330')
  await venue.seat('maker-1', '2330', 'sell', 10_000, 2)
  await venue.seat('dealer-1', '2330', 'buy', 10_000, 2)
  await venue.matched()
  const member = await venue.member()
  await venue.seat('dealer-1', '2330', 'sell', 10_000, 2)
  const bought = await venue.open(member, { symbol: '2330', price: 10_000, lots: 2 })
  await venue.settled()
  expect((await venue.order(bought)).state).toBe('filled')
  expect(await has(dealer, 'stk:2330')).toBe(0)
  expect(await venue.breaches()).toEqual([])

  // It sells shares it does not have: it owes them on the settlement date, and the sweep collects them.
  await venue.seat('dealer-1', '2330', 'sell', 10_000, 1)
  await venue.open(member, { symbol: '2330', price: 10_000, lots: 1 })
  await venue.settled()
  expect(await venue.balance(`seat/${dealer}/stk:2330/payable@2026-11-18`)).toBe(-1_000)
  expect(await venue.breaches()).toEqual([])
  await venue.seat('maker-1', '2330', 'sell', 10_000, 1)
  await venue.seat('dealer-1', '2330', 'buy', 10_000, 1)
  await venue.settled()
  await flushSeatNets(venue.settlement.db, now())
  venue.now += 2 * dayMs
  await sweepDues(venue.settlement.db, 'practice', now())
  expect(await venue.balance(`seat/${dealer}/stk:2330/payable@2026-11-18`)).toBe(0)
  expect(await venue.breaches()).toEqual([])
})
