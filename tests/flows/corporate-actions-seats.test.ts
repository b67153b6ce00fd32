// Dividends and splits of market makers and of the lending pool: entitled like members, paid on the payment date. The books after
// every test.

import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type DividendVenue, openDividendVenue } from './support/dividend-venue.ts'
import { ownStocks } from './support/own-stocks.ts'

const stocks = ownStocks(9)
let symbol = ''
let venue: DividendVenue

beforeAll(async () => {
  venue = await openDividendVenue(stocks.symbols)
})
afterAll(() => venue.stop())
beforeEach(() => {
  symbol = stocks.next()
})
afterEach(async () => {
  await venue.untilIdle()
  expect(await venue.everyBreach()).toEqual([])
})

const idOf = (code: string): Promise<string> => venue.venue.seatLedgerId(code)
const seatHas = async (code: string, account: string): Promise<bigint> =>
  venue.balance(`seat/${await idOf(code)}/${account}`)
const poolHas = (account: string): Promise<bigint> => venue.balance(`lending/pool/${account}`)
const issued = async (): Promise<bigint> => -(await venue.balance(`house/main/stk:${symbol}/issue`))
const nextDays = async (days: number): Promise<void> => {
  for (let day = 0; day < days; day += 1) await venue.nextDay()
}
const one = async (sql: string, ...parameters: readonly unknown[]): Promise<bigint> => {
  const { rows } = await venue.votes.owner.query(sql, [...parameters])
  return BigInt(rows[0].n as string)
}
/** Of the ledger and of what seats owe each other. */
const held = async (code: string): Promise<bigint> =>
  one(
    `SELECT (SELECT coalesce(sum(b.balance), 0) FROM ledger.accounts a JOIN ledger.balances b ON b.account_id = a.id
         WHERE a.owner_kind = 'seat' AND a.owner_id = $1 AND a.asset = $2)
       + (SELECT coalesce(sum(amount), 0) FROM settlement.seat_nets WHERE seat = $1 AND asset = $2) AS n`,
    await idOf(code),
    `stk:${symbol}`,
  )
/** A trade between two seats; settlement keeps it as a sum. */
const seatTrade = async (from: string, to: string, lots: number): Promise<void> => {
  await venue.venue.seat(from, symbol, 'sell', 10_000, lots)
  await venue.venue.seat(to, symbol, 'buy', 10_000, lots)
  await venue.untilIdle()
}
/** The whole dollars of so many hundredths. */
const dollars = (hundredths: bigint): bigint => (hundredths / 100n) * 100n

