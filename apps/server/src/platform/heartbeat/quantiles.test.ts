import { expect, test } from 'vitest'
import { bucketsOf, timesBetween } from './quantiles.ts'

const values = (counts: Readonly<Record<string, number>>) =>
  Object.entries(counts).map(([le, value]) => ({ metricName: 'seconds_bucket', value, labels: { le } }))

test('quantiles cover only the requests between two samples', () => {
  const before = bucketsOf(values({ '0.01': 1_000, '0.1': 1_000, '+Inf': 1_000 }))
  const after = bucketsOf([
    ...values({ '0.01': 1_090, '0.1': 1_098, '+Inf': 1_100 }),
    { metricName: 'seconds_sum', value: 5, labels: {} },
  ])
  const times = timesBetween(before, after)!
  expect(times.count).toBe(100)
  expect(times.p50Ms).toBeCloseTo(5.56, 1)
  // The last two of a hundred were slower than the last bound: their exact time is unknown.
  expect(times.p99Ms).toBe(100)
  expect(timesBetween(after, after)).toBeUndefined()
  expect(timesBetween(new Map(), new Map())).toBeUndefined()
})
