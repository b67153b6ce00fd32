import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { checkTrigger, dayAtTrigger, entryPrice, isReached } from './entry.ts'
import { checkExits, exitKind, resultBetween } from './exits.ts'
import { worstPriceOf } from './facts.ts'
import { heldFor } from './funding.ts'
import { previewOrder } from './preview.ts'
import { termsOf } from './terms.ts'

const terms = termsOf('practice')
const day = {
  kind: 'stock',
  limited: true,
  state: 'closed',
  upper: 23_550,
  lower: 19_350,
  last: 21_450,
  reference: 21_450,
} as const

describe('the trigger of an entry', () => {
  test.each([
    ['a rise above the last price', 'rise', 21_600, undefined],
    ['a rise beyond the day', 'rise', 25_000, undefined],
    ['a rise to the last price', 'rise', 21_450, 'order.entry-trigger'],
    ['a rise below it', 'rise', 21_400, 'order.entry-trigger'],
    ['a fall below the last price', 'fall', 21_400, undefined],
    ['a fall to the last price', 'fall', 21_450, 'order.entry-trigger'],
    ['a price off the tick', 'rise', 21_610, 'order.tick'],
  ] as const)('%s', (_what, way, trigger, msg) => expect(checkTrigger(day, { way, trigger })?.msg).toBe(msg))

  test('is reached by a trade at exactly its price', () => {
    expect(
      [21_599, 21_600, 21_601].map((price) => isReached({ way: 'rise', trigger: 21_600 }, price)),
    ).toEqual([false, true, true])
    expect([21_601, 21_600].map((price) => isReached({ way: 'fall', trigger: 21_600 }, price))).toEqual([
      false,
      true,
    ])
  })
})

test('an entry is sent within the limits of the day it fires', () => {
  const sent = (direction: 'long' | 'short', price?: number) => entryPrice({ direction, price }, day)
  expect([sent('long'), sent('long', 22_000), sent('long', 30_000), sent('long', 10_000)]).toEqual([
    23_550,
    22_000,
    23_550,
    undefined,
  ])
  expect([sent('short'), sent('short', 22_000), sent('short', 10_000), sent('short', 30_000)]).toEqual([
    19_350,
    22_000,
    19_350,
    undefined,
  ])
})

test('the hold of an entry covers its order at every price', () => {
  const price = fc.integer({ min: 387, max: 471 }).map((steps) => steps * 50)
  fc.assert(
    fc.property(
      fc.constantFrom('long', 'short'),
      fc.constantFrom(100, 200, 250),
      price,
      fc.option(price, { nil: undefined }),
      fc.integer({ min: 1, max: 40 }),
      (direction, times, trigger, limit, lots) => {
        const multiple = direction === 'short' ? 100 : times
        const held = (worstPrice: number) =>
          heldFor(terms, { direction, multiple, worstPrice, left: lots * 1_000, filled: 0n })
        const worst = worstPriceOf(
          { direction, price: limit },
          dayAtTrigger(day, { trigger, price: limit }).upper,
        )!
        const sent = entryPrice({ direction, price: limit }, day)
        if (sent === undefined) return
        expect(held(worstPriceOf({ direction, price: sent }, day.upper)!)).toBeLessThanOrEqual(held(worst))
      },
    ),
  )
})

describe('exits', () => {
  const check = (direction: 'long' | 'short', exits: Parameters<typeof checkExits>[2], price?: number) => {
    const refusal = checkExits(day, { direction, price }, exits)
    return refusal && `${refusal.msg} ${refusal.field}`
  }
  test('lie on both sides of the price, by direction', () => {
    expect(check('long', { stop: 20_800, takeProfit: 23_000 }, 21_650)).toBeUndefined()
    expect(check('short', { stop: 23_000, takeProfit: 20_800 }, 21_650)).toBeUndefined()
    expect(check('long', { stop: 21_650 }, 21_650)).toBe('order.exits stop')
    expect(check('long', { takeProfit: 21_650 }, 21_650)).toBe('order.exits takeProfit')
    expect(check('short', { stop: 20_800 }, 21_650)).toBe('order.exits stop')
    // A market order is measured at the last price.
    expect(check('long', { stop: 21_450 })).toBe('order.exits stop')
    expect(check('long', { stop: 20_810 })).toBe('order.tick stop')
    expect(check('long', {})).toBe('order.exits exits')
    expect(checkExits({ ...day, limited: false }, { direction: 'long' }, { stop: 20_800 })?.msg).toBe(
      'order.choice',
    )
  })

  test('become the conditional close of their kind', () => {
    expect([
      exitKind({}),
      exitKind({ stop: 1 }),
      exitKind({ takeProfit: 1 }),
      exitKind({ stop: 1, takeProfit: 2 }),
    ]).toEqual([undefined, 'stop', 'take-profit', 'one-cancels-other'])
  })

  test('show their result after fee and tax', () => {
    const order = { direction: 'long', dayTrade: false, quantity: 2_000 } as const
    // 216.50 to 230.00, two lots: 27,000 less fees of 617 and 655 and a tax of 1,380.
    expect(resultBetween({ terms, kind: 'stock' }, order, 21_650, 23_000)).toBe(2_434_800n)
    const short = { ...order, direction: 'short' } as const
    const { fee, tax, borrowFee } = previewOrder(
      { ...facts, ...day },
      { ...short, multiple: 100, price: 21_650, validity: 'ROD' },
    )!
    expect(resultBetween({ terms, kind: 'stock' }, short, 21_650, 20_000)).toBe(
      3_300_000n - fee - tax - borrowFee - 57_000n,
    )
  })
})

const facts = {
  terms,
  buyingPower: 0n,
  equity: 0n,
  marginEligible: true,
  owed: 0n,
  securing: 0n,
  securedDebt: 0n,
  lendable: 0,
  dayTrading: { eligible: false, left: 0n, tooLate: false },
  stopped: null,
  called: false,
}
