import { venueRules } from '@fairlot/contract/venue'
import { describe, expect, it } from 'vitest'
import { createEngine, restoreEngine } from './index.ts'
import { brief, cents, newDay, openAt, symbol } from './testing/day.ts'

describe('the day', () => {
  it('begins with the reference and limits of each instrument', () => {
    const day = newDay({ phase: 'closed', reference: 98.7 })
    expect(day.phase('opening-call')).toEqual([
      { kind: 'phase', date: '2026-01-13', phase: 'opening-call' },
      { kind: 'day', symbol, date: '2026-01-13', reference: 9_870, upper: 10_850, lower: 8_890 },
      { kind: 'state', symbol, state: 'opening-call' },
    ])
    expect(brief(day.buy('a1', 108.5, 1))).toEqual(['accepted a1'])
    expect(brief(day.buy('a2', 109, 1))).toEqual(['refused order.price-limit'])
    expect(brief(day.buy('a3', 88.8, 1))).toEqual(['refused order.price-limit'])
    expect(brief(day.buy('a4', 100.1, 1))).toEqual(['refused order.tick'])
  })

  it('has no price limits for an unlimited instrument', () => {
    const day = newDay({ limited: false })
    expect(brief(day.buy('a1', 1_000, 1))).toEqual(['accepted a1'])
    expect(brief(day.buy('a2', 10_000_005, 1))).toEqual(['refused order.price-limit'])
  })

  it('ends at the closing auction price and cancels every order', () => {
    const day = newDay()
    day.buy('a1', 99, 1)
    day.phase('closing-call')
    day.sell('b1', 98, 1)
    day.buy('c1', 97, 2)
    expect(brief(day.phase('closed'))).toEqual([
      'phase closed',
      'traded a1 b1 1@99',
      'cancelled c1 2 end-of-day',
      'close 99 next 99',
      'state closed',
    ])
    expect(day.book()).toBe(' | ')
    expect(brief(day.buy('d1', 99, 1))).toEqual(['refused phase.closed'])
    expect(brief(day.phase('opening-call', { date: '2026-01-14' }))).toContain('day 99')
  })

  it('ends at the last trade when the closing auction has none', () => {
    const day = newDay()
    day.sell('a1', 101, 1)
    day.buy('b1', 101, 1)
    day.phase('closing-call')
    expect(brief(day.phase('closed'))).toContain('close 101 next 101')
  })

  it.each([
    ['the best bid above the reference', () => ['buy', 103] as const, 103],
    ['the best ask below the reference', () => ['sell', 97] as const, 97],
    ['the old reference for a bid below it', () => ['buy', 97] as const, 100],
    ['the old reference for an ask above it', () => ['sell', 103] as const, 100],
  ])('continues from %s when nothing traded', (_, order, next) => {
    const day = newDay()
    const [side, price] = order()
    day[side]('a1', price, 1)
    day.phase('closing-call')
    expect(brief(day.phase('closed'))).toContain(`close none next ${next}`)
  })

  it('begins at a reference set by command', () => {
    const day = newDay()
    expect(day.apply({ kind: 'reference', symbol, price: cents(80), limited: false })).toEqual([])
    day.phase('closing-call')
    expect(brief(day.phase('closed'))).toContain('close none next 80')
    expect(day.phase('opening-call', { date: '2026-01-14' })[1]).toEqual({
      kind: 'day',
      symbol,
      date: '2026-01-14',
      reference: cents(80),
    })
  })

  it('begins with a daily limit set by command, at the close', () => {
    const day = newDay()
    day.apply({ kind: 'reference', symbol, price: cents(80), limited: false })
    day.phase('closing-call')
    day.phase('closed')
    day.phase('opening-call', { date: '2026-01-14' })
    expect(day.apply({ kind: 'reference', symbol, limited: true })).toEqual([])
    for (const phase of ['continuous', 'closing-call', 'closed'] as const)
      day.phase(phase, { date: '2026-01-14' })
    expect(day.phase('opening-call', { date: '2026-01-15' })[1]).toEqual({
      kind: 'day',
      symbol,
      date: '2026-01-15',
      reference: cents(80),
      upper: cents(88),
      lower: cents(72),
    })
  })

  it('accepts its phases in order, once per day', () => {
    const day = newDay()
    for (const phase of ['opening-call', 'continuous', 'closed'] as const)
      expect(brief(day.phase(phase))).toEqual(['refused phase.order'])
    expect(brief(day.phase('closing-call', { date: '2026-01-14' }))).toEqual(['refused phase.order'])
    day.phase('closing-call')
    day.phase('closed')
    expect(brief(day.phase('opening-call', { date: '2026-01-13' }))).toEqual(['refused phase.order'])
  })

  it('cancels market orders when the closing call begins', () => {
    const day = newDay()
    day.buy('a1', 'market', 1)
    expect(brief(day.phase('closing-call'))).toEqual([
      'phase closing-call',
      'state closing-call',
      'cancelled a1 1 paused',
    ])
  })

  it('refuses an order for another day', () => {
    const day = newDay()
    const order = {
      kind: 'place',
      order: 'a1',
      account: 'a',
      symbol,
      side: 'buy',
      price: 9_900,
      quantity: 1_000,
      validity: 'ROD',
    } as const
    expect(brief(day.apply({ ...order, date: '2026-01-12' }))).toEqual(['refused order.day'])
    expect(brief(day.apply({ ...order, date: '2026-01-13' }))).toEqual(['accepted a1'])
    const other = { ...order, kind: 'replace', newOrder: 'a2', price: 9_800 } as const
    expect(brief(day.apply({ ...other, date: '2026-01-14' }))).toEqual(['refused order.day'])
    expect(day.book()).toBe('1@99 | ')
    expect(brief(day.apply({ ...other, date: '2026-01-13' }))).toEqual([
      'cancelled a1 1 replaced',
      'accepted a2',
    ])
  })

  it('begins for a new listing at the next opening call', () => {
    const day = newDay()
    day.apply({
      kind: 'list',
      instruments: [{ symbol: '9999', instrument: 'stock', reference: 1_000, limited: true }],
    })
    expect(day.engine.book('9999')?.state).toBe('closed')
    day.phase('closing-call')
    day.phase('closed')
    day.phase('opening-call', { date: '2026-01-14' })
    expect(day.engine.book('9999')?.state).toBe('opening-call')
    expect(day.engine.symbols()).toEqual([symbol, '9999'])
  })
})

