import { describe, expect, test } from 'vitest'
import { largestFall, pathOf, resultLine, totalLine } from './result-line.ts'

describe('the result line', () => {
  test('keeps zero visible when everything was lost', () => {
    const { points, zero } = resultLine([-100n, -300n], { width: 100, height: 100 })
    expect(zero).toBe(5)
    expect(points).toEqual([
      { x: 0, y: 35 },
      { x: 100, y: 95 },
    ])
  })

  test('is one point for one day and empty without days', () => {
    expect(resultLine([0n], { width: 100, height: 100 }).points).toEqual([{ x: 0, y: 5 }])
    expect(resultLine([], { width: 100, height: 100 }).points).toEqual([])
  })

  test('fills the box with totals, without zero', () => {
    const { points, fall } = totalLine([1_000n, 1_100n, 1_050n], { width: 100, height: 100 })
    expect(points.map(({ y }) => y)).toEqual([95, 5, 50])
    expect(fall).toBeNull()
    expect(totalLine([7n, 7n], { width: 100, height: 100 }).points[1]).toEqual({ x: 100, y: 5 })
  })

  test('finds the largest fall from a high', () => {
    expect(largestFall([0, -5, 20, 5, 30, 22])).toEqual({ from: 2, to: 3, size: 15 })
    expect(largestFall([1, 2, 3])).toBeNull()
  })

  test('becomes an SVG path', () => {
    expect(
      pathOf([
        { x: 0, y: 1 },
        { x: 2.345, y: 3 },
      ]),
    ).toBe('M0.00 1.00L2.35 3.00')
  })
})
