import { describe, expect, test } from 'vitest'
import {
  conditionalProblem,
  type ConditionalTerms,
  effectOfTrade,
  firedPrice,
  type WaitingConditional,
} from './conditional.ts'

// A long bought at 208.00, the market at 214.50, the tick 0.50; and the same as a short.
const long = { instrument: 'stock', limited: true, side: 'sell', last: 21_450 } as const
const short = { ...long, side: 'buy' } as const

const problemOf = (terms: ConditionalTerms, ground: Parameters<typeof conditionalProblem>[1] = long) => {
  const problem = conditionalProblem(terms, ground)
  return problem && `${problem.code} ${problem.field}`
}

describe('setting a conditional order', () => {
  test.each<[string, ConditionalTerms, string | undefined]>([
    ['a stop below the market', { kind: 'stop', stop: { trigger: 20_500 } }, undefined],
    ['a stop far below today', { kind: 'stop', stop: { trigger: 10_000 } }, undefined],
    ['a stop with a limit below it', { kind: 'stop', stop: { trigger: 20_500, price: 20_400 } }, undefined],
    ['a stop with a limit at it', { kind: 'stop', stop: { trigger: 20_500, price: 20_500 } }, undefined],
    [
      'a stop with a limit above it',
      { kind: 'stop', stop: { trigger: 20_500, price: 20_550 } },
      'order.trigger stop',
    ],
    ['a stop at the market', { kind: 'stop', stop: { trigger: 21_450 } }, 'order.trigger stop'],
    ['a stop above the market', { kind: 'stop', stop: { trigger: 21_500 } }, 'order.trigger stop'],
    ['a stop off the tick', { kind: 'stop', stop: { trigger: 20_510 } }, 'order.tick stop'],
    [
      'a stop whose limit is off the tick',
      { kind: 'stop', stop: { trigger: 20_500, price: 20_410 } },
      'order.tick stop',
    ],
    ['a stop without a trigger', { kind: 'stop', stop: {} }, 'order.trigger stop'],
    [
      'a stop with a profit',
      { kind: 'stop', stop: { trigger: 20_500 }, takeProfit: { price: 23_000 } },
      'order.trigger stop',
    ],
    ['a profit above the market', { kind: 'take-profit', takeProfit: { price: 23_000 } }, undefined],
    [
      'a profit at the market',
      { kind: 'take-profit', takeProfit: { price: 21_450 } },
      'order.trigger takeProfit',
    ],
    [
      'a profit below the market',
      { kind: 'take-profit', takeProfit: { price: 21_000 } },
      'order.trigger takeProfit',
    ],
    [
      'a profit off the tick',
      { kind: 'take-profit', takeProfit: { price: 23_010 } },
      'order.tick takeProfit',
    ],
    [
      'a profit with a stop',
      { kind: 'take-profit', stop: { trigger: 1 }, takeProfit: { price: 23_000 } },
      'order.trigger takeProfit',
    ],
    [
      'a pair',
      { kind: 'one-cancels-other', stop: { trigger: 20_500 }, takeProfit: { price: 23_000 } },
      undefined,
    ],
    ['half a pair', { kind: 'one-cancels-other', stop: { trigger: 20_500 } }, 'order.trigger stop'],
    [
      'a pair that trails',
      { kind: 'one-cancels-other', stop: { distance: 500 }, takeProfit: { price: 23_000 } },
      'order.trigger stop',
    ],
    ['a trailing stop', { kind: 'trailing', stop: { distance: 500 } }, undefined],
    ['a trailing stop by half a tick', { kind: 'trailing', stop: { distance: 25 } }, 'order.tick stop'],
    ['a trailing stop below zero', { kind: 'trailing', stop: { distance: 21_450 } }, 'order.trigger stop'],
    [
      'a trailing stop with a limit',
      { kind: 'trailing', stop: { distance: 500, price: 20_000 } },
      'order.trigger stop',
    ],
    [
      'a trailing stop with a trigger',
      { kind: 'trailing', stop: { distance: 500, trigger: 20_000 } },
      'order.trigger stop',
    ],
  ])('%s on a long', (_what, terms, problem) => {
    expect(problemOf(terms)).toBe(problem)
  })

  test.each<[ConditionalTerms, string | undefined]>([
    [{ kind: 'stop', stop: { trigger: 22_500 } }, undefined],
    [{ kind: 'stop', stop: { trigger: 22_500, price: 22_600 } }, undefined],
    [{ kind: 'stop', stop: { trigger: 22_500, price: 22_400 } }, 'order.trigger stop'],
    [{ kind: 'stop', stop: { trigger: 21_000 } }, 'order.trigger stop'],
    [{ kind: 'take-profit', takeProfit: { price: 20_000 } }, undefined],
    [{ kind: 'take-profit', takeProfit: { price: 22_000 } }, 'order.trigger takeProfit'],
  ])('%j on a short', (terms, problem) => {
    expect(problemOf(terms, short)).toBe(problem)
  })

  test('without a daily limit a stop needs its own price', () => {
    const ground = { ...long, limited: false }
    expect(conditionalProblem({ kind: 'stop', stop: { trigger: 20_500 } }, ground)).toEqual({
      code: 'order.choice',
      field: 'stop',
      rule: 'order.market-not-limited',
    })
    expect(problemOf({ kind: 'stop', stop: { trigger: 20_500, price: 20_000 } }, ground)).toBeUndefined()
  })
})

