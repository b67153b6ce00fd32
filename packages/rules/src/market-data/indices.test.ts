import fc from 'fast-check'
import { expect, test } from 'vitest'
import { INDEX_BASE, indexRules, indexValue } from './indices.ts'

test('one of two stocks up 5 % moves the index 2.5 %', () => {
  expect(
    indexValue(INDEX_BASE, [
      { last: 10_500, reference: 10_000 },
      { last: null, reference: 33_333 },
    ]),
  ).toBe(1_025_000)
})

test('an index without members keeps its last close', () => {
  expect(indexValue(1_234_567, [])).toBe(1_234_567)
})

test('unchanged prices leave the index unchanged', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 50_000_000 }),
      fc.array(fc.integer({ min: 1, max: 2_000_000 }), { minLength: 1, maxLength: 300 }),
      (close, prices) => {
        expect(
          indexValue(
            close,
            prices.map((price) => ({ last: price, reference: price })),
          ),
        ).toBe(close)
      },
    ),
  )
})

test('the index ignores member order and stays near the plain mean', () => {
  const member = fc.record({
    last: fc.integer({ min: 900, max: 1_100_000 }),
    reference: fc.integer({ min: 1_000, max: 1_000_000 }),
  })
  fc.assert(
    fc.property(fc.array(member, { minLength: 1, maxLength: 60 }), (members) => {
      const value = indexValue(INDEX_BASE, members)
      expect(indexValue(INDEX_BASE, members.toReversed())).toBe(value)
      const mean = members.reduce((sum, { last, reference }) => sum + last / reference, 0) / members.length
      expect(Math.abs(value - INDEX_BASE * mean)).toBeLessThanOrEqual(1)
    }),
  )
})

test('every index has bilingual names and rules and excludes funds', () => {
  expect(indexRules.map(({ code }) => code)).toEqual(['LISTED', 'OTC', 'SEMI', 'FIN'])
  for (const rule of indexRules) {
    expect([rule.nameTw, rule.nameEn, rule.ruleTw, rule.ruleEn].every((text) => text.length > 3)).toBe(true)
    expect(rule.has({ board: 'listed', kind: 'etf', industryEn: 'ETF' })).toBe(false)
  }
  const semi = { board: 'otc', kind: 'stock', industryEn: 'Semiconductor' } as const
  expect(indexRules.filter(({ has }) => has(semi)).map(({ code }) => code)).toEqual(['OTC', 'SEMI'])
})
