import { describe, expect, test } from 'vitest'
import { averagesOf, largestFall, monthsOf } from './record-figures.ts'

const unit = 1_000_000_000n
const point = (date: string, percent: number) => ({ date, index: (unit * BigInt(100 + percent)) / 100n })

describe('the months of a record', () => {
  test('count each from the end of the month before', () => {
    const months = monthsOf([
      point('2026-08-28', 5),
      point('2026-08-31', 10),
      point('2026-09-15', 20),
      point('2026-09-30', -1),
      point('2026-11-02', -1),
    ])
    expect(months).toEqual([
      { month: '2026-08', bp: 1_000 },
      { month: '2026-09', bp: -1_000 },
      { month: '2026-11', bp: 0 },
    ])
  })

  test('multiply to the return of the whole record', () => {
    const points = [point('2026-01-05', 3), point('2026-02-05', -4), point('2026-03-05', 12)]
    const product = monthsOf(points).reduce((all, { bp }) => all * (1 + bp / 10_000), 1)
    expect(product).toBeCloseTo(1.12, 3)
  })
})

describe('the largest fall of a line', () => {
  test('runs from the high before the low', () => {
    const line = [100, 110, 104, 108, 99, 112, 111].map((index) => ({ index: BigInt(index) * unit }))
    expect(largestFall(line)).toEqual({ from: 1, to: 4, bp: 1_000 })
  })

  test('is missing when the line never falls', () => {
    expect(largestFall([1n, 2n, 2n, 3n].map((index) => ({ index })))).toBeUndefined()
    expect(largestFall([])).toBeUndefined()
  })

  test('survives a line that reaches zero', () => {
    expect(largestFall([{ index: unit }, { index: 0n }, { index: 0n }])).toEqual({
      from: 0,
      to: 1,
      bp: 10_000,
    })
  })
})

describe('the averages of closed trades', () => {
  const trade = (realised: number, over: object = {}) => ({
    kind: 'cash',
    openedOn: '2026-10-01',
    closedAt: '2026-10-03T02:00:00.000Z',
    openedValue: 10_000_000n,
    realised: BigInt(realised),
    ...over,
  })

  test('count cash trades of the least amount alone', () => {
    expect(averagesOf([trade(100_000, { kind: 'short' }), trade(5, { openedValue: 1n })])).toBeUndefined()
  })

  test('have gain, loss, days held and the longest losing run', () => {
    const trades = [
      trade(200_000),
      trade(-100_000),
      trade(-300_000),
      trade(0),
      trade(-100_000, { closedAt: '2026-10-06T02:00:00.000Z' }),
    ]
    expect(averagesOf(trades)).toEqual({ heldTenths: 26, gainBp: 200, lossBp: -167, losingRun: 2 })
  })

  test('have no loss without one', () => {
    expect(averagesOf([trade(1_000)])).toMatchObject({ gainBp: 1, lossBp: null, losingRun: 0 })
  })
})
