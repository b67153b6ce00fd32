import type { Command, VenueEvent } from '@fairlot/contract/venue'
import { describe, expect, it } from 'vitest'
import { createEngine, restoreEngine } from './index.ts'
import {
  brief,
  cents,
  closeAt,
  closingCallAt,
  type Day,
  newDay,
  openAt,
  preOpen,
  symbol,
} from './testing/day.ts'
import { buy, firstMatchAt, matched, minute, opened, order, sell } from './testing/odd-day.ts'

function closed(): Day {
  const day = matched()
  day.at = closingCallAt
  day.phase('closing-call', { until: closeAt })
  day.at = closeAt
  day.phase('closed')
  return day
}

describe('the entry of odd lots', () => {
  it('takes 1 to 999 shares (odd.quantity)', () => {
    const day = opened()
    expect(brief(buy(day, 'a1', 100, 1))).toEqual(['accepted a1'])
    expect(brief(buy(day, 'a2', 100, 999))).toEqual(['accepted a2'])
    for (const shares of [0, 1_000, -1, 1.5])
      expect(brief(buy(day, 'a3', 100, shares))).toEqual(['refused odd.quantity'])
  })

  it('takes limit orders for the day only (odd.limit-rod-only)', () => {
    const day = opened()
    for (const validity of ['IOC', 'FOK'] as const)
      expect(brief(day.apply(order('buy', 'a1', 100, 5, { validity })))).toEqual([
        'refused odd.limit-rod-only',
      ])
    const { price: _, ...market } = order('buy', 'a1', 100, 5) as Extract<Command, { kind: 'place' }>
    expect(brief(day.apply(market))).toEqual(['refused odd.limit-rod-only'])
  })

  it('is closed before the opening and on days without odd lots (odd.closed)', () => {
    const before = newDay({ phase: 'closed' })
    before.apply({ kind: 'phase', date: '2026-01-13', phase: 'opening-call', until: openAt, odd: true })
    expect(brief(buy(before, 'a1', 100, 5))).toEqual(['refused odd.closed'])
    expect(brief(buy(newDay(), 'a1', 100, 5))).toEqual(['refused odd.closed'])
  })

  it('applies the ticks, the limits and the day of whole lots', () => {
    const day = opened()
    expect(brief(buy(day, 'a1', 100.1, 5))).toEqual(['refused order.tick'])
    expect(brief(buy(day, 'a1', 110.5, 5))).toEqual(['refused order.price-limit'])
    expect(brief(sell(day, 'a1', 89.9, 5))).toEqual(['refused order.price-limit'])
    expect(brief(day.apply(order('buy', 'a1', 100, 5, { date: '2026-01-12' })))).toEqual([
      'refused order.day',
    ])
    day.buy('a1', 90, 1)
    expect(brief(buy(day, 'a1', 100, 5))).toEqual(['refused order.duplicate'])
  })

  it('still refuses an odd quantity among whole lots', () => {
    expect(brief(opened().buy('a1', 100, 0.5))).toEqual(['refused order.quantity'])
  })

  it('never meets whole lots', () => {
    const day = opened()
    day.sell('b1', 100, 1)
    buy(day, 'a1', 105, 999)
    day.at = firstMatchAt
    expect(brief(day.apply({ kind: 'time' }))).toEqual([])
    expect(day.book()).toBe(' | 1@100')
  })

  it('cancels an order that would meet its own', () => {
    const day = opened()
    buy(day, 'a1', 100, 5)
    expect(sell(day, 'a2', 100, 7).at(-1)).toMatchObject({
      kind: 'cancelled',
      quantity: 7,
      reason: 'self-trade',
    })
    day.apply(order('buy', 'b1', 101, 5, { group: 'one' }))
    const events = day.apply(order('sell', 'c1', 101, 3, { group: 'one' }))
    expect(events.at(-1)).toMatchObject({ kind: 'cancelled', reason: 'self-trade' })
  })

  it('cancels, reduces by single shares and replaces in the same book', () => {
    const day = opened()
    const about = { order: 'a1', account: 'a', symbol }
    buy(day, 'a1', 100, 10)
    expect(day.apply({ kind: 'reduce', ...about, by: 3 })).toMatchObject([{ kind: 'reduced', left: 7 }])
    expect(brief(day.apply({ kind: 'reduce', ...about, by: 7 }))).toEqual(['refused order.reduce'])
    expect(brief(day.apply({ kind: 'reduce', ...about, by: 0 }))).toEqual(['refused odd.quantity'])
    const replace = { kind: 'replace', ...about, newOrder: 'a2', price: cents(101), validity: 'ROD' } as const
    expect(brief(day.apply({ ...replace, quantity: 1_000 }))).toEqual(['refused odd.quantity'])
    expect(brief(day.apply({ ...replace, quantity: 4, left: 10 }))).toEqual(['refused order.left'])
    expect(day.apply({ ...replace, quantity: 4, left: 7 })).toMatchObject([
      { kind: 'cancelled', order: 'a1', quantity: 7, reason: 'replaced' },
      { kind: 'accepted', order: 'a2', quantity: 4, odd: true },
    ])
    expect(day.cancel('a2')).toMatchObject([{ kind: 'cancelled', order: 'a2', quantity: 4 }])
  })
})

