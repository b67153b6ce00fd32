import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { checkClose, checkCloses, closeOrders, type HeldPosition } from './check-close.ts'
import { checkOrder, checkTicket, maxSharesFor } from './check-order.ts'
import { brokerage, closingFees, transactionTax, valueAt } from './costs.ts'
import type { TicketFacts, TicketOrder } from './facts.ts'
import { oddHoursAt } from './odd-hours.ts'
import { previewClose } from './preview-close.ts'
import { previewOrder } from './preview.ts'
import { termsOf } from './terms.ts'

const terms = termsOf('practice')
const dollars = (amount: number): bigint => BigInt(Math.round(amount * 100))
const facts: TicketFacts = {
  terms,
  kind: 'stock',
  limited: true,
  state: 'continuous',
  reference: 10_000,
  upper: 11_000,
  lower: 9_000,
  last: 10_000,
  buyingPower: dollars(1_000_000),
  equity: dollars(1_000_000),
  marginEligible: true,
  owed: 0n,
  securing: 0n,
  securedDebt: 0n,
  lendable: 50_000,
  dayTrading: { eligible: true, left: dollars(4_990_000), tooLate: false },
  stopped: null,
  called: false,
}
const order: TicketOrder = {
  direction: 'long',
  multiple: 100,
  dayTrade: false,
  price: 10_000,
  quantity: 30,
  validity: 'ROD',
}

describe('the fee', () => {
  test('of an odd lot has its own minimum', () => {
    // 100 shares at 23.10: 2,310, fee 3.
    expect(brokerage(terms, dollars(2_310), 100)).toBe(dollars(3))
    expect(brokerage(terms, dollars(500), 5)).toBe(dollars(1))
    expect(brokerage(terms, dollars(2_310), 1_000)).toBe(dollars(20))
    expect(brokerage(terms, 0n, 5)).toBe(0n)
  })

  test('of terms without odd lots is the one minimum', () => {
    const { brokerageMinOdd: _later, ...older } = terms
    expect(brokerage(older, dollars(500), 5)).toBe(dollars(20))
  })

  test('and tax of a close are those of its two orders', () => {
    const sale = { kind: 'stock', dayTrade: false } as const
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 5_000 }),
        fc.integer({ min: 100, max: 50_000 }),
        (shares, price) => {
          const odd = shares % 1_000
          const parts = [shares - odd, odd].filter((part) => part > 0)
          const sum = (cost: (value: bigint, part: number) => bigint): bigint =>
            parts.reduce((total, part) => total + cost(valueAt(price, part), part), 0n)
          expect(closingFees(terms, price, shares, sale)).toEqual({
            fee: sum((value, part) => brokerage(terms, value, part)),
            tax: sum((value) => transactionTax(terms, 'stock', false, value)),
          })
          expect(closingFees(terms, price, shares, undefined).tax).toBe(0n)
        },
      ),
    )
  })
})

