import { expect, test } from 'vitest'
import { sparkPath } from './spark-path.ts'

const box = { width: 56, height: 28 }

test('the highest price is at the top, the lowest at bottom', () => {
  const { line, base } = sparkPath([100, 120, 80], 100, box)
  expect(line).toBe('M2 14L28 2L54 26')
  expect(base).toBe(14)
})

test('an unchanged day is a level line in the middle', () => {
  expect(sparkPath([50, 50], 50, box)).toEqual({
    line: 'M2 14L54 14',
    area: 'M2 14L54 14L54 14L2 14z',
    base: 14,
  })
})

test('no trade draws no line, one trade a point', () => {
  expect(sparkPath([], 50, box).line).toBe('')
  expect(sparkPath([60], 50, box).line).toBe('M2 2L2 2')
})

test('a long day is thinned but ends at its last price', () => {
  const day = Array.from({ length: 1000 }, (_, at) => at)
  const { line } = sparkPath(day, 0, box)
  expect(line.split('L')).toHaveLength(48)
  expect(line.endsWith('54 2')).toBe(true)
})