describe('the matches of odd lots', () => {
  it('begin ten minutes after the opening', () => {
    const day = opened()
    buy(day, 'a1', 101, 5)
    sell(day, 'b1', 99, 5)
    expect(day.engine.dueAt()).toBe(firstMatchAt)
    day.at = firstMatchAt - 1
    expect(brief(day.apply({ kind: 'time' }))).toEqual([])
    // Nearest to the reference: nothing has traded.
    expect(brief(day.later(1))).toEqual(['odd a1 b1 5@100'])
  })

  it('follow every five seconds', () => {
    const day = matched()
    day.at += 1_200
    buy(day, 'a1', 100, 5)
    sell(day, 'b1', 100, 5)
    expect(brief(day.later(3_799))).toEqual([])
    expect(brief(day.later(1))).toEqual(['odd a1 b1 5@100'])
  })

  it('need no timer while nothing could match', () => {
    const day = matched()
    buy(day, 'a1', 99, 5)
    sell(day, 'b1', 100, 5)
    expect(day.engine.dueAt()).toBeUndefined()
    buy(day, 'c1', 100, 5)
    expect(day.engine.dueAt()).toBe(firstMatchAt + 5_000)
    day.cancel('c1')
    expect(day.engine.dueAt()).toBeUndefined()
  })

  it('give equal prices a lot before the first match', () => {
    const firstOf = (seed: string): string | undefined => {
      const day = opened(seed)
      for (const name of ['a1', 'b1', 'c1', 'd1']) buy(day, name, 100, 10)
      sell(day, 'y1', 100, 10)
      day.at = firstMatchAt
      return brief(day.apply({ kind: 'time' }))[0]
    }
    const winners = new Set(Array.from({ length: 40 }, (_, seed) => firstOf(`seed ${seed}`)))
    expect(winners.size).toBe(4)
    expect(firstOf('seed 1')).toBe(firstOf('seed 1'))
  })

  it('give equal prices the time of entry afterwards', () => {
    for (let seed = 0; seed < 10; seed += 1) {
      const day = matched()
      for (const name of ['a1', 'b1', 'c1']) buy(day, name, 100, 10)
      buy(day, 'd1', 100.5, 10)
      sell(day, 'z1', 100, 25)
      expect(brief(day.later(5_000))).toEqual(['odd d1 z1 10@100', 'odd a1 z1 10@100', 'odd b1 z1 5@100'])
    }
  })

  it('set no price outside their book', () => {
    const day = matched()
    buy(day, 'a1', 103, 5)
    sell(day, 'b1', 103, 5)
    day.later(5_000)
    day.at = closingCallAt
    day.phase('closing-call')
    expect(brief(day.phase('closed'))).toContain('close none next 100')
  })
})