describe('firing a conditional order', () => {
  const fires = (waiting: Omit<WaitingConditional, 'best'>, price: number) =>
    effectOfTrade({ ...waiting, best: null }, price).fires

  test('a stop and a take-profit fire at their price and beyond', () => {
    const stop = { kind: 'stop', stop: { trigger: 20_500 } } as const
    expect([20_550, 20_500, 19_000].map((price) => fires({ ...stop, side: 'sell' }, price))).toEqual([
      undefined,
      'stop',
      'stop',
    ])
    expect([20_450, 20_500, 22_000].map((price) => fires({ ...stop, side: 'buy' }, price))).toEqual([
      undefined,
      'stop',
      'stop',
    ])
    const profit = { kind: 'take-profit', takeProfit: { price: 23_000 } } as const
    expect([22_950, 23_000, 23_500].map((price) => fires({ ...profit, side: 'sell' }, price))).toEqual([
      undefined,
      'take-profit',
      'take-profit',
    ])
    expect([23_050, 23_000].map((price) => fires({ ...profit, side: 'buy' }, price))).toEqual([
      undefined,
      'take-profit',
    ])
  })

  test('only the stop of a one-cancels-other pair fires', () => {
    const pair = {
      kind: 'one-cancels-other',
      side: 'sell',
      stop: { trigger: 20_500 },
      takeProfit: { price: 23_000 },
    } as const
    expect([23_500, 21_000, 20_500].map((price) => fires(pair, price))).toEqual([
      undefined,
      undefined,
      'stop',
    ])
  })

  test('a trailing stop follows the best price and never goes back', () => {
    let best: number | null = null
    const fired: string[] = []
    for (const price of [21_450, 21_400, 21_600, 21_150, 22_000, 21_550, 21_500, 21_450]) {
      const effect = effectOfTrade({ kind: 'trailing', side: 'sell', stop: { distance: 500 }, best }, price)
      best = effect.best
      if (effect.fires) fired.push(`${price} behind ${best}`)
    }
    expect(best).toBe(22_000)
    expect(fired).toEqual(['21500 behind 22000', '21450 behind 22000'])
  })

  test('a trailing stop of a short follows downwards', () => {
    const trailing = { kind: 'trailing', side: 'buy', stop: { distance: 500 } } as const
    expect(effectOfTrade({ ...trailing, best: 21_450 }, 21_000)).toEqual({ fires: undefined, best: 21_000 })
    expect(effectOfTrade({ ...trailing, best: 21_000 }, 21_500)).toEqual({ fires: 'stop', best: 21_000 })
  })
})

describe('the order of a fired conditional', () => {
  const day = { upper: 23_500, lower: 19_350 }
  test.each([
    [
      'a long stop at the market is sent at the lower limit',
      { kind: 'stop', stop: { trigger: 20_500 } },
      'stop',
      'sell',
      19_350,
    ],
    [
      'a short stop at the market is sent at the upper limit',
      { kind: 'stop', stop: { trigger: 22_500 } },
      'stop',
      'buy',
      23_500,
    ],
    [
      'a stop with a price keeps it',
      { kind: 'stop', stop: { trigger: 20_500, price: 20_000 } },
      'stop',
      'sell',
      20_000,
    ],
    [
      'a stop price below the day is sent at the lower limit',
      { kind: 'stop', stop: { trigger: 20_500, price: 19_000 } },
      'stop',
      'sell',
      19_350,
    ],
    [
      'a stop price above the day makes no order today',
      { kind: 'stop', stop: { trigger: 24_500, price: 24_000 } },
      'stop',
      'sell',
      undefined,
    ],
    [
      'a profit is a limit order at its price',
      { kind: 'take-profit', takeProfit: { price: 23_000 } },
      'take-profit',
      'sell',
      23_000,
    ],
    [
      'a profit above the day waits',
      { kind: 'take-profit', takeProfit: { price: 24_000 } },
      'take-profit',
      'sell',
      undefined,
    ],
    [
      'a profit below the day is sold at the lower limit',
      { kind: 'take-profit', takeProfit: { price: 19_000 } },
      'take-profit',
      'sell',
      19_350,
    ],
  ] as const)('%s', (_what, terms, leg, side, price) => {
    expect(firedPrice(terms, leg, side, day)).toBe(price)
  })

  test('without limits only an own price makes an order', () => {
    expect(firedPrice({ kind: 'stop', stop: { trigger: 20_500 } }, 'stop', 'sell', {})).toBeUndefined()
    expect(firedPrice({ kind: 'stop', stop: { trigger: 20_500, price: 20_000 } }, 'stop', 'sell', {})).toBe(
      20_000,
    )
  })
})
