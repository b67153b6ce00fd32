import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseLots, parseMoney, parsePrice, parseShares } from './index.ts'

const problem = (text: string) => {
  const parsed = parseMoney(text)
  return parsed.ok ? `read as ${parsed.value}` : parsed.why
}

describe('a typed amount', () => {
  it('may have separators, full-width digits and a currency symbol', () => {
    for (const text of [
      '1234.5',
      '1,234.50',
      ' 1,234.5 ',
      '１，２３４．５０',
      'NT$1,234.50',
      'nt$ 1234.5',
      '001234.50',
    ]) {
      expect(parseMoney(text)).toEqual({ ok: true, value: 123_450n })
    }
    expect(parseMoney('7.')).toEqual({ ok: true, value: 700n })
  })

  it('reports why it is invalid', () => {
    expect(problem('')).toBe('empty')
    expect(problem('　')).toBe('empty')
    expect(problem('1.234')).toBe('too-many-decimals')
    expect(problem('-5')).toBe('negative')
    expect(problem('−5')).toBe('negative')
    expect(problem('99999999999999')).toBe('too-large')
    for (const text of [
      'NaN',
      'Infinity',
      '1e5',
      '0x10',
      '1,00',
      '12,34,567',
      '1 000',
      '.',
      '.5',
      '--1',
      '1.2.3',
      '١٢',
    ]) {
      expect(problem(text)).toBe('not-a-number')
    }
  })

  it('parses within bounds and never throws', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 30 }), (text) => {
        const parsed = parseMoney(text)
        if (parsed.ok) expect(parsed.value >= 0n && parsed.value < 10n ** 15n).toBe(true)
      }),
    )
  })

  it('prices must be positive, shares and lots whole', () => {
    expect(parsePrice('985')).toEqual({ ok: true, value: 98_500n })
    expect(parsePrice('0').ok).toBe(false)
    expect(parseShares('1,500')).toEqual({ ok: true, value: 1_500n })
    expect(parseShares('1.5').ok).toBe(false)
    expect(parseLots('3')).toEqual({ ok: true, value: 3n })
    expect(parseLots('')).toEqual({ ok: false, why: 'empty' })
  })
})