describe('the delay of odd lots', () => {
  it('holds a price beyond 3.5 percent for two minutes', () => {
    const day = matched()
    buy(day, 'a1', 104, 5)
    sell(day, 'b1', 104, 5)
    expect(day.later(5_000)).toEqual([
      { kind: 'odd-delayed', symbol, price: cents(104), until: day.at + 2 * minute },
    ])
    expect(brief(sell(day, 'c1', 104, 2))).toEqual(['accepted c1'])
    expect(brief(day.later(2 * minute - 1))).toEqual([])
    expect(brief(day.later(1))).toEqual(['odd a1 b1 5@104'])
  })

  it('does not hold exactly 3.5 percent, nor the first match', () => {
    const day = matched()
    buy(day, 'a1', 103.5, 5)
    sell(day, 'b1', 103.5, 5)
    expect(brief(day.later(5_000))).toEqual(['odd a1 b1 5@103.5'])
    const first = opened()
    buy(first, 'a1', 110, 5)
    sell(first, 'b1', 110, 5)
    first.at = firstMatchAt
    expect(brief(first.apply({ kind: 'time' }))).toEqual(['odd a1 b1 5@110'])
  })

  it('ends five minutes before the closing call', () => {
    const day = matched()
    day.at = closingCallAt - 5 * minute
    buy(day, 'a1', 104, 5)
    sell(day, 'b1', 104, 5)
    expect(brief(day.later(5_000))).toEqual(['odd a1 b1 5@104'])
  })

  it('leaves whole lots alone, and their pause leaves odd lots alone', () => {
    const day = matched()
    buy(day, 'a1', 104, 5)
    sell(day, 'b1', 104, 5)
    day.later(5_000)
    expect(day.engine.book(symbol)?.state).toBe('continuous')
    day.sell('c1', 104, 1)
    expect(brief(day.buy('d1', 104, 1)).at(-1)).toBe('state paused volatility')
    expect(brief(day.later(2 * minute))).toEqual([
      'traded d1 c1 1@104',
      'state continuous',
      'odd a1 b1 5@104',
    ])
  })
})

describe('the end of the odd-lot day', () => {
  it('holds a last match at the close, then ends every order', () => {
    const day = matched()
    day.at = closingCallAt
    day.phase('closing-call', { until: closeAt })
    day.at = closeAt
    buy(day, 'a1', 104, 5)
    sell(day, 'b1', 104, 8)
    const events = brief(day.phase('closed'))
    expect(events.slice(0, 3)).toEqual(['phase closed', 'odd a1 b1 5@104', 'cancelled b1 0.003 end-of-day'])
    expect(brief(buy(day, 'a2', 100, 5))).toEqual(['refused odd.closed'])
  })

  it('takes orders again ten minutes after the close', () => {
    const day = closed()
    day.at = closeAt + 10 * minute - 1
    expect(brief(buy(day, 'a1', 100, 5))).toEqual(['refused odd.closed'])
    day.at += 1
    expect(brief(buy(day, 'a1', 100, 5))).toEqual(['accepted a1'])
    day.at = closeAt + 60 * minute
    expect(brief(buy(day, 'a2', 100, 5)).at(-1)).toBe('refused odd.closed')
  })

  it('matches once, an hour after the close, by lot', () => {
    const day = closed()
    day.at = closeAt + 20 * minute
    buy(day, 'a1', 102, 5)
    sell(day, 'b1', 98, 5)
    sell(day, 'c1', 103, 3)
    day.at = closeAt + 60 * minute - 1
    expect(brief(day.apply({ kind: 'time' }))).toEqual([])
    expect(brief(day.later(1))).toEqual(['odd a1 b1 5@100', 'cancelled c1 0.003 end-of-day'])
    expect(day.engine.dueAt()).toBeUndefined()
  })

  it('shows the best prices five minutes before that match', () => {
    const day = closed()
    day.at = closeAt + 20 * minute
    buy(day, 'a1', 102, 5)
    buy(day, 'b1', 101, 5)
    sell(day, 'c1', 103, 8)
    expect(day.engine.book(symbol)?.odd).toEqual({ bids: [], asks: [], next: closeAt + 60 * minute })
    day.engine.takeTouched()
    day.at = closeAt + 55 * minute
    day.apply({ kind: 'time' })
    expect(day.engine.takeTouched()).toEqual([symbol])
    expect(day.engine.book(symbol)?.odd).toEqual({
      bids: [[cents(102), 5]],
      asks: [[cents(103), 8]],
      next: closeAt + 60 * minute,
    })
  })

  it('is held before the next day begins', () => {
    const day = closed()
    day.at = closeAt + 20 * minute
    buy(day, 'a1', 100, 5)
    sell(day, 'b1', 100, 8)
    const events = day.phase('opening-call', { date: '2026-01-14' })
    expect(brief(events).slice(0, 3)).toEqual([
      'odd a1 b1 5@100',
      'cancelled b1 0.003 end-of-day',
      'phase opening-call',
    ])
  })
})

