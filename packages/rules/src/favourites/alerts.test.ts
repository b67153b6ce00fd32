import { expect, test } from 'vitest'
import { type AlertKind, isAlertPossible, isReached, moveOf } from './alerts.ts'

// 98.70 may rise to 108.50 and fall to 88.90 (a closing price of 2026-07-22).
const stock = { kind: 'stock', limited: true, reference: 9_870 } as const
const fund = { kind: 'etf', limited: false, reference: 7_570 } as const

test.each<[AlertKind, number, boolean]>([
  ['rises-to', 10_850, true],
  ['rises-to', 10_900, false],
  ['rises-to', 10_010, false],
  ['rises-to', 9_871, false],
  ['falls-to', 8_890, true],
  ['falls-to', 8_880, false],
  ['falls-to', 0, false],
  ['falls-to', -8_890, false],
  ['moves', 1, true],
  ['moves', 992, true],
  ['moves', 993, false],
  ['moves', 0, false],
  ['moves', 1.5, false],
])('%s %d on a stock at 98.70: possible %s', (kind, threshold, possible) => {
  expect(isAlertPossible({ kind, threshold }, stock)).toBe(possible)
})

test('an alert without a daily limit accepts any price on tick', () => {
  expect(isAlertPossible({ kind: 'rises-to', threshold: 20_000 }, fund)).toBe(true)
  expect(isAlertPossible({ kind: 'rises-to', threshold: 20_001 }, fund)).toBe(false)
  expect(isAlertPossible({ kind: 'moves', threshold: 10_000 }, fund)).toBe(true)
  expect(isAlertPossible({ kind: 'moves', threshold: 10_001 }, fund)).toBe(false)
})

test('an alert is reached exactly at its price', () => {
  expect(isReached({ kind: 'rises-to', threshold: 10_000 }, 10_000, 9_870)).toBe(true)
  expect(isReached({ kind: 'rises-to', threshold: 10_000 }, 9_990, 9_870)).toBe(false)
  expect(isReached({ kind: 'falls-to', threshold: 9_000 }, 9_000, 9_870)).toBe(true)
  expect(isReached({ kind: 'falls-to', threshold: 9_000 }, 9_010, 9_870)).toBe(false)
})

test('a move counts in both directions and is not rounded up', () => {
  const move = { kind: 'moves', threshold: 300 } as const
  expect(isReached(move, 10_300, 10_000)).toBe(true)
  expect(isReached(move, 9_700, 10_000)).toBe(true)
  expect(isReached(move, 10_299, 10_000)).toBe(false)
  // 1 / 333 is 30.03 hundredths of a percent.
  expect(isReached({ kind: 'moves', threshold: 30 }, 334, 333)).toBe(true)
  expect(isReached({ kind: 'moves', threshold: 31 }, 334, 333)).toBe(false)
  expect(moveOf(334, 333)).toBe(30)
})
