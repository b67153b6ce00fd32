import { expect, test } from 'vitest'
import { inOrder, passes, type Security, standingOf } from './securities.ts'

const security = (over: Partial<Security>): Security => ({
  symbol: '2330',
  nameTw: '台積電',
  nameEn: 'TSMC',
  board: 'listed',
  state: 'continuous',
  reason: null,
  until: null,
  last: 10_000,
  reference: 10_000,
  upper: 11_000,
  lower: 9_000,
  halt: null,
  proposal: null,
  ...over,
})

test('a security shows its exchange state or its limit', () => {
  expect(standingOf(security({ state: 'halted', last: 11_000 }))).toBe('halted')
  expect(standingOf(security({ state: 'paused' }))).toBe('paused')
  expect(standingOf(security({ last: 11_000 }))).toBe('upper')
  expect(standingOf(security({ last: 9_000 }))).toBe('lower')
  expect(standingOf(security({ last: null, upper: null, lower: null }))).toBe('normal')
})

test('stopped securities come first, and filters exclude others', () => {
  const rows = [
    security({ symbol: '1101' }),
    security({ symbol: '2454', state: 'halted' }),
    security({ symbol: '3231', last: 11_000 }),
    security({ symbol: '2317', state: 'paused' }),
  ]
  expect(inOrder(rows).map(({ symbol }) => symbol)).toEqual(['2454', '2317', '3231', '1101'])
  const shown = (filter: 'all' | 'stopped' | 'limit', query = '') =>
    rows.filter((row) => passes(row, filter, query)).map(({ symbol }) => symbol)
  expect(shown('stopped')).toEqual(['2454', '2317'])
  expect(shown('limit')).toEqual(['3231'])
  expect(shown('all', ' 24')).toEqual(['2454'])
  expect(shown('all', 'tsmc')).toHaveLength(4)
})