describe('a halt of odd lots', () => {
  it('stops the matches and takes no orders', () => {
    const day = matched()
    buy(day, 'a1', 100, 5)
    sell(day, 'b1', 100, 5)
    day.apply({ kind: 'halt', symbol, reason: 'news' })
    expect(day.engine.dueAt()).toBeUndefined()
    expect(brief(buy(day, 'c1', 100, 5))).toEqual(['refused halt.no-entry'])
    day.at += minute
    day.apply({ kind: 'resume', symbol })
    expect(brief(day.later(2 * minute - 1))).toEqual([])
    expect(brief(day.later(1))).toContain('odd a1 b1 5@100')
  })

  it('over the close ends the orders without a match', () => {
    const day = matched()
    buy(day, 'a1', 100, 5)
    sell(day, 'b1', 100, 5)
    day.apply({ kind: 'halt', symbol, reason: 'news' })
    day.at = closingCallAt
    day.phase('closing-call')
    expect(
      brief(day.phase('closed')).filter((line) => line.startsWith('odd') || line.startsWith('cancelled')),
    ).toEqual(['cancelled a1 0.005 end-of-day', 'cancelled b1 0.005 end-of-day'])
  })
})

describe('quotes of odd lots', () => {
  it('replace the earlier ones and trade under unique names', () => {
    const day = matched()
    const quote = (shares: number): VenueEvent[] =>
      day.apply({
        kind: 'quote',
        account: 'seat:m',
        quotes: [{ symbol, bids: [[cents(99.5), shares]], asks: [[cents(100.5), shares]], odd: true }],
      })
    expect(quote(999)).toEqual([])
    expect(quote(500)).toEqual([])
    expect(brief(quote(1_000))).toEqual(['refused odd.quantity'])
    expect(day.engine.book(symbol)?.odd).toMatchObject({
      bids: [[cents(99.5), 500]],
      asks: [[cents(100.5), 500]],
    })
    buy(day, 'a1', 101, 3)
    expect(brief(day.later(5_000))).toEqual([`odd a1 quote:${symbol}:6 3@100.5`])
  })
})

describe('the state of odd lots', () => {
  it('survives a snapshot at any moment', () => {
    const day = matched()
    buy(day, 'a1', 104, 5)
    sell(day, 'b1', 104, 5)
    day.later(5_000)
    const restored = restoreEngine(day.engine.snapshot())
    expect(restored.dueAt()).toBe(day.engine.dueAt())
    expect(restored.stateHash()).toBe(day.engine.stateHash())
    const at = day.at + 2 * minute
    expect(restored.apply({ kind: 'time' }, at)).toEqual(day.engine.apply({ kind: 'time' }, at))
  })

  it('has no hours in the snapshot of a close that named none', () => {
    expect(closed().engine.snapshot()).not.toContain('"auction"')
  })

  it('is absent from the snapshot of a day without them', () => {
    expect(newDay().engine.snapshot()).not.toContain('"odd"')
    expect(opened().engine.snapshot()).toContain('"odd"')
    const engine = createEngine()
    engine.apply(
      { kind: 'list', instruments: [{ symbol, instrument: 'stock', reference: 10_000, limited: true }] },
      preOpen,
    )
    expect(engine.snapshot()).not.toContain('"odd"')
  })
})
