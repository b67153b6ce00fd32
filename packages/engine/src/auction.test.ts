import { describe, expect, it } from 'vitest'
import { drawLot, lotteryOf } from './index.ts'
import { brief, cents, newDay, openAt, symbol } from './testing/day.ts'

const tradedFirst = (events: Parameters<typeof brief>[0]): string[] =>
  brief(events)
    .filter((line) => line.startsWith('traded'))
    .map((line) => line.split(' ')[1]!)

const indicative = (day: ReturnType<typeof newDay>) => day.engine.book(symbol)!.indicative

describe('a call auction', () => {
  it('sets the price of the largest volume', () => {
    const day = newDay({ phase: 'opening-call' })
    day.buy('a1', 101, 5)
    day.buy('b1', 100, 5)
    day.sell('c1', 99, 3)
    day.sell('d1', 100, 4)
    day.sell('e1', 101, 9)
    // 99: 3, 100: 7, 101: 5.
    expect(indicative(day)).toEqual({ price: cents(100), quantity: 7_000 })
  })

  it('fills every buy above and every sell below its price', () => {
    const day = newDay({ phase: 'opening-call' })
    day.buy('a1', 102, 20)
    day.sell('b1', 99.5, 10)
    // Ten trade anywhere from 99.5 to 102, but below 102 a buyer with a higher bid would be left out.
    expect(indicative(day)).toEqual({ price: cents(102), quantity: 10_000 })
    expect(brief(day.phase('continuous'))).toEqual([
      'phase continuous',
      'traded a1 b1 10@102',
      'state continuous',
    ])
    expect(day.book()).toBe('10@102 | ')
  })

  it('prefers the price nearest the opening reference before any trade', () => {
    const day = newDay({ phase: 'opening-call', reference: 100 })
    day.buy('a1', 102, 10)
    day.sell('b1', 98, 10)
    expect(indicative(day)?.price).toBe(cents(100))
    const above = newDay({ phase: 'opening-call', reference: 95 })
    above.buy('a1', 102, 10)
    above.sell('b1', 98, 10)
    expect(indicative(above)?.price).toBe(cents(98))
  })

  it('prefers the price nearest the last trade once one exists', () => {
    const day = newDay()
    day.sell('a1', 101, 1)
    day.buy('b1', 101, 1)
    day.phase('closing-call')
    day.buy('c1', 102, 10)
    day.sell('d1', 98, 10)
    expect(indicative(day)?.price).toBe(cents(101))
  })

  it('has no price while the book is not crossed', () => {
    const day = newDay({ phase: 'opening-call' })
    day.buy('a1', 99, 1)
    day.sell('b1', 100, 1)
    expect(indicative(day)).toBeUndefined()
    expect(brief(day.phase('continuous'))).toEqual(['phase continuous', 'state continuous'])
  })

  it('draws lots from the stored seed before the first match', () => {
    const filledFirst = (seed: string): string => {
      const day = newDay({ phase: 'closed' })
      day.phase('opening-call', { seed })
      for (const order of ['a1', 'b1', 'c1', 'd1', 'e1', 'f1']) day.buy(order, 100, 1)
      day.sell('z1', 100, 2)
      return brief(day.phase('continuous'))
        .filter((line) => line.startsWith('traded'))
        .map((line) => line.split(' ')[1])
        .join(' ')
    }
    const byHand = (seed: string): string => {
      const lottery = lotteryOf(seed, '2026-01-13', symbol)
      return ['a1', 'b1', 'c1', 'd1', 'e1', 'f1']
        .map((order, index) => ({ order, lot: drawLot(lottery, index + 1) }))
        .sort((a, b) => a.lot - b.lot)
        .slice(0, 2)
        .map(({ order }) => order)
        .join(' ')
    }
    const seeds = Array.from({ length: 20 }, (_, index) => `seed ${index}`)
    for (const seed of seeds) expect(filledFirst(seed)).toBe(byHand(seed))
    expect(new Set(seeds.map(filledFirst)).size).toBeGreaterThan(5)
  })

  it('draws lots from the seed that comes with the opening', () => {
    const opened = (seed: string): string[] => {
      const day = newDay({ phase: 'closed' })
      day.phase('opening-call', { until: openAt })
      for (const order of ['a1', 'b1', 'c1']) day.buy(order, 100, 1)
      day.sell('z1', 100, 2)
      return tradedFirst(day.phase('continuous', { seed }))
    }
    const firsts = new Set(Array.from({ length: 20 }, (_, index) => opened(`seed ${index}`)[0]))
    expect(firsts).toEqual(new Set(['a1', 'b1', 'c1']))
  })

  it('puts orders that enter after the opening was due behind every lot', () => {
    for (let index = 0; index < 20; index += 1) {
      const day = newDay({ phase: 'closed' })
      day.phase('opening-call', { until: openAt })
      for (const order of ['a1', 'b1']) day.buy(order, 100, 1)
      day.at = openAt
      for (const order of ['l1', 'm1']) day.buy(order, 100, 1)
      day.sell('z1', 100, 4)
      const order = tradedFirst(day.phase('continuous', { seed: `seed ${index}` }))
      expect(new Set(order.slice(0, 2))).toEqual(new Set(['a1', 'b1']))
      expect(order.slice(2)).toEqual(['l1', 'm1'])
    }
  })

  it('fills by time when no draw came', () => {
    const day = newDay({ phase: 'closed' })
    day.phase('opening-call', { until: openAt })
    for (const order of ['a1', 'b1', 'c1', 'd1']) day.buy(order, 100, 1)
    day.sell('z1', 100, 4)
    expect(tradedFirst(day.phase('continuous'))).toEqual(['a1', 'b1', 'c1', 'd1'])
  })

  it('draws each place first about equally often', () => {
    const firsts = [0, 0, 0, 0, 0]
    for (let index = 0; index < 5_000; index += 1) {
      const lottery = lotteryOf(`seed ${index}`, '2026-01-13', symbol)
      const lots = firsts.map((_, place) => drawLot(lottery, place + 1))
      firsts[lots.indexOf(Math.min(...lots))]! += 1
    }
    for (const count of firsts) expect(Math.abs(count - 1_000)).toBeLessThan(120)
  })

  it('keeps entry order for orders left after an auction', () => {
    const day = newDay({ phase: 'opening-call' })
    for (const order of ['a1', 'b1', 'c1', 'd1']) day.buy(order, 100, 2)
    day.sell('z1', 100, 1)
    day.phase('continuous')
    const fills = brief(day.sell('y1', 100, 7)).slice(1)
    expect(fills.map((line) => line.split(' ')[1])).toEqual(['a1', 'b1', 'c1', 'd1'])
  })

  it('fills by time after the first match of the day', () => {
    const day = newDay()
    day.sell('a1', 100, 1)
    day.buy('b1', 100, 1)
    day.phase('closing-call')
    for (const order of ['c1', 'd1', 'e1']) day.buy(order, 100, 1)
    day.sell('z1', 100, 2)
    expect(brief(day.phase('closed')).filter((line) => line.startsWith('traded'))).toEqual([
      'traded c1 z1 1@100',
      'traded d1 z1 1@100',
    ])
  })

  it('names no taker and shows the crossed book before each fill', () => {
    const day = newDay({ phase: 'opening-call' })
    day.buy('a1', 101, 2)
    day.sell('b1', 100, 2)
    const [, trade] = day.phase('continuous')
    expect(trade).toEqual({
      kind: 'traded',
      symbol,
      price: cents(100),
      quantity: 2_000,
      buyOrder: 'a1',
      buyAccount: 'a',
      buyLeft: 0,
      sellOrder: 'b1',
      sellAccount: 'b',
      sellLeft: 0,
      bids: [[cents(101), 2_000]],
      asks: [[cents(100), 2_000]],
    })
  })

  it('cancels an order that could trade with its own account', () => {
    const day = newDay({ phase: 'opening-call' })
    day.buy('a1', 100, 1)
    expect(brief(day.sell('a2', 100, 1))).toEqual(['accepted a2', 'cancelled a2 1 self-trade'])
    expect(brief(day.sell('a3', 100.5, 1))).toEqual(['accepted a3'])
  })

  it('accepts only limit orders for the day', () => {
    for (const phase of ['opening-call', 'closing-call'] as const) {
      const day = newDay({ phase })
      expect(brief(day.buy('a1', 'market', 1))).toEqual(['refused phase.limit-rod-only'])
      expect(brief(day.buy('a2', 100, 1, 'IOC'))).toEqual(['refused phase.limit-rod-only'])
      expect(brief(day.buy('a3', 100, 1, 'FOK'))).toEqual(['refused phase.limit-rod-only'])
      expect(brief(day.buy('a4', 100, 1))).toEqual(['accepted a4'])
    }
  })
})

