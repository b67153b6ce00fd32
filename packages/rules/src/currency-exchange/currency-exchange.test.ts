import { currencies, type Currency } from '@fairlot/money'
import { describe, expect, test } from 'vitest'
import {
  boundsIn,
  crossOf,
  currencyExchangeRules,
  currencyPairs,
  currencyTermsOf,
  exchangeableWith,
  formatRate,
  judgeReading,
  type Mids,
  pairRefusal,
  priceExchange,
  type RateState,
  significant,
  stoppedNow,
} from './index.ts'

const mids: Mids = new Map<Currency, bigint>([
  ['USD', 31_000_000_000n],
  ['RMB', 4_300_000_000n],
  ['HKD', 3_970_000_000n],
  ['JPY', 205_000_000n],
  ['KRW', 21_500_000n],
  ['THB', 950_000_000n],
  ['MYR', 7_300_000_000n],
  ['VND', 1_200_000n],
  ['INR', 352_272_727n],
])

describe('pairs', () => {
  test('USD and INR exchange with each other, the other eight among themselves', () => {
    expect(exchangeableWith('USD')).toEqual(['INR'])
    expect(exchangeableWith('INR')).toEqual(['USD'])
    expect(exchangeableWith('TWD')).toEqual(['RMB', 'HKD', 'THB', 'JPY', 'VND', 'MYR', 'KRW'])
    expect(currencyPairs).toHaveLength(58)
    expect(pairRefusal('TWD', 'TWD')).toBe('currency.same')
    expect(pairRefusal('TWD', 'USD')).toBe('currency.pair')
  })
})

describe('an exchange', () => {
  test('gives what the mid rate gives when there is no spread', () => {
    expect(priceExchange(mids, 'TWD', 'JPY', 3_000_000n, 0)).toEqual({
      base: 'JPY',
      counter: 'TWD',
      mid: 205_000_000n,
      rate: 205_000_000n,
      get: 14_634_146n,
      spread: 0n,
      spreadTwd: 0n,
      valueTwd: 3_000_000n,
    })
    expect(priceExchange(mids, 'USD', 'INR', 10_000n, 0)).toMatchObject({
      base: 'USD',
      rate: 88_000_000_000n,
      get: 880_000n,
      valueTwd: 310_000n,
    })
    expect(priceExchange(mids, 'INR', 'USD', 880_000n, 0)).toMatchObject({ base: 'USD', get: 10_000n })
    expect(priceExchange(new Map(), 'TWD', 'JPY', 100n, 0)).toBeUndefined()
  })

  test('with a spread costs the member exactly the spread, both ways', () => {
    const buying = priceExchange(mids, 'TWD', 'JPY', 3_000_000n, 50)!
    expect(buying.rate).toBe(206_025_000n)
    expect(buying.get + buying.spread).toBe(14_634_146n)
    expect(buying.spreadTwd).toBe(14_926n)
    const selling = priceExchange(mids, 'JPY', 'TWD', 14_634_146n, 50)!
    expect(selling.rate).toBe(203_975_000n)
    expect(selling.get + selling.spread).toBe(2_999_999n)
  })

  test('never gives more than the rate and never gains there and back', () => {
    for (const [pay, get] of currencyPairs) {
      for (const amount of [100_000n, 123_457n, 99_999_999n]) {
        const there = priceExchange(mids, pay, get, amount, 0)!
        const back = priceExchange(mids, get, pay, there.get, 0)!
        expect(back.get).toBeLessThanOrEqual(amount)
        expect(there.spread).toBe(0n)
      }
    }
  })

  test('has its bounds in the currency that is paid', () => {
    const rules = { min: 100_000, max: 50_000_000 }
    expect(boundsIn(mids, 'TWD', rules)).toEqual({ min: 100_000n, max: 50_000_000n })
    expect(boundsIn(mids, 'JPY', rules)).toEqual({ min: 487_805n, max: 243_902_439n })
  })
})

test('a rate has six significant digits and reads that way', () => {
  expect(significant(352_272_727n)).toBe(352_273_000n)
  expect(significant(88_000_000_141n)).toBe(88_000_000_000n)
  expect(formatRate(205_000_000n)).toBe('0.205000')
  expect(formatRate(88_000_000_000n)).toBe('88.0000')
  expect(formatRate(1_200_000n)).toBe('0.00120000')
  expect(formatRate(6_083_330_000_000n)).toBe('6,083.33')
  expect(crossOf(mids, 'VND', 'MYR')).toEqual({ base: 'MYR', counter: 'VND', mid: 6_083_330_000_000n })
})

test('every currency but the home currency has a mid rate here', () => {
  expect([...mids.keys(), 'TWD'].toSorted()).toEqual([...currencies].toSorted())
})