describe('a halt', () => {
  const halt = { kind: 'halt', symbol, reason: 'news' } as const

  it('stops entry and matching but allows cancels', () => {
    const day = newDay()
    day.buy('a1', 99, 2)
    day.buy('a2', 'market', 1)
    expect(brief(day.apply(halt))).toEqual(['state halted news', 'cancelled a2 1 paused'])
    expect(brief(day.apply(halt))).toEqual(['refused halt.already'])
    expect(brief(day.sell('b1', 99, 1))).toEqual(['refused halt.no-entry'])
    expect(brief(day.apply({ kind: 'reduce', order: 'a1', account: 'a', symbol, by: 1_000 }))).toEqual([
      'reduced a1 to 1',
    ])
    expect(brief(day.cancel('a1'))).toEqual(['cancelled a1 1 asked'])
  })

  it('ends by a resume, two minutes of collection and an auction', () => {
    const day = newDay()
    day.buy('a1', 99, 1)
    day.apply(halt)
    expect(brief(day.apply({ kind: 'resume', symbol }))).toEqual(['state paused resumed'])
    day.sell('b1', 97, 1)
    expect(brief(day.later(120_000))).toEqual(['traded a1 b1 1@99', 'state continuous'])
    expect(brief(day.apply({ kind: 'resume', symbol }))).toEqual(['refused halt.not-halted'])
  })

  it('ends by itself at its set time', () => {
    const day = newDay()
    day.apply({ ...halt, until: openAt + 60_000 })
    expect(day.engine.dueAt()).toBe(openAt + 60_000)
    expect(brief(day.later(60_000))).toEqual(['state paused resumed'])
    expect(brief(day.later(120_000))).toEqual(['state continuous'])
  })

  it('lasts through the phases of its shard and overnight', () => {
    const day = newDay({ phase: 'opening-call' })
    day.buy('a1', 99, 1)
    day.apply(halt)
    expect(brief(day.phase('continuous'))).toEqual(['phase continuous'])
    day.phase('closing-call')
    expect(brief(day.phase('closed'))).toEqual([
      'phase closed',
      'cancelled a1 1 end-of-day',
      'close none next 100',
    ])
    day.phase('opening-call', { date: '2026-01-14' })
    expect(day.engine.book(symbol)?.state).toBe('halted')
    expect(brief(day.apply({ kind: 'resume', symbol }))).toEqual(['state opening-call'])
  })
})

