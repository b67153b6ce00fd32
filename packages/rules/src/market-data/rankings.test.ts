import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { changeOf, percentOf } from './change.ts'
import { breadthOf, rank } from './rankings.ts'

const row = (symbol: string, last: number | null, reference: number, volume = 0, turnover = 0) => ({
  symbol,
  last,
  reference,
  upper: 11_000,
  lower: 9_000,
  volume,
  turnover,
})
const symbolsOf = (rows: readonly { symbol: string }[]): string => rows.map(({ symbol }) => symbol).join(' ')

describe('change', () => {
  test.each([
    // Reference 23.10, upper limit 25.40: the boards show 9.96 %.
    [2_540, 2_310, 230, 996],
    [2_080, 2_310, -230, -996],
    [10_005, 10_000, 5, 5],
    [100_005, 100_000, 5, 1],
    [99_995, 100_000, -5, -1],
    [1_000_004, 1_000_000, 4, 0],
  ])('%i against %i is %i, %i hundredths of a percent', (last, reference, change, percent) => {
    expect(changeOf(last, reference)).toBe(change)
    expect(percentOf(last, reference)).toBe(percent)
  })

  test('is null without a trade', () => {
    expect([changeOf(null, 100), percentOf(null, 100)]).toEqual([null, null])
  })
})

describe('rankings', () => {
  const rows = [
    row('3', 11_000, 10_000, 5, 50),
    row('1', 9_400, 10_000, 9, 10),
    row('2', null, 10_000),
    row('4', 9_000, 10_000, 7, 99),
    row('5', 10_000, 10_000, 7, 20),
  ]

  test.each([
    ['all', '1 2 3 4 5'],
    ['change', '3 4 1 2 5'],
    ['losers', '4 1'],
    ['volume', '1 4 5 3 2'],
    ['turnover', '4 3 5 1 2'],
    ['limit-up', '3'],
    ['limit-down', '4'],
  ] as const)('%s lists its symbols in order', (ranking, order) => {
    expect(symbolsOf(rank(rows, ranking))).toBe(order)
  })

  test.each([
    ['symbol', false, '1 2 3 4 5'],
    ['symbol', true, '5 4 3 2 1'],
    ['price', true, '3 2 5 1 4'],
    ['change', false, '4 1 2 5 3'],
    ['volume', true, '1 4 5 3 2'],
    ['turnover', false, '2 1 5 3 4'],
  ] as const)('by %s, descending %s', (by, descending, order) => {
    expect(symbolsOf(rank(rows, 'all', { by, descending }))).toBe(order)
  })

  test('sorting by a heading keeps only losers in the losers list', () => {
    expect(symbolsOf(rank(rows, 'losers', { by: 'symbol', descending: false }))).toBe('1 4')
  })

  test('percentages that round alike are still ordered', () => {
    expect(symbolsOf(rank([row('1', 300_001, 300_000), row('2', 299_999 + 3, 299_999)], 'change'))).toBe(
      '2 1',
    )
  })

  test('the same rows in any order give the same list', () => {
    fc.assert(
      fc.property(fc.shuffledSubarray(rows, { minLength: rows.length }), (shuffled) => {
        expect(symbolsOf(rank(shuffled, 'volume'))).toBe('1 4 5 3 2')
      }),
    )
  })

  test('a limit list sorts by turnover and omits instruments without a limit', () => {
    const others = [
      row('6', 11_000, 10_000, 1, 70),
      { ...row('7', 11_000, 10_000), upper: null },
      { ...row('8', null, 10_000), upper: null },
    ]
    expect(symbolsOf(rank([...rows, ...others], 'limit-up'))).toBe('6 3')
  })

  test('breadth counts untraded symbols as flat', () => {
    expect(breadthOf(rows)).toEqual({ rising: 1, falling: 2, flat: 2 })
  })
})
