import type { Side, Validity } from '@fairlot/contract/venue'
import { describe, expect, it } from 'vitest'
import { restoreEngine } from './index.ts'
import { brief, cents, type Day, newDay, symbol } from './testing/day.ts'

describe('continuous trading', () => {
  it('fills best price first, then earliest, at the resting price', () => {
    const day = newDay()
    day.sell('a1', 100.5, 2)
    day.sell('b1', 100, 1)
    day.sell('c1', 100.5, 3)
    expect(brief(day.buy('d1', 101, 5))).toEqual([
      'accepted d1',
      'traded d1 b1 1@100',
      'traded d1 a1 2@100.5',
      'traded d1 c1 2@100.5',
    ])
    expect(day.book()).toBe(' | 1@100.5')
  })

  it('reports the best five levels before each trade', () => {
    const day = newDay()
    for (const [index, price] of [100, 100.5, 101, 101.5, 102, 102.5].entries())
      day.sell(`a${index}`, price, 1)
    day.buy('b1', 99, 4)
    const [, first, second] = day.buy('c1', 100.5, 2)
    expect(first).toMatchObject({
      taker: 'buy',
      buyLeft: 1_000,
      sellLeft: 0,
      bids: [[9_900, 4_000]],
      asks: [10_000, 10_050, 10_100, 10_150, 10_200].map((price) => [price, 1_000]),
    })
    expect(second).toMatchObject({ asks: expect.arrayContaining([[10_250, 1_000]]) as unknown })
  })

  it('keeps the remainder of a limit order in the book', () => {
    const day = newDay()
    day.sell('a1', 100, 1)
    day.buy('b1', 100, 3)
    expect(day.book()).toBe('2@100 | ')
  })

  it('cancels the unfilled part of an IOC', () => {
    const day = newDay()
    day.sell('a1', 100, 1)
    expect(brief(day.buy('b1', 100, 3, 'IOC')).slice(1)).toEqual([
      'traded b1 a1 1@100',
      'cancelled b1 2 unfilled',
    ])
    expect(brief(day.buy('b2', 100, 3, 'IOC')).slice(1)).toEqual(['cancelled b2 3 unfilled'])
  })

  it('fills a FOK whole or not at all', () => {
    const day = newDay()
    day.sell('a1', 100, 1)
    day.sell('a2', 100.5, 1)
    expect(brief(day.buy('b1', 100.5, 3, 'FOK')).slice(1)).toEqual(['cancelled b1 3 unfilled'])
    expect(brief(day.buy('b2', 100, 2, 'FOK')).slice(1)).toEqual(['cancelled b2 2 unfilled'])
    expect(brief(day.buy('b3', 100.5, 2, 'FOK')).slice(1)).toEqual([
      'traded b3 a1 1@100',
      'traded b3 a2 1@100.5',
    ])
  })

  it('keeps the place of a reduced order, not a replaced one', () => {
    const day = newDay()
    day.buy('a1', 100, 5)
    day.buy('b1', 100, 1)
    expect(brief(day.apply({ kind: 'reduce', order: 'a1', account: 'a', symbol, by: 4_000 }))).toEqual([
      'reduced a1 to 1',
    ])
    expect(
      brief(
        day.apply({
          kind: 'replace',
          order: 'a1',
          newOrder: 'a2',
          account: 'a',
          symbol,
          price: 10_000,
          quantity: 1_000,
          validity: 'ROD',
        }),
      ),
    ).toEqual(['cancelled a1 1 replaced', 'accepted a2'])
    expect(brief(day.sell('c1', 100, 2)).slice(1)).toEqual(['traded b1 c1 1@100', 'traded a2 c1 1@100'])
  })

  it('replaces an order only if its remaining quantity matches', () => {
    const day = newDay()
    day.buy('a1', 100, 3)
    day.sell('b1', 100, 1)
    const replacement = {
      kind: 'replace',
      order: 'a1',
      newOrder: 'a2',
      account: 'a',
      symbol,
      price: 9_900,
      quantity: 3_000,
      validity: 'ROD',
    } as const
    expect(brief(day.apply({ ...replacement, left: 3_000 }))).toEqual(['refused order.left'])
    expect(day.book()).toBe('2@100 | ')
    expect(brief(day.apply({ ...replacement, quantity: 2_000, left: 2_000 }))).toEqual([
      'cancelled a1 2 replaced',
      'accepted a2',
    ])
  })

  it('keeps the old order when its replacement is refused', () => {
    const day = newDay()
    day.buy('a1', 100, 1)
    expect(
      day.apply({
        kind: 'replace',
        order: 'a1',
        newOrder: 'a2',
        account: 'a',
        symbol,
        price: 20_000,
        quantity: 1_000,
        validity: 'ROD',
      }),
    ).toEqual([
      {
        kind: 'refused',
        command: 'replace',
        rule: 'order.price-limit',
        order: 'a1',
        newOrder: 'a2',
        account: 'a',
        symbol,
      },
    ])
    expect(day.book()).toBe('1@100 | ')
  })

  it('cancels an incoming order that would trade with itself', () => {
    const day = newDay()
    day.sell('b1', 99.5, 1)
    day.sell('a1', 100, 1)
    expect(brief(day.buy('a2', 100, 3)).slice(1)).toEqual([
      'traded a2 b1 1@99.5',
      'cancelled a2 2 self-trade',
    ])
    expect(brief(day.buy('a3', 100, 1, 'FOK')).slice(1)).toEqual(['cancelled a3 1 self-trade'])
    expect(day.book()).toBe(' | 1@100')
  })
})

