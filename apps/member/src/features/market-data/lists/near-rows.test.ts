import { expect, test } from 'vitest'
import { nearRows } from './near-rows.ts'

const HEIGHT = 62
const VIEW = 844

test('every visible row is rendered, with a margin and none beyond', () => {
  const count = 300
  for (let top = 400; top > -count * HEIGHT; top -= 37) {
    const { first, end } = nearRows(top, VIEW, HEIGHT, count)
    const seenFirst = Math.max(0, Math.floor(-top / HEIGHT))
    const seenEnd = Math.min(count, Math.ceil((VIEW - top) / HEIGHT))
    expect(first).toBeLessThanOrEqual(seenFirst)
    expect(end).toBeGreaterThanOrEqual(seenEnd)
    expect(first).toBeGreaterThanOrEqual(0)
    expect(end).toBeLessThanOrEqual(count)
    expect(end - first).toBeLessThan(40)
  }
})

test('a small scroll keeps the rendered rows', () => {
  expect(nearRows(-1000, VIEW, HEIGHT, 300)).toEqual(nearRows(-1015, VIEW, HEIGHT, 300))
})

test('an empty list renders no rows, a short one all', () => {
  expect(nearRows(0, VIEW, HEIGHT, 0)).toEqual({ first: 0, end: 0 })
  expect(nearRows(300, VIEW, HEIGHT, 3)).toEqual({ first: 0, end: 3 })
})
