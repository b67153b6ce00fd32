// The auction of odd lots after the close, with the hours that the command of the close names.

import { describe, expect, it } from 'vitest'
import { restoreEngine } from './index.ts'
import { brief, closeAt, closingCallAt, type Day, symbol } from './testing/day.ts'
import { buy, matched, minute, opened, order, sell } from './testing/odd-day.ts'

describe('the auction after the close with named hours', () => {
  const hours = { from: closeAt + minute, shown: closeAt + 4 * minute, until: closeAt + 5 * minute }
  const evening = (oddAuction = hours): Day => {
    const day = matched()
    day.at = closingCallAt
    day.phase('closing-call', { until: closeAt })
    day.at = Math.max(closeAt, day.at)
    const ended = day.apply({ kind: 'phase', date: '2026-01-13', phase: 'closed', oddAuction })
    expect(ended).toContainEqual(expect.objectContaining({ kind: 'close', oddAuction }))
    return day
  }

  it('takes orders from the first hour to the match (odd.closed)', () => {
    const day = evening()
    day.at = hours.from - 1
    expect(brief(buy(day, 'a1', 100, 5))).toEqual(['refused odd.closed'])
    day.at = hours.from
    expect(brief(buy(day, 'a1', 100, 5))).toEqual(['accepted a1'])
    day.at = hours.until
    expect(brief(buy(day, 'a2', 100, 5)).at(-1)).toBe('refused odd.closed')
  })

  it('holds one match and ends every order with it', () => {
    const day = evening()
    day.at = hours.from
    buy(day, 'a1', 101, 5)
    sell(day, 'b1', 100, 8)
    expect(day.engine.dueAt()).toBe(hours.shown)
    day.at = hours.until - 1
    expect(brief(day.apply({ kind: 'time' }))).toEqual([])
    expect(brief(day.later(1))).toEqual(['odd a1 b1 5@100', 'cancelled b1 0.003 end-of-day'])
    expect(day.engine.dueAt()).toBeUndefined()
  })

  it('gives equal prices a lot and never the time of entry', () => {
    const firstOf = (seed: string): string | undefined => {
      const day = opened(seed)
      day.at = closingCallAt
      day.phase('closing-call', { until: closeAt })
      day.at = closeAt
      day.apply({ kind: 'phase', date: '2026-01-13', phase: 'closed', oddAuction: hours })
      day.at = hours.from
      for (const name of ['a1', 'b1', 'c1', 'd1']) buy(day, name, 100, 10)
      sell(day, 'y1', 100, 10)
      day.at = hours.until
      return brief(day.apply({ kind: 'time' }))[0]
    }
    expect(new Set(Array.from({ length: 40 }, (_, seed) => firstOf(`seed ${seed}`))).size).toBe(4)
  })

  it("keeps the day's limits, ticks and kinds of order", () => {
    const day = evening()
    day.at = hours.from
    expect(brief(buy(day, 'a1', 110.5, 5))).toEqual(['refused order.price-limit'])
    expect(brief(buy(day, 'a1', 100.1, 5))).toEqual(['refused order.tick'])
    expect(brief(buy(day, 'a1', 100, 1_000))).toEqual(['refused odd.quantity'])
    expect(brief(day.apply(order('buy', 'a1', 100, 5, { validity: 'IOC' })))).toEqual([
      'refused odd.limit-rod-only',
    ])
    expect(brief(day.buy('a1', 100, 1))).toEqual(['refused phase.closed'])
  })

  it('delays no price, however far from the last match', () => {
    const day = evening()
    day.at = hours.from
    buy(day, 'a1', 110, 5)
    sell(day, 'b1', 110, 5)
    day.at = hours.until
    expect(brief(day.apply({ kind: 'time' }))).toEqual(['odd a1 b1 5@110'])
  })

  it('does not open when the close comes after it', () => {
    const day = evening({ from: closeAt - 9, shown: closeAt - 5, until: closeAt })
    expect(brief(buy(day, 'a1', 100, 5))).toEqual(['refused odd.closed'])
    expect(day.engine.book(symbol)?.odd).toBeUndefined()
  })

  it('survives a snapshot with waiting orders', () => {
    const day = evening()
    day.at = hours.from
    buy(day, 'a1', 100, 5)
    sell(day, 'b1', 100, 5)
    const restored = restoreEngine(day.engine.snapshot())
    expect(restored.stateHash()).toBe(day.engine.stateHash())
    expect(restored.dueAt()).toBe(hours.shown)
    expect(restored.apply({ kind: 'time' }, hours.until)).toEqual(
      day.engine.apply({ kind: 'time' }, hours.until),
    )
  })
})