describe('accounts of one owner', () => {
  const place = (
    day: Day,
    order: string,
    side: Side,
    dollars: number,
    group?: string,
    validity: Validity = 'ROD',
  ) =>
    day.apply({
      kind: 'place',
      order,
      account: order.slice(0, 1),
      symbol,
      side,
      price: cents(dollars),
      quantity: 1_000,
      validity,
      ...(group !== undefined && { group }),
    })

  it('never trade with each other: the incoming order is cancelled', () => {
    const day = newDay()
    place(day, 'a1', 'sell', 100, 'owner:1')
    for (const validity of ['ROD', 'IOC', 'FOK'] as const)
      expect(brief(place(day, 'b1', 'buy', 100, 'owner:1', validity)).slice(1)).toEqual([
        'cancelled b1 1 self-trade',
      ])
    expect(brief(place(day, 'c1', 'buy', 100, 'owner:2')).slice(1)).toEqual(['traded c1 a1 1@100'])
  })

  it('do not trade in a call auction either', () => {
    const day = newDay({ phase: 'opening-call' })
    place(day, 'a1', 'sell', 99, 'owner:1')
    expect(brief(place(day, 'b1', 'buy', 100, 'owner:1')).slice(1)).toEqual(['cancelled b1 1 self-trade'])
    expect(brief(place(day, 'b2', 'buy', 98, 'owner:1'))).toEqual(['accepted b2'])
  })

  it('are still recognised after a restore and a replacement', () => {
    const day = newDay()
    place(day, 'a1', 'sell', 100, 'owner:1')
    const restored = restoreEngine(day.engine.snapshot())
    expect(restored.stateHash()).toBe(day.engine.stateHash())
    const order = { kind: 'place', order: 'b1', account: 'b', symbol, side: 'buy', quantity: 1_000 } as const
    expect(
      brief(restored.apply({ ...order, price: 10_000, validity: 'IOC', group: 'owner:1' }, day.at)).slice(1),
    ).toEqual(['cancelled b1 1 self-trade'])

    place(day, 'b2', 'buy', 99, 'owner:1')
    const replaced = day.apply({
      kind: 'replace',
      order: 'b2',
      newOrder: 'b3',
      account: 'b',
      symbol,
      price: 10_000,
      quantity: 1_000,
      validity: 'ROD',
      group: 'owner:1',
    })
    expect(brief(replaced).at(-1)).toBe('cancelled b3 1 self-trade')
  })

  it('do not trade with their own order from before grouping', () => {
    const day = newDay()
    place(day, 'a1', 'sell', 100)
    expect(brief(place(day, 'a2', 'buy', 100, 'owner:1')).slice(1)).toEqual(['cancelled a2 1 self-trade'])
  })
})

describe('market orders', () => {
  it('fill through several price levels', () => {
    const day = newDay()
    day.sell('a1', 100, 1)
    day.sell('a2', 102, 1)
    expect(brief(day.buy('b1', 'market', 2)).slice(1)).toEqual(['traded b1 a1 1@100', 'traded b1 a2 1@102'])
  })

  it('wait at the best bid or last price, ahead of limits', () => {
    const day = newDay()
    day.buy('a1', 100.5, 1)
    day.buy('b1', 'market', 2)
    expect(day.book()).toBe('3@100.5 | ')
    expect(brief(day.sell('c1', 99, 1)).slice(1)).toEqual(['traded b1 c1 1@100.5'])
    // Without a bid the market order counts as the last price.
    day.cancel('a1')
    expect(day.book()).toBe('1@100.5 | ')
    // It accepts the asked price, even above that.
    expect(brief(day.sell('c2', 101, 1)).slice(1)).toEqual(['traded b1 c2 1@101'])
  })

  it('match each other at the waiting order’s assumed price', () => {
    const day = newDay()
    day.sell('a1', 'market', 1)
    expect(brief(day.buy('b1', 'market', 1)).slice(1)).toEqual(['traded b1 a1 1@100'])
  })

  it('are refused for instruments without a daily limit', () => {
    expect(brief(newDay({ limited: false }).buy('a1', 'market', 1))).toEqual([
      'refused order.market-not-limited',
    ])
  })
})
