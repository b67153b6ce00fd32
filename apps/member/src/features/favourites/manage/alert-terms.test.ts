import { describe, expect, test } from 'vitest'
import { isAlertPossible } from '@fairlot/rules/favourites'
import type { LiveRow } from '#features/market-data'
import { boundsOf, isThere, moveThreshold, proposed, readThreshold } from './alert-terms.ts'

const live: LiveRow = {
  symbol: '2317',
  version: 1,
  state: 'continuous',
  last: 21450,
  reference: 21100,
  upper: 23200,
  lower: 19000,
  volume: 0,
  turnover: 0,
  indicative: null,
  reason: null,
  until: null,
}
const kinds = ['rises-to', 'falls-to', 'moves'] as const
const ground = { kind: 'stock', limited: true, reference: 21100 } as const

describe('an alert', () => {
  test('is proposed within limits and not yet reached', () => {
    for (const kind of kinds) {
      const threshold = proposed(kind, 'stock', live)
      expect([kind, isAlertPossible({ kind, threshold }, ground)]).toEqual([kind, true])
      expect([kind, isThere(kind, threshold, live)]).toEqual([kind, false])
    }
    expect(proposed('rises-to', 'stock', live)).toBe(22000)
  })

  test('has bounds that the server accepts', () => {
    for (const kind of kinds) {
      const { min, max } = boundsOf(kind, live)
      expect(isAlertPossible({ kind, threshold: min }, ground)).toBe(true)
      expect(isAlertPossible({ kind, threshold: max }, ground)).toBe(true)
    }
  })

  test('steps by the tick of the band it is in', () => {
    expect(moveThreshold('rises-to', 'stock', 9_990, 1)).toBe(10_000)
    expect(moveThreshold('rises-to', 'stock', 10_000, 1)).toBe(10_050)
    expect(moveThreshold('falls-to', 'stock', 10_000, -1)).toBe(9_990)
    expect(moveThreshold('moves', 'stock', 500, 1)).toBe(550)
    expect(moveThreshold('moves', 'stock', 530, -1)).toBe(500)
    expect(moveThreshold('moves', 'stock', 530, 1)).toBe(550)
  })

  test('parses typed text exactly and rounds it to a tick', () => {
    expect(readThreshold('rises-to', 'stock', '220.10')).toBe(22000)
    expect(readThreshold('rises-to', 'stock', '1,085')).toBe(108500)
    expect(readThreshold('moves', 'stock', '3.5%')).toBe(350)
    expect(readThreshold('rises-to', 'stock', 'abc')).toBeUndefined()
  })
})