describe('a mass quote', () => {
  const quote = (bids: [number, number][], asks: [number, number][], account = 'seat:m') =>
    ({
      kind: 'quote',
      account,
      quotes: [
        {
          symbol,
          bids: bids.map(([price, lots]) => [cents(price), lots * 1_000] as const),
          asks: asks.map(([price, lots]) => [cents(price), lots * 1_000] as const),
        },
      ],
    }) as const

  it('replaces the previous quote silently and keeps placed orders', () => {
    const day = newDay()
    day.apply({
      kind: 'place',
      order: 'x1',
      account: 'seat:m',
      symbol,
      side: 'buy',
      price: cents(95),
      quantity: 1_000,
      validity: 'ROD',
    })
    expect(
      day.apply(
        quote(
          [
            [99, 1],
            [98, 2],
          ],
          [[101, 1]],
        ),
      ),
    ).toEqual([])
    expect(day.book()).toBe('1@99 2@98 1@95 | 1@101')
    day.apply(quote([[99.5, 1]], [[101.5, 3]]))
    expect(day.book()).toBe('1@99.5 1@95 | 3@101.5')
    day.apply(quote([], []))
    expect(day.book()).toBe('1@95 | ')
  })

  it('names its levels in their trades', () => {
    const day = newDay()
    day.apply(quote([[99, 1]], [[101, 1]]))
    expect(brief(day.buy('a1', 101, 1))).toEqual(['accepted a1', `traded a1 quote:${symbol}:2 1@101`])
    expect(brief(day.buy(`quote:${symbol}:1`, 99, 1))).toEqual(['refused order.duplicate'])
  })

  it('is refused per symbol and leaves that symbol unchanged', () => {
    const day = newDay()
    day.apply(quote([[99, 1]], [[101, 1]]))
    const other = { symbol: '0000', bids: [], asks: [] }
    expect(
      day.apply({ ...quote([[99, 1]], [[99, 1]]), quotes: [other, ...quote([[99, 1]], [[99, 1]]).quotes] }),
    ).toEqual([
      { kind: 'refused', command: 'quote', rule: 'instrument.unknown', account: 'seat:m', symbol: '0000' },
      { kind: 'refused', command: 'quote', rule: 'quote.crossed', account: 'seat:m', symbol },
    ])
    expect(day.book()).toBe('1@99 | 1@101')
    const eleven = Array.from({ length: 11 }, (_, index): [number, number] => [99 - index / 2, 1])
    expect(brief(day.apply(quote(eleven, [])))).toEqual(['refused quote.levels'])
  })

  it('is removed by a cancel-all of its account', () => {
    const day = newDay()
    day.apply(quote([[99, 1]], [[101, 1]]))
    expect(day.apply({ kind: 'cancel-all', account: 'seat:m' })).toEqual([])
    expect(day.book()).toBe(' | ')
  })
})

describe('the state', () => {
  it('is restored from a snapshot with hash and timers', () => {
    const day = newDay()
    day.buy('a1', 'market', 1)
    day.apply({ kind: 'reference', symbol, price: cents(80) })
    day.apply({ kind: 'halt', symbol, reason: 'news', until: openAt + 60_000 })
    const restored = restoreEngine(day.engine.snapshot())
    expect(restored.stateHash()).toBe(day.engine.stateHash())
    expect(restored.dueAt()).toBe(openAt + 60_000)
    expect(restored.snapshot()).toBe(day.engine.snapshot())
  })

  it('changes its hash only when something changes', () => {
    const day = newDay()
    const before = day.engine.stateHash()
    day.buy('a1', 99, 1)
    const one = day.engine.stateHash()
    day.apply({ kind: 'reduce', order: 'a1', account: 'a', symbol, by: 500 })
    expect(day.engine.stateHash()).toBe(one)
    expect(one).not.toBe(before)
  })

  it('does not grow with cancelled orders', () => {
    const day = newDay()
    day.sell('z1', 101, 1)
    const size = day.engine.snapshot().length
    for (let index = 0; index < 1_000; index += 1) {
      day.buy(`a${index}`, 99, 1)
      day.cancel(`a${index}`)
    }
    expect(day.engine.snapshot().length).toBeLessThan(size + 10)
  })

  it('reports each changed book once', () => {
    const day = newDay()
    day.engine.takeTouched()
    day.buy('a1', 99, 1)
    expect(day.engine.takeTouched()).toEqual([symbol])
    expect(day.engine.takeTouched()).toEqual([])
  })

  it('refuses time that goes backwards', () => {
    const engine = createEngine()
    engine.apply({ kind: 'time' }, 10)
    expect(() => engine.apply({ kind: 'time' }, 9)).toThrow('time went back')
  })
})

describe('the rules of a venue', () => {
  it('each have a description sentence', () => {
    for (const text of Object.values(venueRules)) expect(text).toMatch(/^[A-Z].*[.]$/)
  })
})
