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
      readonly stockMicros: number
      readonly exIn: number
      readonly paysIn: number
    }
  | { readonly kind: 'approve'; readonly by: number }

export const memberCount = 2

const who = fc.nat(memberCount - 1)
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
    arbitrary: fc.record({
      kind: fc.constant('next-days' as const),
      days: fc.oneof(fc.integer({ min: 1, max: 2 }), fc.integer({ min: 1, max: 40 })),
    }),
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
    weight: 5,
    arbitrary: fc.record({
      kind: fc.constant('propose' as const),
      by: fc.constantFrom(0, 0, 0, 1),
      // Around the amount from which the supplement is withheld, and up to more than half of the price.
      cashMicros: fc.oneof(fc.integer({ min: 1, max: 3_000_000 }), fc.integer({ min: 1, max: 52_000_000 })),
      // Often no new shares; up to more than one for one.
      stockMicros: fc.oneof(
        fc.constant(0),
        fc.integer({ min: 1, max: 300_000 }),
        fc.integer({ min: 1, max: 1_050_000 }),
      ),
      exIn: fc.constantFrom(0, 1, 1, 1, 2, 2, 3, 5),
      paysIn: fc.constantFrom(0, 1, 2, 3, 5, 7, 14, 20),
    }),
  },
  {
    weight: 5,
    arbitrary: fc.record({ kind: fc.constant('approve' as const), by: fc.constantFrom(1, 1, 1, 0) }),
  },
)

const cashMicros = fc.integer({ min: 1, max: 50_000_000 })
const stockMicros = fc.oneof(fc.constant(0), fc.integer({ min: 1, max: 1_000_000 }))

/** A member is short of the stock when its dividend is announced. One in two then exchanges all dollars, so that the debt waits. */
const announcement: fc.Arbitrary<readonly MoneyStep[]> = fc
  .record({ who, shares: fc.integer({ min: 1, max: 45_000 }), cashMicros, stockMicros, isPoor: fc.boolean() })
  .map(({ isPoor, who: seller, shares, ...terms }) => [
    { kind: 'sell', who: seller, shares, short: true },
    { kind: 'propose', by: 0, ...terms, exIn: 2, paysIn: 5 },
    { kind: 'approve', by: 1 },
    ...(isPoor
      ? ([
          { kind: 'quote', who: seller, pay: 'TWD', get: 'JPY', percent: 100, spreadBps: 0 },
          { kind: 'deal', who: seller, pick: 0 },
        ] as const)
      : []),
  ])

/** Each begins with money in every currency, so that short sequences exchange too; one in three with a dividend. */
export const moneySteps = (): fc.Arbitrary<readonly MoneyStep[]> =>
  fc
    .tuple(
      fc.oneof({ weight: 2, arbitrary: fc.constant([]) }, { weight: 1, arbitrary: announcement }),
      fc.array(step, { minLength: 6, maxLength: 36, size: 'max' }),
    )
    .map(([first, then]) => [...first, ...then])