describe('a reading', () => {
  const limits = currencyTermsOf(new Map())
  const start = new Date('2026-11-18T04:00:00Z')
  const later = (seconds: number): Date => new Date(start.getTime() + seconds * 1_000)
  const good: RateState = {
    mid: 205_000_000n,
    readAt: start,
    secondMid: 205_100_000n,
    secondReadAt: start,
    stopped: null,
    good: 0,
    isBackup: false,
  }
  const read = (
    before: RateState | undefined,
    first: bigint | undefined,
    second: bigint | undefined,
    seconds = 2,
    mayUseBackup = false,
  ) => judgeReading(before, { first, second, at: later(seconds), mayUseBackup }, limits)

  test('begins to quote when two sources agree', () => {
    expect(read(undefined, 205_000_000n, 205_100_000n)).toMatchObject({ mid: 205_000_000n, stopped: null })
    expect(read(undefined, 205_000_000n, 206_000_000n)).toBeUndefined()
    expect(read(undefined, 205_000_000n, undefined)).toBeUndefined()
  })

  test('of a silent source stops quoting after the limit, not before', () => {
    expect(read(good, undefined, 205_000_000n, 60)).toBe(good)
    expect(read(good, undefined, 205_000_000n, 61)).toMatchObject({ stopped: 'silent', mid: good.mid })
    expect(stoppedNow(good, limits, later(60))).toBeNull()
    expect(stoppedNow(good, limits, later(61))).toBe('silent')
  })

  test('without a second source stops quoting after the limit', () => {
    expect(read(good, 205_000_000n, undefined, 60)).toMatchObject({ stopped: null, secondReadAt: start })
    expect(read(good, 205_000_000n, undefined, 61)).toMatchObject({ stopped: 'alone' })
  })

  test('that differs from the second source by more than the limit stops', () => {
    expect(read(good, 205_000_000n, 205_615_000n)).toMatchObject({ stopped: null })
    expect(read(good, 205_000_000n, 205_615_001n)).toMatchObject({ stopped: 'apart', mid: good.mid })
  })

  test('that jumps stops, and resumes after five good ones in a row', () => {
    let state = read(good, 212_000_000n, 212_000_000n)!
    expect(state).toMatchObject({ stopped: 'jump', good: 0, mid: 212_000_000n })
    for (let n = 1; n < currencyExchangeRules.resumeReadings.default; n += 1) {
      state = read(state, 212_000_000n, 212_100_000n, 2 + n)!
      expect(state).toMatchObject({ stopped: 'jump', good: n })
    }
    expect(read(state, 212_000_000n, 215_000_000n, 8)).toMatchObject({ stopped: 'apart', good: 0 })
    expect(read(state, 212_000_000n, 212_000_000n, 8)).toMatchObject({ stopped: null, good: 0 })
  })

  describe('while two operators let the second source be quoted alone', () => {
    const silent = read(good, undefined, 205_100_000n, 61)!
    const backup = read(silent, undefined, 205_200_000n, 62, true)!

    test('is the second source’s when the first is silent or apart', () => {
      expect(read(good, 205_000_000n, 205_100_000n, 2, true)).toMatchObject({
        mid: 205_000_000n,
        isBackup: false,
      })
      expect(silent).toMatchObject({ stopped: 'silent', isBackup: false })
      expect(backup).toMatchObject({
        mid: 205_200_000n,
        readAt: later(62),
        secondMid: 205_000_000n,
        secondReadAt: start,
        stopped: null,
        isBackup: true,
      })
      expect(read(good, 203_000_000n, 205_100_000n, 2, true)).toMatchObject({
        mid: 205_100_000n,
        stopped: null,
        isBackup: true,
      })
      expect(read(silent, undefined, undefined, 62, true)).toMatchObject({
        stopped: 'silent',
        isBackup: false,
      })
    })

    test('that jumps stops, and resumes after five readings', () => {
      let state = read(backup, undefined, 212_000_000n, 64, true)!
      expect(state).toMatchObject({ stopped: 'jump', mid: 212_000_000n })
      for (let n = 1; n < currencyExchangeRules.resumeReadings.default; n += 1) {
        state = read(state, undefined, 212_000_000n, 64 + n, true)!
        expect(state).toMatchObject({ stopped: 'jump', good: n })
      }
      expect(read(state, undefined, 212_000_000n, 69, true)).toMatchObject({ stopped: null, isBackup: true })
    })

    test('stops when the second source is silent too', () => {
      expect(read(backup, undefined, undefined, 122, true)).toBe(backup)
      expect(read(backup, undefined, undefined, 123, true)).toMatchObject({ stopped: 'silent' })
    })

    test('is the first’s again after five agreeing readings', () => {
      let state = backup
      for (const first of [205_000_000n, 205_000_000n, 205_000_000n, 205_000_000n, 209_000_000n])
        state = read(state, first, 205_200_000n, 63, true)!
      expect(state).toMatchObject({ mid: 205_200_000n, good: 0, isBackup: true })
      for (let n = 1; n < currencyExchangeRules.resumeReadings.default; n += 1) {
        state = read(state, 205_000_000n, 205_200_000n, 64, true)!
        expect(state).toMatchObject({ mid: 205_200_000n, stopped: null, good: n })
      }
      expect(read(state, 205_000_000n, 205_200_000n, 65, true)).toMatchObject({
        mid: 205_000_000n,
        secondMid: 205_200_000n,
        stopped: null,
        isBackup: false,
      })
    })

    test('is not quoted once that time is over, before readings agree', () => {
      expect(read(backup, undefined, 205_200_000n, 64)).toMatchObject({
        mid: 205_000_000n,
        readAt: start,
        stopped: 'silent',
        isBackup: false,
      })
      expect(read(backup, 205_000_000n, 205_200_000n, 64)).toMatchObject({
        mid: 205_000_000n,
        stopped: 'silent',
        good: 1,
        isBackup: false,
      })
    })
  })

  test('after a long silence does not quote at once', () => {
    expect(read(good, 205_000_000n, 205_000_000n, 300)).toMatchObject({ stopped: 'silent', good: 1 })
  })
})
