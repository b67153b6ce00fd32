import { previewOrder, termsOf, type TicketFacts } from '@fairlot/rules/orders'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { orderOf, type Draft } from './draft.ts'
import { sizeBy } from './size-by.ts'

const facts: TicketFacts = {
  terms: termsOf('practice'),
  kind: 'stock',
  limited: true,
  state: 'continuous',
  reference: 21_400,
  upper: 23_500,
  lower: 19_300,
  last: 21_400,
  buyingPower: 500_000_000n,
  equity: 500_000_000n,
  marginEligible: true,
  owed: 0n,
  securing: 0n,
  securedDebt: 0n,
  lendable: 500_000,
  dayTrading: { eligible: true, left: 499_000_000n, tooLate: false },
  stopped: null,
  called: false,
}
const draft: Draft = {
  direction: 'long',
  priceType: 'limit',
  price: 21_450,
  lots: 7,
  amount: null,
  multiple: 100,
  validity: 'ROD',
  dayTrade: false,
}

test('chosen lots stay as they are', () => expect(sizeBy(facts, draft)).toEqual(draft))

test('an amount below one lot gives zero lots', () => {
  expect(sizeBy(facts, { ...draft, amount: 10_000_000 }).lots).toBe(0)
})

test('an amount never buys more than buying power allows', () => {
  expect(sizeBy(facts, { ...draft, amount: 900_000_000 }).lots).toBe(
    sizeBy(facts, { ...draft, amount: 500_000_000 }).lots,
  )
})

test('an amount pays for its lots and not for one more', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1_000_000, max: 400_000_000 }),
      fc.integer({ min: 386, max: 470 }),
      fc.constantFrom(100 as const, 200 as const, 250 as const),
      fc.constantFrom('long' as const, 'short' as const),
      (amount, ticks, multiple, direction) => {
        const sized = sizeBy(facts, { ...draft, amount, price: ticks * 50, multiple, direction })
        const held = (lots: number) => previewOrder(facts, orderOf({ ...sized, lots }))?.held ?? 0n
        expect(held(sized.lots) <= BigInt(amount)).toBe(true)
        // A loan is in whole thousands, so one lot more may cost less by up to that.
        expect(held(sized.lots + 1) > BigInt(amount) - 100_000n).toBe(true)
      },
    ),
  )
})

test('an amount gives the odd lot that it pays for', () => {
  const odd = (amount: number) => sizeBy(facts, { ...draft, odd: { shares: 0, amount } }).odd?.shares
  expect(odd(500_000)).toBe(23)
  expect(odd(21_449)).toBe(0)
  expect(odd(400_000_000)).toBe(999)
})