describe('a stock dividend', () => {
  test('gives a seat new shares and cash on the payment date', async () => {
    const before = await held('maker-1')
    expect(before).toBeGreaterThan(0n)
    const cash = await seatHas('maker-1', 'TWD/available')
    await venue.announce({ symbol, cashMicros: 1_000_000, stockMicros: 100_000 })
    await venue.passExDate(symbol)
    const arriving = before / 10n
    const paysOn = venue.inDays(2)
    expect(await seatHas('maker-1', `stk:${symbol}/dividend@${paysOn}`)).toBe(arriving)
    expect(await seatHas('maker-1', `stk:${symbol}/available`)).toBe(before)
    // A dollar a share; the practice market's seats hold whole lots, of which a tenth is whole.
    expect(await seatHas('maker-1', `TWD/dividend@${paysOn}`)).toBe(before * 100n)
    await nextDays(2)
    expect(await venue.book()).toBe(2)
    expect(await seatHas('maker-1', `stk:${symbol}/dividend@${paysOn}`)).toBe(0n)
    expect(await seatHas('maker-1', `stk:${symbol}/available`)).toBe(before + arriving)
    expect(await seatHas('maker-1', 'TWD/available')).toBe(cash + before * 100n)
    expect(await venue.book()).toBe(0)
  })

  test('gives every issued share the same', async () => {
    const member = await venue.member()
    await venue.holding(member, { symbol, lots: 3 }, false)
    const short = await venue.member()
    await venue.holding(short, { symbol, lots: 1, direction: 'short' }, false)
    await seatTrade('maker-1', 'maker-2', 2)
    const before = await issued()
    const owed = await venue.balance('house/main/TWD/dividends')
    await venue.announce({ symbol, cashMicros: 2_000_000, stockMicros: 250_000 })
    await venue.passExDate(symbol, member)
    expect(await issued()).toBe((before * 5n) / 4n)
    expect(owed - (await venue.balance('house/main/TWD/dividends'))).toBe(before * 200n)
    await nextDays(2)
    await venue.book()
    await venue.sweep()
    expect((await venue.dividend(member, symbol)).state).toBe('paid')
  })

  test('pays a seat its fraction in whole dollars', async () => {
    const before = await held('maker-2')
    await venue.announce({ symbol, cashMicros: 0, stockMicros: 33_333 })
    await venue.passExDate(symbol)
    const { rows } = await venue.votes.owner.query(
      'SELECT reference FROM app.corporate_actions WHERE symbol = $1',
      [symbol],
    )
    const parts = before * 33_333n
    const paysOn = venue.inDays(2)
    expect(await seatHas('maker-2', `stk:${symbol}/dividend@${paysOn}`)).toBe(parts / 1_000_000n)
    const fraction = dollars(((parts % 1_000_000n) * BigInt(rows[0].reference as number)) / 1_000_000n)
    expect(await seatHas('maker-2', `TWD/dividend@${paysOn}`)).toBe(fraction)
  })

  test('counts what a seat traded with seats since the last posting', async () => {
    const seller = await held('maker-1')
    const buyer = await held('maker-2')
    await seatTrade('maker-1', 'maker-2', 4)
    expect(await held('maker-2')).toBe(buyer + 4_000n)
    await venue.announce({ symbol, cashMicros: 0, stockMicros: 100_000 })
    await venue.passExDate(symbol)
    const paysOn = venue.inDays(2)
    expect(await seatHas('maker-1', `stk:${symbol}/dividend@${paysOn}`)).toBe((seller - 4_000n) / 10n)
    expect(await seatHas('maker-2', `stk:${symbol}/dividend@${paysOn}`)).toBe((buyer + 4_000n) / 10n)
  })

  test('makes a short seat owe shares and cash', async () => {
    const member = await venue.member()
    await venue.venue.emptySeat('dealer-1', symbol)
    await venue.venue.seat('dealer-1', symbol, 'sell', 10_000, 2)
    await venue.placed(member, { symbol, lots: 2, price: 10_000 })
    await venue.untilIdle()
    expect(await held('dealer-1')).toBe(-2_000n)
    await venue.announce({ symbol, cashMicros: 1_000_000, stockMicros: 100_000, paysOn: venue.inDays(4) })
    await venue.passExDate(symbol, member)
    const paysOn = venue.inDays(3)
    expect(await seatHas('dealer-1', `stk:${symbol}/payable@${paysOn}`)).toBe(-200n)
    expect(await seatHas('dealer-1', `TWD/payable@${paysOn}`)).toBe(-200_000n)
    const cash = await seatHas('dealer-1', 'TWD/available')
    // It buys what it owes.
    await venue.venue.seat('maker-1', symbol, 'sell', 9_000, 3)
    await venue.venue.seat('dealer-1', symbol, 'buy', 9_000, 3)
    await nextDays(3)
    await venue.book()
    await venue.flushSeats()
    await venue.sweep()
    expect(await seatHas('dealer-1', `TWD/payable@${paysOn}`)).toBe(0n)
    expect(await seatHas('dealer-1', `stk:${symbol}/payable@${paysOn}`)).toBe(0n)
    expect(await held('dealer-1')).toBe(800n)
    expect(await seatHas('dealer-1', 'TWD/available')).toBe(cash - 200_000n - 3_000n * 9_000n)
  })

  test('gives the lending pool its shares and what shorts owe', async () => {
    const short = await venue.member()
    await venue.holding(short, { symbol, lots: 1, direction: 'short' }, false)
    const free = await poolHas(`stk:${symbol}/available`)
    const cash = await poolHas('TWD/available')
    expect(free).toBeGreaterThan(0n)
    await venue.announce({ symbol, cashMicros: 1_000_000, stockMicros: 100_000 })
    await venue.passExDate(symbol, short)
    const paysOn = venue.inDays(2)
    expect(await poolHas(`stk:${symbol}/dividend@${paysOn}`)).toBe(free / 10n)
    expect(await poolHas(`stk:${symbol}/lent`)).toBe(1_100n)
    expect(await poolHas(`TWD/dividend@${paysOn}`)).toBe((free + 1_000n) * 100n)
    await nextDays(2)
    await venue.book()
    expect(await poolHas(`stk:${symbol}/available`)).toBe(free + free / 10n)
    expect(await poolHas('TWD/available')).toBe(cash + (free + 1_000n) * 100n)
  })
})

