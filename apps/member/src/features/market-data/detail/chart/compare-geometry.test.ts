import { describe, expect, it } from 'vitest'
import { compareGeometry, niceStep } from './compare-geometry.ts'

const box = { width: 370, height: 230, axis: 50, foot: 20 }
const points = [
  { at: 1, own: 0, other: 0 },
  { at: 2, own: 420, other: -130 },
  { at: 3, own: 300, other: 80 },
]

describe('the comparison', () => {
  it('has round percentages on its axis, zero among them', () => {
    expect(niceStep(550, 5)).toBe(200)
    expect(niceStep(45, 5)).toBe(10)
    expect(compareGeometry(points, box).ticks).toEqual([0, 200, 400])
  })

  it('draws both lines from zero inside the plot', () => {
    const { own, other, y, plotHeight } = compareGeometry(points, box)
    const zero = y(0).toFixed(1)
    expect([own, other].map((path) => path.startsWith(`M0.0 ${zero}`))).toEqual([true, true])
    for (const percent of [420, -130]) {
      expect(y(percent)).toBeGreaterThan(0)
      expect(y(percent)).toBeLessThan(plotHeight)
    }
  })

  it('draws nothing without points', () => {
    const { own, other, ticks } = compareGeometry([], box)
    expect([own, other, ticks]).toEqual(['', '', [0, 2, 4, 6, 8, 10]])
  })
})