describe('auction postponement', () => {
  it('delays the opening two minutes after a late price jump', () => {
    const day = newDay({ phase: 'opening-call' })
    day.buy('a1', 100, 1)
    day.sell('b1', 100, 1)
    day.at = openAt - 30_000
    day.buy('c1', 104, 5)
    day.sell('d1', 104, 5)
    day.at = openAt
    expect(brief(day.phase('continuous'))).toEqual(['phase continuous', 'state opening-call postponed'])
    expect(day.engine.dueAt()).toBe(openAt + 120_000)
    expect(brief(day.buy('e1', 100, 1))).toEqual(['accepted e1'])
    expect(brief(day.later(120_000))).toContain('state continuous')
  })

  it('leaves the opening on time after an early or small jump', () => {
    const early = newDay({ phase: 'opening-call' })
    early.buy('a1', 100, 1)
    early.sell('b1', 100, 1)
    early.at = openAt - 60_001
    early.buy('c1', 104, 5)
    early.sell('d1', 104, 5)
    early.at = openAt
    expect(brief(early.phase('continuous'))).toContain('state continuous')
    const small = newDay({ phase: 'opening-call' })
    small.buy('a1', 100, 1)
    small.sell('b1', 100, 1)
    small.at = openAt - 1
    small.buy('c1', 103.5, 5)
    small.sell('d1', 103.5, 5)
    small.at = openAt
    expect(brief(small.phase('continuous'))).toContain('state continuous')
  })

  it('delays the opening when 30 % of the volume leaves late', () => {
    const cancelling = (lots: number): string[] => {
      const day = newDay({ phase: 'opening-call' })
      day.buy('a1', 95, 7)
      day.buy('b1', 94, 3)
      day.at = openAt - 10_000
      day.apply({ kind: 'reduce', order: 'a1', account: 'a', symbol, by: lots * 1_000 })
      day.at = openAt
      return brief(day.phase('continuous'))
    }
    expect(cancelling(3)).toContain('state opening-call postponed')
    expect(cancelling(2)).toContain('state continuous')
  })

  it('delays the close three minutes after a late price jump', () => {
    const day = newDay({ phase: 'closing-call' })
    day.buy('a1', 100, 1)
    day.sell('b1', 100, 1)
    day.at += 4 * 60_000
    day.buy('c1', 104, 5)
    day.sell('d1', 104, 5)
    day.at += 60_000
    expect(brief(day.phase('closed'))).toEqual(['phase closed', 'state closing-call postponed'])
    expect(brief(day.buy('e1', 99, 1))).toEqual(['accepted e1'])
    expect(brief(day.later(180_000))).toEqual([
      'traded c1 b1 1@104',
      'traded c1 d1 4@104',
      'cancelled a1 1 end-of-day',
      'cancelled d1 1 end-of-day',
      'cancelled e1 1 end-of-day',
      'close 104 next 104',
      'state closed',
    ])
  })

  it('does not apply at one dollar and below', () => {
    const day = newDay({ phase: 'opening-call', reference: 1 })
    day.buy('a1', 1, 1)
    day.sell('b1', 1, 1)
    day.at = openAt - 1
    day.buy('c1', 1.1, 5)
    day.sell('d1', 1.1, 5)
    day.at = openAt
    expect(brief(day.phase('continuous'))).toContain('state continuous')
  })
})