test('a consolidation counts unposted trades of seats and pays fractions', async () => {
  await seatTrade('maker-1', 'maker-2', 3)
  await venue.venue.emptySeat('dealer-1', symbol)
  await seatTrade('dealer-1', 'maker-2', 2)
  const seller = await held('maker-1')
  const buyer = await held('maker-2')
  const pool = await poolHas(`stk:${symbol}/available`)
  await venue.announceSplit({ symbol, splitTo: 1, splitFrom: 7 })
  await venue.passExDate(symbol)
  expect(await held('maker-1')).toBe(seller / 7n)
  expect(await held('maker-2')).toBe(buyer / 7n)
  expect(await held('dealer-1')).toBe(-285n)
  expect(await poolHas(`stk:${symbol}/available`)).toBe(pool / 7n)
  const paysOn = venue.inDays(2)
  // Five sevenths of a share that it owes.
  expect(await seatHas('dealer-1', `TWD/payable@${paysOn}`)).toBe(-50_000n)
  // A share of the new ones is worth 700.00.
  expect(await seatHas('maker-1', `TWD/dividend@${paysOn}`)).toBe(dollars((seller % 7n) * 10_000n))
  expect(await poolHas(`TWD/dividend@${paysOn}`)).toBe(dollars((pool % 7n) * 10_000n))
  await venue.flushSeats()
  expect(await held('maker-2')).toBe(buyer / 7n)
  await nextDays(2)
  await venue.book()
  expect(await seatHas('maker-1', `TWD/dividend@${paysOn}`)).toBe(0n)
})

test('a taken worker cannot pay a seat early or twice', async () => {
  const { db } = venue.venue
  const id = await venue.announce({ symbol, cashMicros: 1_000_000, stockMicros: 100_000 })
  const pay = () => db.query('SELECT app.pay_seats($1, now())', [id])
  await expect(pay()).rejects.toThrow('query returned no rows')
  await venue.passExDate(symbol)
  await venue.votes.owner.query('UPDATE platform.clock_bound SET seconds = 60')
  try {
    await expect(pay()).rejects.toThrow('is paid on')
  } finally {
    await venue.votes.owner.query('UPDATE platform.clock_bound SET seconds = 2000000000')
  }
  await expect(
    db.query('UPDATE app.seat_entitlements SET gross = gross * 2 WHERE action_id = $1', [id]),
  ).rejects.toThrow('permission denied')
  await nextDays(2)
  const free = await seatHas('maker-1', `stk:${symbol}/available`)
  expect(await db.query('SELECT app.pay_seats($1, now()) AS n', [id])).toEqual([{ n: 2 }])
  expect(await db.query('SELECT app.pay_seats($1, now()) AS n', [id])).toEqual([{ n: 0 }])
  expect(await seatHas('maker-1', `stk:${symbol}/available`)).toBeGreaterThan(free)
  await venue.book()
})

test('reconciliation finds a seat’s dividend that its row does not say', async () => {
  const { owner } = venue.votes
  const id = await venue.announce({ symbol, cashMicros: 1_000_000, stockMicros: 100_000 })
  await venue.passExDate(symbol)
  const where = `WHERE action_id = '${id}' AND owner = 'seat/${await idOf('maker-1')}'`
  for (const [column, by] of [
    ['gross', 100],
    ['new_shares', 1],
    ['long_shares', 1_000],
  ] as const) {
    await owner.query(`UPDATE app.seat_entitlements SET ${column} = ${column} + ${by} ${where}`)
    expect(await venue.everyBreach(), column).not.toEqual([])
    await owner.query(`UPDATE app.seat_entitlements SET ${column} = ${column} - ${by} ${where}`)
  }
})
