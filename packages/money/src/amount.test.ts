import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  add,
  compare,
  currencies,
  divide,
  HOUSE_ROUNDING,
  isCurrency,
  lots,
  lotsIn,
  money,
  multiplyRatio,
  negate,
  price,
  type Rounding,
  shares,
  SHARES_PER_LOT,
  sharesOf,
  subtract,
  valueOf,
} from './index.ts'

const amounts = fc.bigInt({ min: -(10n ** 18n), max: 10n ** 18n })

describe('amounts', () => {
  it('constant.currencies: RMB, TWD, HKD, USD, THB, JPY, VND, MYR, KRW and INR', () => {
    expect(currencies).toEqual(['RMB', 'TWD', 'HKD', 'USD', 'THB', 'JPY', 'VND', 'MYR', 'KRW', 'INR'])
    expect(isCurrency('TWD')).toBe(true)
    expect(isCurrency('EUR')).toBe(false)
  })

  it('different currencies cannot be combined', () => {
    const ntd = money(100n, 'TWD')
    const usd = money(100n, 'USD')
    // @ts-expect-error the compiler refuses it before the check does
    expect(() => add(ntd, usd)).toThrow('TWD and USD')
    // @ts-expect-error
    expect(() => subtract(ntd, usd)).toThrow(TypeError)
    // @ts-expect-error
    expect(() => compare(ntd, usd)).toThrow(TypeError)
  })

  it('adds, subtracts and compares as integers do', () => {
    fc.assert(
      fc.property(amounts, amounts, (a, b) => {
        const left = money(a, 'TWD')
        const right = money(b, 'TWD')
        expect(add(left, right).minor).toBe(a + b)
        expect(subtract(add(left, right), right)).toEqual(left)
        expect(add(left, negate(left)).minor).toBe(0n)
        expect(compare(left, right)).toBe(a < b ? -1 : a > b ? 1 : 0)
      }),
    )
  })
})

describe('shares and lots', () => {
  it('constant.lot: one lot is 1000 shares', () => {
    expect(SHARES_PER_LOT).toBe(1000n)
    expect(sharesOf(lots(3n))).toBe(3000n)
    expect(lotsIn(shares(3500n))).toEqual({ lots: 3n, odd: 500n })
  })

  it('price times shares is exact', () => {
    expect(valueOf(price(98_550n), shares(1_000n))).toBe(98_550_000n)
  })

  it('prices must be positive, counts not negative', () => {
    expect(() => price(0n)).toThrow(RangeError)
    expect(() => shares(-1n)).toThrow(RangeError)
    expect(() => lots(-1n)).toThrow(RangeError)
  })
})

describe('rounding', () => {
  it('the default is half-up, away from zero', () => {
    expect(HOUSE_ROUNDING).toBe('half-up')
    expect(multiplyRatio(1n, 1n, 2n)).toBe(1n)
    expect(multiplyRatio(-1n, 1n, 2n)).toBe(-1n)
    // 0.1425 % of NT$985,500.00
    expect(multiplyRatio(98_550_000n, 1_425n, 1_000_000n)).toBe(140_434n)
  })

  it.each<[Rounding, bigint[]]>([
    ['half-up', [3n, 3n, 2n, -3n, -3n, -2n]],
    ['half-even', [2n, 3n, 2n, -2n, -3n, -2n]],
    ['down', [2n, 2n, 2n, -2n, -2n, -2n]],
    ['up', [3n, 3n, 3n, -3n, -3n, -3n]],
    ['floor', [2n, 2n, 2n, -3n, -3n, -3n]],
    ['ceil', [3n, 3n, 3n, -2n, -2n, -2n]],
  ])('%s', (rounding, expected) => {
    const tenths = [25n, 29n, 21n, -25n, -29n, -21n]
    expect(tenths.map((value) => divide(value, 10n, rounding))).toEqual(expected)
    expect(tenths.map((value) => divide(-value, -10n, rounding))).toEqual(expected)
  })

  it('stays between neighbours and keeps exact results', () => {
    const modes = fc.constantFrom<Rounding>('half-up', 'half-even', 'down', 'up', 'floor', 'ceil')
    const divisors = fc.bigInt({ min: 1n, max: 10n ** 9n })
    fc.assert(
      fc.property(amounts, divisors, modes, (value, divisor, rounding) => {
        const off = divide(value, divisor, rounding) * divisor - value
        expect(off > -divisor && off < divisor).toBe(true)
        expect(divide(value * divisor, divisor, rounding)).toBe(value)
      }),
    )
  })

  it('a zero divisor throws', () => {
    expect(() => multiplyRatio(1n, 1n, 0n)).toThrow(RangeError)
    expect(() => divide(1n, 0n)).toThrow(RangeError)
  })
})