describe('buying an odd lot', () => {
  const refusal = (more: Partial<TicketOrder>, some: Partial<TicketFacts> = {}) => {
    const refused = checkOrder({ ...facts, ...some }, { ...order, ...more })
    return refused && [refused.msg, refused.rule]
  }

  test.each([
    ['a market order', { price: undefined }, {}, 'order.choice', 'odd.limit-rod-only'],
    ['an IOC', { validity: 'IOC' }, {}, 'order.choice', 'odd.limit-rod-only'],
    ['a short', { direction: 'short' }, {}, 'order.choice', 'odd.onlyCash'],
    ['a loan', { multiple: 200 }, {}, 'order.choice', 'odd.onlyCash'],
    ['a day trade', { dayTrade: true }, {}, 'order.choice', 'odd.onlyCash'],
    ['no shares', { quantity: 0 }, {}, 'order.shares', 'odd.quantity'],
    ['half a share', { quantity: 0.5 }, {}, 'order.shares', 'odd.quantity'],
    ['too small a value', { quantity: 9 }, {}, 'order.minimum', 'order.minAmount'],
    ['the opening call', {}, { state: 'opening-call' }, 'order.choice', 'odd.closed'],
    ['the close', {}, { state: 'closed' }, 'time.outside-trading', 'phase.closed'],
    ['a halt', {}, { state: 'halted' }, 'order.choice', 'halt.no-entry'],
  ] as const)('is refused for %s', (_what, more, some, msg, rule) => {
    expect(refusal(more, some)).toEqual([msg, rule])
  })

  test('is accepted in a pause and in the closing call', () => {
    for (const state of ['continuous', 'paused', 'closing-call'] as const)
      expect(refusal({}, { state })).toBeUndefined()
  })

  describe('after the close', () => {
    const at = (time: string): number => new Date(`2026-02-11T${time}:00+08:00`).getTime()
    const auction = { from: at('13:40'), until: at('14:30') }
    const opensAt = new Date('2026-02-23T09:00:00+08:00').getTime()
    const closedAt = (time: string): Partial<TicketFacts> => ({
      state: 'closed',
      oddHours: oddHoursAt(auction, opensAt, at(time)),
    })

    test.each([
      ['13:39', '02/11 13:40'],
      ['14:30', '02/23 09:00'],
      ['20:00', '02/23 09:00'],
    ])('at %s is refused until %s', (time, from) => {
      expect(checkOrder({ ...facts, ...closedAt(time) }, order)).toEqual({
        msg: 'order.odd-hours',
        rule: 'odd.closed',
        params: { at: from },
      })
    })

    test('is accepted for the auction', () => {
      for (const time of ['13:40', '14:29']) expect(refusal({}, closedAt(time))).toBeUndefined()
    })

    test.each([
      ['a whole lot', { quantity: 1_000 }, 'time.outside-trading', 'phase.closed'],
      ['a market order', { price: undefined }, 'order.choice', 'odd.limit-rod-only'],
      ['a loan', { multiple: 200 }, 'order.choice', 'odd.onlyCash'],
      ['a price beyond the day', { price: 11_050 }, 'stock.over-price-limit', 'order.price-limit'],
      ['a wrong tick', { price: 10_003 }, 'order.tick', 'order.tick'],
    ] as const)('is refused for %s', (_what, more, msg, rule) => {
      expect(refusal(more, closedAt('14:00'))).toEqual([msg, rule])
    })

    test('is refused in a halt and dated in the opening call', () => {
      expect(refusal({}, { ...closedAt('14:00'), state: 'halted' })).toEqual([
        'order.choice',
        'halt.no-entry',
      ])
      const opening = { state: 'opening-call', oddHours: { kind: 'waiting', opensAt } } as const
      expect(checkOrder({ ...facts, ...opening }, order)?.params).toEqual({ at: '02/23 09:00' })
    })
  })

  test('by an amount takes the most shares it pays for', () => {
    const dear = { ...facts, reference: 247_500, upper: 268_000, lower: 220_000, last: 247_500 }
    const wanted = { ...order, price: 247_500 }
    const shares = maxSharesFor({ ...dear, buyingPower: dollars(5_000) }, wanted)
    expect(shares).toBe(2)
    expect(previewOrder(dear, { ...wanted, quantity: shares })).toMatchObject({
      value: dollars(4_950),
      fee: dollars(7),
      held: dollars(4_957),
    })
  })

  test('of the most shares fits and of one more does not', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 900, max: 1_100 }),
        fc.bigInt({ min: 0n, max: 20_000_000n }),
        (tens, cash) => {
          const some = { ...facts, buyingPower: cash }
          const wanted = { ...order, price: tens * 10 - ((tens * 10) % 50) }
          const max = maxSharesFor(some, wanted)
          const refused = (quantity: number) =>
            checkTicket(some, { ...wanted, quantity }, ['far-price', 'equity-share'])?.msg
          if (max > 0) expect(refused(max)).not.toBe('balance.insufficient')
          // Below its least value an order is refused for that.
          if (max < 999 && valueAt(wanted.price, max + 1) >= BigInt(terms.minAmount))
            expect(refused(max + 1)).toBe('balance.insufficient')
        },
      ),
    )
  })
})

describe('closing', () => {
  const held: HeldPosition = {
    direction: 'long',
    multiple: 100,
    dayTrade: false,
    state: 'holding',
    shares: 2_700,
    closing: 1_000,
    openedOn: '2026-11-16',
    sellableOn: '2026-11-17',
    unlocksAt: 0,
    closeAskedAt: null,
  }
  const today = { date: '2026-11-17', nowMs: 1_000_000 }
  const limit = { price: 10_000, quantity: 1_700, validity: 'ROD' as const }

  test('is one order in each book', () => {
    expect(closeOrders(limit, facts)).toEqual([
      { ...limit, quantity: 1_000 },
      { ...limit, quantity: 700 },
    ])
    expect(closeOrders({ ...limit, quantity: 2_000 }, facts)).toHaveLength(1)
    expect(closeOrders({ quantity: 1_700, validity: 'IOC' }, facts)).toEqual([
      { quantity: 1_000, validity: 'IOC' },
      { quantity: 700, validity: 'ROD', price: 9_000 },
    ])
  })

  test('takes no more shares than are free', () => {
    const refused = (quantity: number) => checkCloses(facts, held, { ...limit, quantity }, today)?.msg
    expect(refused(1_700)).toBeUndefined()
    expect(refused(1_701)).toBe('order.shares')
    expect(refused(2_000)).toBe('order.lots')
    expect(checkCloses(facts, held, { quantity: 1_700, validity: 'IOC' }, today)).toBeUndefined()
  })

  test('of what was borrowed for is in whole lots', () => {
    for (const own of [{ multiple: 200 }, { dayTrade: true }, { direction: 'short' as const }])
      expect(checkClose(facts, { ...held, ...own }, { ...limit, quantity: 700 }, today)?.rule).toBe(
        'odd.onlyCash',
      )
  })

  test('shows the sum of both orders', () => {
    const holding = {
      direction: 'long',
      dayTrade: false,
      openedOn: '2026-11-16',
      openedShares: 1_700,
      shares: 1_700,
      openedValue: dollars(170_000),
      openFee: dollars(242),
      openTax: 0n,
      borrowFee: 0n,
      loan: 0n,
      interest: 0n,
      collateral: 0n,
    } as const
    const moment = { ...facts, date: '2026-11-17', settlesOn: '2026-11-19' }
    // 1,000 at 100: fee 142, tax 300. 700 at 100: fee 99, tax 210.
    expect(previewClose(moment, holding, { price: 10_000, quantity: 1_700 })).toMatchObject({
      fee: dollars(241),
      tax: dollars(510),
      received: dollars(170_000 - 241 - 510),
    })
  })
})
