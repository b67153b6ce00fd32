import { expect, test } from 'vitest'
import { profileProblem } from '@fairlot/rules/mentors'
import { decide, type SeenPosition, type SeenQuote, strategies, type Strategy } from './strategies.ts'

const [, low, high] = strategies as readonly [Strategy, Strategy, Strategy]
const quote = (symbol: string, last: number | null, state = 'continuous'): SeenQuote => ({
  symbol,
  last,
  state,
  reference: 10_000,
})
const held = (over: Partial<SeenPosition> = {}): SeenPosition => ({
  positionId: 'a',
  symbol: '2317',
  openedOn: '2026-11-16',
  price: 10_000,
  shares: 1_000,
  closing: 0,
  ...over,
})
const quotes = [
  quote('2317', 9_900),
  quote('2412', 10_200),
  quote('2882', null),
  quote('1301', 9_000, 'halted'),
]
const date = '2026-11-17'

test('three strategies have texts that a mentor may publish', () => {
  expect(strategies).toHaveLength(3)
  for (const { name, text } of strategies)
    expect(profileProblem({ name, strategy: text }), name).toBe(undefined)
  expect(new Set(strategies.map(({ account }) => account)).size).toBe(3)
})

test('the weakest or the strongest that trades is bought', () => {
  expect(decide(low, date, quotes, []).buy).toBe('2317')
  expect(decide(high, date, quotes, []).buy).toBe('2412')
  expect(decide(low, date, [], []).buy).toBe(null)
})

test('one is bought a day, up to the bound', () => {
  expect(decide(low, date, quotes, [held({ openedOn: date })]).buy).toBe(null)
  expect(
    decide(
      low,
      date,
      quotes,
      Array.from({ length: 4 }, () => held()),
    ).buy,
  ).toBe(null)
  expect(
    decide(
      low,
      date,
      quotes,
      Array.from({ length: 3 }, () => held()),
    ).buy,
  ).toBe('2317')
})

test('days, gain or loss sell a position, never on its day', () => {
  const sold = (strategy: Strategy, last: number, over: Partial<SeenPosition> = {}): number =>
    decide(strategy, date, [quote('2317', last)], [held(over)]).close.length
  expect([sold(low, 10_199), sold(low, 10_200), sold(low, 9_000)]).toEqual([0, 1, 0])
  expect([sold(high, 9_701), sold(high, 9_700), sold(high, 12_000)]).toEqual([0, 1, 0])
  expect([
    sold(low, 10_000, { openedOn: '2026-11-13' }),
    sold(low, 10_000, { openedOn: '2026-11-12' }),
  ]).toEqual([0, 1])
  expect([sold(low, 12_000, { openedOn: date }), sold(low, 12_000, { closing: 1_000 })]).toEqual([0, 0])
})
