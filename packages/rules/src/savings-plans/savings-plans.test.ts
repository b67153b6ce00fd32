import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { closuresOf } from '../calendar/index.ts'
import { isOnTick } from '../instruments/index.ts'
import { brokerage, termsOf, valueAt } from '../orders/index.ts'
import {
  dueFrom,
  isPlanAmount,
  nextPlanDate,
  planDate,
  planDaysOf,
  type PriceDay,
  purchaseFor,
} from './index.ts'

const closures = closuresOf([
  { date: '2026-04-03', settlementOnly: false },
  { date: '2026-04-06', settlementOnly: false },
])
const market = { calendar: 'twse', closures, afterOpenMinutes: 30 } as const
const taipei = (time: string): number => Date.parse(`${time}+08:00`)

describe('a date', () => {
  test('on a closed day moves to the next trading day', () => {
    expect(planDate(market, '2026-04-06')).toEqual({
      dueOn: '2026-04-06',
      on: '2026-04-07',
      at: taipei('2026-04-07T09:30:00'),
    })
    // A Friday closure, a weekend and another closure.
    expect(planDate(market, '2026-04-03').on).toBe('2026-04-07')
    expect(planDate({ ...market, calendar: 'practice' }, '2026-04-03').on).toBe('2026-04-03')
  })

  test('is today until plans have bought, then the next one', () => {
    const next = (time: string) => nextPlanDate(market, [6, 16], taipei(time)).dueOn
    expect(next('2026-03-06T09:29:59')).toBe('2026-03-06')
    expect(next('2026-03-06T09:30:00')).toBe('2026-03-16')
    expect(next('2026-03-16T23:00:00')).toBe('2026-04-06')
  })

  test('is a day that every month has', () => {
    expect(planDaysOf([26, 6, 6])).toEqual([6, 26])
    for (const days of [[], [0], [29], [1.5]]) expect(planDaysOf(days)).toBeUndefined()
    expect(dueFrom([28], '2027-02-01')).toBe('2027-02-28')
    expect(dueFrom([1], '2027-01-31')).toBe('2027-02-01')
  })
})

describe('a purchase', () => {
  const terms = termsOf('practice')
  const day: PriceDay = { kind: 'etf', last: 6_185, reference: 6_200, upper: 6_820, terms }

  test('buys whole shares for at most the amount with its fee', () => {
    expect(purchaseFor(day, 500_000n, 0)).toMatchObject({
      price: 6_185,
      whole: 0,
      odd: 80,
      value: 494_800n,
      fee: 700n,
      cost: 495_500n,
    })
  })

  test('sends whole lots and the remainder to their books', () => {
    const buys = purchaseFor({ ...day, last: 2_000, upper: 2_200 }, 5_000_000n, 0)
    expect(buys).toMatchObject({ whole: 2_000, odd: 496, shares: 2_496 })
  })

  test('has a limit above the last price and within the day', () => {
    expect(purchaseFor(day, 500_000n, 100)).toMatchObject({ price: 6_245, atUpper: false })
    expect(purchaseFor({ ...day, last: 6_800 }, 500_000n, 100)).toMatchObject({ price: 6_820, atUpper: true })
    expect(purchaseFor({ ...day, last: null }, 500_000n, 0)?.price).toBe(6_200)
  })

  test('is none when the amount does not pay for one share', () => {
    expect(purchaseFor({ ...day, last: 600_000, upper: null }, 500_000n, 0)).toBeUndefined()
    expect(purchaseFor({ ...day, last: null, reference: 0 }, 500_000n, 0)).toBeUndefined()
  })

  test('never costs more than the amount, and one more share would', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1_000, max: 200_000 }),
        fc.integer({ min: 1, max: 100 }),
        fc.integer({ min: 0, max: 1_000 }),
        (last, thousands, headroomBp) => {
          const amount = BigInt(thousands) * 100_000n
          const on = Math.floor(last / 500) * 500 || 500
          const buys = purchaseFor({ ...day, last: on, upper: null }, amount, headroomBp)
          if (!buys) return
          expect(isOnTick('etf', buys.price)).toBe(true)
          expect(buys.cost).toBe(buys.value + buys.fee)
          expect(buys.cost <= amount).toBe(true)
          // One more odd share, with the fee of all of them.
          const value = valueAt(buys.price, buys.odd + 1)
          const more = valueAt(buys.price, buys.whole) + value
          const fee = brokerage(terms, valueAt(buys.price, buys.whole), buys.whole)
          expect(more + fee + brokerage(terms, value, buys.odd + 1) > amount || buys.odd === 999).toBe(true)
        },
      ),
    )
  })
})

test('an amount is within its bounds and a multiple of the step', () => {
  const bounds = { min: 100_000n, max: 10_000_000n, step: 100_000n }
  for (const amount of [100_000n, 500_000n, 10_000_000n]) expect(isPlanAmount(amount, bounds)).toBe(true)
  for (const amount of [0n, -100_000n, 99_999n, 150_000n, 10_100_000n])
    expect(isPlanAmount(amount, bounds)).toBe(false)
})
