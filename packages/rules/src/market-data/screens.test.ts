import { expect, test } from 'vitest'
import { isEmptyScreen, lacksFigures, matchesScreen, type Screen } from './screens.ts'

const row = {
  last: 10_500,
  reference: 10_000,
  upper: 11_000,
  lower: 9_000,
  volume: 20_000,
  turnover: 210_000_000,
  industryEn: 'Semiconductor',
  kind: 'stock' as const,
  pe: 1_250,
  dividendYield: 320,
}

const cases: readonly (readonly [Screen, boolean])[] = [
  [{}, true],
  [{ price: { from: 10_500, to: 10_500 } }, true],
  [{ price: { from: 10_501 } }, false],
  [{ price: { to: 10_499 } }, false],
  [{ change: { from: 500, to: 500 } }, true],
  [{ change: { to: 499 } }, false],
  [{ volume: { from: 20_000 } }, true],
  [{ volume: { from: 20_001 } }, false],
  [{ turnover: { from: 210_000_000 } }, true],
  [{ turnover: { to: 209_999_999 } }, false],
  [{ industries: ['Food', 'Semiconductor'] }, true],
  [{ industries: ['Food'] }, false],
  [{ industries: [] }, true],
  [{ kind: 'stock' }, true],
  [{ kind: 'etf' }, false],
  [{ limit: 'up' }, false],
  [{ price: { from: 1 }, kind: 'etf' }, false],
  [{ pe: { from: 1_250, to: 1_250 } }, true],
  [{ pe: { to: 1_249 } }, false],
  [{ dividendYield: { from: 320 } }, true],
  [{ dividendYield: { from: 321 } }, false],
]

test.each(cases)('%j matches %s', (screen, matches) => {
  expect(matchesScreen(row, screen)).toBe(matches)
})

test('a share without imported figures never matches a condition on them', () => {
  const unknown = { ...row, pe: null }
  expect(matchesScreen(unknown, { pe: { from: -100_000, to: 100_000 } })).toBe(false)
  expect(matchesScreen(unknown, { pe: {}, dividendYield: { from: 1 } })).toBe(true)
  expect(lacksFigures(unknown, { pe: { to: 2_000 } })).toBe(true)
  expect(lacksFigures(unknown, { pe: { to: 2_000 }, kind: 'etf' })).toBe(false)
  expect(lacksFigures(unknown, { dividendYield: { from: 1 } })).toBe(false)
  expect(lacksFigures(unknown, {})).toBe(false)
})

test('an untraded share has its reference price and no change', () => {
  const untraded = { ...row, last: null }
  expect(matchesScreen(untraded, { price: { from: 10_000, to: 10_000 } })).toBe(true)
  expect(matchesScreen(untraded, { change: { from: -1_000 } })).toBe(false)
  expect(matchesScreen(untraded, { limit: 'down' })).toBe(false)
})

test.each([
  ['up', 11_000],
  ['down', 9_000],
] as const)('a share at its limit %s matches', (limit, last) => {
  expect(matchesScreen({ ...row, last }, { limit })).toBe(true)
})

test('a screen is empty without any condition', () => {
  expect([{}, { price: {} }, { industries: [] }].every(isEmptyScreen)).toBe(true)
  expect(
    [{ price: { from: 0 } }, { industries: ['Food'] }, { kind: 'etf' as const }].some(isEmptyScreen),
  ).toBe(false)
})
