import { expect, test } from 'vitest'
import { isSameScreen, queryOf, screenFrom, sortFrom } from './screen-query.ts'

const screen = {
  price: { from: 1_050, to: 50_000 },
  change: { from: -150 },
  volume: { to: 500_000 },
  turnover: { from: 250_000_000 },
  pe: { to: 1_500 },
  dividendYield: { from: 425 },
  industries: ['Semiconductor', 'Oil, Gas and Electricity'],
  kind: 'stock' as const,
  limit: 'up' as const,
}

test('a screen survives its address', () => {
  const query = String(queryOf(screen, { by: 'price', descending: false }))
  expect(query).toContain(
    'price=10.5..500&change=-1.5..&volume=..500&turnover=2.5..&pe=..15&dividendYield=4.25..',
  )
  expect(screenFrom(query)).toEqual(screen)
  expect(sortFrom(query)).toEqual({ by: 'price', descending: false })
})

test.each([
  '',
  'price=abc..',
  'price=1..2..3',
  'price=..',
  'change=1.234..',
  'volume=1e9..',
  'kind=bond&limit=sideways',
  'price=99999999..',
])('an address with %j has no condition', (query) => {
  expect(screenFrom(query)).toEqual({})
  expect(sortFrom(query)).toEqual({ by: 'turnover', descending: true })
})

test('screens are the same when all conditions are', () => {
  expect(isSameScreen(screen, { ...screen })).toBe(true)
  expect(isSameScreen(screen, { ...screen, price: { from: 1_000, to: 50_000 } })).toBe(false)
})
