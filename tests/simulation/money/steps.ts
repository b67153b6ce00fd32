import { currencies, type Currency } from '@fairlot/money'
import { creditTermDays } from '@fairlot/contract/credit/states'
import fc from 'fast-check'

export type MoneyStep =
  | { readonly kind: 'deposit'; readonly who: number; readonly currency: Currency; readonly amount: number }
  | { readonly kind: 'move-rate'; readonly currency: Currency; readonly percent: number }
  | {
      readonly kind: 'quote'
      readonly who: number
      readonly pay: Currency
      readonly get: Currency
      readonly percent: number
      readonly spreadBps: number
    }
  | { readonly kind: 'deal'; readonly who: number; readonly pick: number }
  | { readonly kind: 'wait'; readonly seconds: number }
  | { readonly kind: 'next-days'; readonly days: number }
  | {
      readonly kind: 'borrow'
      readonly who: number
      readonly lots: number
      readonly percent: number
      readonly term: number
    }
  | { readonly kind: 'repay'; readonly who: number; readonly percent: number }
  | { readonly kind: 'sell'; readonly who: number; readonly shares: number; readonly short: boolean }
  | { readonly kind: 'cover'; readonly who: number }
  | {
      readonly kind: 'propose'
      readonly by: number
      readonly cashMicros: number
      readonly exIn: number
      readonly paysIn: number
    }
  | { readonly kind: 'approve'; readonly by: number }

export const memberCount = 2

const who = fc.nat(memberCount - 1)
/** One of two operators. */
const by = fc.nat(1)
const currency = fc.constantFrom(...currencies)
/** Often one whose exchange is allowed and of which there is some. */
const pair = fc.oneof(
  { weight: 3, arbitrary: fc.tuple(fc.constant<Currency>('TWD'), currency) },
  { weight: 2, arbitrary: fc.tuple(currency, fc.constant<Currency>('TWD')) },
  { weight: 1, arbitrary: fc.constantFrom(['USD', 'INR'] as const, ['INR', 'USD'] as const) },
  { weight: 4, arbitrary: fc.tuple(currency, currency) },
)

const step: fc.Arbitrary<MoneyStep> = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('deposit' as const),
      who,
      currency,
      amount: fc.integer({ min: 1, max: 9_999_999 }),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('move-rate' as const),
      currency,
      percent: fc.integer({ min: 90, max: 110 }),
    }),
  },
  {
    weight: 6,
    arbitrary: fc
      .tuple(who, pair, fc.integer({ min: 0, max: 110 }), fc.constantFrom(0, 0, 7, 50, 200))
      .map(([by, [pay, get], percent, spreadBps]) => ({
        kind: 'quote' as const,
        who: by,
        pay,
        get,
        percent,
        spreadBps,
      })),
  },
  {
    weight: 8,
    arbitrary: fc.record({ kind: fc.constant('deal' as const), who, pick: fc.constantFrom(0, 0, 0, 1, 2) }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant('wait' as const), seconds: fc.integer({ min: 1, max: 40 }) }),
  },
  {
    weight: 3,
    arbitrary: fc.record({ kind: fc.constant('next-days' as const), days: fc.integer({ min: 1, max: 40 }) }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('borrow' as const),
      who,
      lots: fc.integer({ min: 1, max: 5 }),
      percent: fc.integer({ min: 1, max: 110 }),
      term: fc.constantFrom(...creditTermDays),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('repay' as const),
      who,
      percent: fc.constantFrom(1, 10, 50, 99, 100, 101),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('sell' as const),
      who,
      shares: fc.integer({ min: 1, max: 9_999 }),
      short: fc.boolean(),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('cover' as const), who }) },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('propose' as const),
      by,
      // Around the amount from which the supplement is withheld, and up to more than half of the price.
      cashMicros: fc.oneof(fc.integer({ min: 1, max: 3_000_000 }), fc.integer({ min: 1, max: 52_000_000 })),
      exIn: fc.integer({ min: 0, max: 8 }),
      paysIn: fc.integer({ min: 0, max: 20 }),
    }),
  },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('approve' as const), by }) },
)

/** Each begins with money in every currency, so that short sequences exchange too. */
export const moneySteps = (): fc.Arbitrary<readonly MoneyStep[]> =>
  fc.array(step, { minLength: 6, maxLength: 40, size: 'max' })
