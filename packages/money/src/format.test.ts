import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  CURRENCY_SYMBOL,
  displayCompact,
  displayId,
  displayNumber,
  displayRatio,
  formatMoney,
  formatPrice,
  formatQuantity,
  parseMoney,
  shares,
} from './index.ts'

describe('money', () => {
  it('constant.money-format: two decimals with thousands separators', () => {
    expect(formatMoney(123_456_789n)).toBe('1,234,567.89')
    expect(formatMoney(100_000n)).toBe('1,000.00')
    expect(formatMoney(99_999n)).toBe('999.99')
    expect(formatMoney(5n)).toBe('0.05')
    expect(formatMoney('123456')).toBe('1,234.56')
  })

  it('constant.money-empty: 0.00 when empty or not a number', () => {
    for (const nothing of [null, undefined, '', 'abc', 'NaN', '1e9', '12.5', '∞', ' 7']) {
      expect(formatMoney(nothing)).toBe('0.00')
    }
    expect(formatMoney(0n)).toBe('0.00')
  })

  it('constant.currency-symbol: NT$ stands before the amount without a space', () => {
    expect(CURRENCY_SYMBOL).toBe('NT$')
    expect(formatMoney(1_000_000_000n, { symbol: true })).toBe('NT$10,000,000.00')
  })

  it('a loss shows U+2212, a gain a plus when asked', () => {
    expect(formatMoney(-123_456n)).toBe('\u22121,234.56')
    expect(formatMoney(-123_456n, { symbol: true })).toBe('\u2212NT$1,234.56')
    expect(formatMoney(123_456n, { plus: true })).toBe('+1,234.56')
    expect(formatMoney(1n, { plus: true })).toBe('+0.01')
    expect(formatMoney(0n, { plus: true })).toBe('0.00')
  })

  it('formatted money parses back to the same amount', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 10n ** 15n - 1n }), fc.boolean(), (hundredths, symbol) => {
        expect(parseMoney(formatMoney(hundredths, { symbol }))).toEqual({ ok: true, value: hundredths })
      }),
    )
  })

  it('an unknown market price shows a dash, a known one two decimals', () => {
    expect(formatPrice(null)).toBe('—')
    expect(formatPrice(undefined)).toBe('—')
    expect(formatPrice(98_500n)).toBe('985.00')
  })
})

describe('number display', () => {
  it('constant.number-millions: seven or more digits show as millions', () => {
    expect(displayNumber(1_000_000n)).toBe('1.00juta')
    expect(displayNumber(12_345_678_901n)).toBe('12,345.67juta')
    expect(displayNumber(1_000_000n, { millionSuffix: ' million' })).toBe('1.00 million')
    expect(displayNumber(123_456_789_00n, { decimals: 2 })).toBe('123.45juta')
  })

  it('constant.number-thousands: four or more digits show as thousands with K', () => {
    expect(displayNumber(1_000n)).toBe('1.00K')
    expect(displayNumber(999_999n)).toBe('999.99K')
    expect(displayNumber(999_999_99n, { decimals: 2 })).toBe('999.99K')
  })

  it('constant.number-small: otherwise two decimals', () => {
    expect(displayNumber(999n)).toBe('999.00')
    expect(displayNumber(0n)).toBe('0.00')
    expect(displayNumber(999_99n, { decimals: 2 })).toBe('999.99')
  })

  it('keeps the sign and rounds towards zero', () => {
    expect(displayNumber(-1_999_999n)).toBe('\u22121.99juta')
    expect(displayNumber(-1_999n)).toBe('\u22121.99K')
  })
})

describe('id display', () => {
  it('constant.id-long: over 20 characters shows the first and last 6', () => {
    expect(displayId('123456789012345678901')).toBe('123456…678901')
    expect(displayId('12345678901234567890')).toBe('1234567890')
  })

  it('constant.id-medium: over 9 characters is cut to 10', () => {
    expect(displayId('12345678901')).toBe('1234567890')
    expect(displayId('1234567890')).toBe('1234567890')
    expect(displayId('123456789')).toBe('123456789')
  })
})

describe('ratio and short forms', () => {
  it('constant.ratio: a ratio shows times 100 as an integer', () => {
    expect(displayRatio(12n, 21n)).toBe('57')
    expect(displayRatio(1n, 1n)).toBe('100')
    expect(displayRatio(-1n, 8n)).toBe('\u221212')
    expect(displayRatio(0n, 0n)).toBe('0')
  })

  it('compact amounts use 萬 and 億 in tw, K/M in en', () => {
    expect(displayCompact(5_000_000n, 'tw')).toBe('5 萬')
    expect(displayCompact(5_830_000n, 'tw')).toBe('5.83 萬')
    expect(displayCompact(904_000_000_000n, 'tw')).toBe('90.4 億')
    expect(displayCompact(999_999n, 'tw')).toBe('9,999')
    expect(displayCompact(5_000_000n, 'en')).toBe('50K')
    expect(displayCompact(150_000_000n, 'en')).toBe('1.5M')
    expect(displayCompact(-5_000_000n, 'en')).toBe('\u221250K')
  })

  it('quantities show lots and odd shares', () => {
    expect(formatQuantity(shares(3_000n), 'tw')).toBe('3 張')
    expect(formatQuantity(shares(1_001n), 'en')).toBe('1 lot 1 share')
    expect(formatQuantity(shares(0n), 'en')).toBe('0 lots')
    expect(formatQuantity(shares(999n), 'tw')).toBe('999 股')
  })
})
