import fc from 'fast-check'
import { expect, test } from 'vitest'
import { closingShares, type OpenHolding } from './closing-shares.ts'
import { brokerage, valueAt } from './costs.ts'
import type { TicketFacts, TicketOrder } from './facts.ts'
import { longMultiples, spent } from './funding.ts'
import { type ClosableHolding, previewClose } from './preview-close.ts'
import { previewOrder } from './preview.ts'
import { termsOf } from './terms.ts'

const terms = termsOf('practice')
const dollars = (amount: number): bigint => BigInt(Math.round(amount * 100))
const facts: TicketFacts = {
  terms,
  kind: 'stock',
  limited: true,
  state: 'continuous',
  reference: 19_500,
  upper: 21_450,
  lower: 17_550,
  last: 19_500,
  buyingPower: dollars(10_000_000),
  equity: dollars(10_000_000),
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
  price: 19_500,
  quantity: 1_000,
  validity: 'ROD',
}

test('a long at 1x shows value and fee, held at its limit', () => {
  expect(previewOrder(facts, order)).toMatchObject({
    value: dollars(195_000),
    ownPart: dollars(195_000),
    loan: 0n,
    fee: dollars(277),
    tax: 0n,
    cost: dollars(195_277),
    held: dollars(195_277),
    heldPrice: 19_500,
    left: dollars(9_804_723),
    ratioBp: null,
    callPrice: null,
    roomPpm: null,
  })
})

test('a market order is held at the upper limit', () => {
  expect(previewOrder(facts, { ...order, price: undefined })).toMatchObject({
    price: 19_500,
    value: dollars(195_000),
    heldPrice: 21_450,
    held: dollars(214_500) + dollars(305),
  })
})

test('a hold for a loan names its rounding reserve', () => {
  // Just above a step of the loan: a fill a cent lower borrows a thousand less.
  const loan = previewOrder(facts, { ...order, multiple: 200, price: 20_000 })!
  expect(loan.reserve).toBe(loan.held! - loan.cost)
  expect(loan.reserve).toBeGreaterThan(0n)
  expect(loan.reserve).toBeLessThan(dollars(1_000))
  expect(previewOrder(facts, order)!.reserve).toBe(0n)
})

test('a long with a loan shows interest, ratio and call price', () => {
  expect(previewOrder(facts, { ...order, multiple: 250 })).toMatchObject({
    loan: dollars(117_000),
    ownPart: dollars(78_000),
    interestApr: 65_000,
    interestPerDay: 2_084n,
    ratioBp: 16_666,
    // 130 % of 117,000 is 152,100: called below NT$152.10.
    callPrice: 15_209,
    roomPpm: 220_051,
  })
})

test('a short shows its costs and is held at the upper limit', () => {
  expect(previewOrder(facts, { ...order, direction: 'short' })).toMatchObject({
    value: dollars(195_000),
    loan: 0n,
    fee: dollars(277),
    tax: dollars(585),
    borrowFee: dollars(156),
    margin: dollars(175_500),
    proceeds: dollars(195_000 - 277 - 585 - 156),
    cost: dollars(175_500),
    heldPrice: 21_450,
    held: dollars(193_100),
    ratioBp: 18_947,
    callPrice: 28_422,
    roomPpm: 457_538,
  })
})

test('existing debt counts towards the ratio and the call price', () => {
  const owing = { ...facts, securing: dollars(130_000), securedDebt: dollars(100_000) }
  const preview = previewOrder(owing, { ...order, multiple: 250 })!
  expect(preview.ratioBp).toBe(14_976)
  // (130,000 + 1,000 p) / 217,000 < 1.3 below NT$152.10 as well: the old debt stood at 130 % exactly.
  expect(preview.callPrice).toBe(15_209)
  expect(previewOrder(owing, order)!.ratioBp).toBe(13_000)
})

const anyOrder = fc
  .record({
    direction: fc.constantFrom('long' as const, 'short' as const),
    multiple: fc.constantFrom(...longMultiples),
    dayTrade: fc.boolean(),
    price: fc.constantFrom(undefined, 17_550, 19_500, 21_450),
    lots: fc.integer({ min: 1, max: 499 }),
  })
  .map(({ lots, ...rest }): TicketOrder => ({
    ...rest,
    multiple: rest.direction === 'short' ? 100 : rest.multiple,
    quantity: lots * 1_000,
    validity: 'ROD',
  }))

test('no possible fill costs more than the preview held', () => {
  fc.assert(
    fc.property(anyOrder, fc.integer({ min: 351, max: 429 }), (someOrder, ticks) => {
      const at = Math.min(ticks * 50, someOrder.direction === 'long' ? (someOrder.price ?? 21_450) : 21_450)
      const preview = previewOrder(facts, someOrder, at)!
      expect(preview.cost).toBe(spent(terms, someOrder, valueAt(at, someOrder.quantity)))
      expect(preview.cost <= preview.held!).toBe(true)
      if (someOrder.direction === 'long') {
        expect(preview.ownPart + preview.loan).toBe(preview.value)
        expect(preview.cost).toBe(preview.ownPart + preview.fee)
      } else {
        expect(preview.proceeds + preview.fee + preview.tax + preview.borrowFee).toBe(preview.value)
      }
    }),
  )
})

test('the call price is exactly where the margin call begins', () => {
  fc.assert(
    fc.property(anyOrder, (someOrder) => {
      const preview = previewOrder(facts, someOrder)!
      if (preview.callPrice === null) return
      const ratioAt = (price: number): bigint => {
        const market = valueAt(price, someOrder.quantity)
        return someOrder.direction === 'long'
          ? (market * 10_000n * 1_000n) / preview.loan
          : ((preview.margin + preview.proceeds) * 10_000n * 1_000n) / market
      }
      const better = someOrder.direction === 'long' ? 1 : -1
      expect(ratioAt(preview.callPrice) < 13_000_000n).toBe(true)
      expect(ratioAt(preview.callPrice + better) >= 13_000_000n).toBe(true)
    }),
  )
})

const closeFacts = {
  terms,
  kind: 'stock' as const,
  upper: 21_450,
  last: 20_500,
  buyingPower: 0n,
  date: '2026-11-17',
  settlesOn: '2026-11-19',
}
const long: ClosableHolding = {
  direction: 'long',
  dayTrade: false,
  openedOn: '2026-11-16',
  openedShares: 2_000,
  shares: 2_000,
  openedValue: dollars(390_000),
  openFee: dollars(555),
  openTax: 0n,
  borrowFee: 0n,
  loan: dollars(234_000),
  interest: dollars(41.67),
  collateral: 0n,
}

test('closing half of a long repays half of its loan', () => {
  expect(previewClose(closeFacts, long, { quantity: 1_000 })).toEqual({
    price: 20_500,
    value: dollars(205_000),
    loanRepaid: dollars(117_000),
    interest: dollars(20.83),
    fee: dollars(292),
    tax: dollars(615),
    collateral: 0n,
    received: dollars(205_000 - 292 - 615 - 117_000 - 20.83),
    receivedOn: '2026-11-19',
    result: dollars(205_000 - 195_000 - 277.5 - 292 - 615 - 20.83),
    held: 0n,
    heldPrice: null,
  })
})

test('a day trade closed on its day pays half the tax', () => {
  const dayTrade = { ...long, dayTrade: true, openedOn: '2026-11-17' }
  expect(previewClose(closeFacts, dayTrade, { quantity: 2_000 })!.tax).toBe(dollars(615))
  expect(previewClose(closeFacts, { ...dayTrade, openedOn: '2026-11-16' }, { quantity: 2_000 })!.tax).toBe(
    dollars(1_230),
  )
})

test('buying back a short holds only what exceeds its collateral', () => {
  const short: ClosableHolding = {
    ...long,
    direction: 'short',
    openedShares: 1_000,
    shares: 1_000,
    openedValue: dollars(195_000),
    openFee: dollars(277),
    openTax: dollars(585),
    borrowFee: dollars(156),
    loan: 0n,
    interest: 0n,
    collateral: dollars(175_500 + 195_000 - 277 - 585 - 156),
  }
  const preview = previewClose(closeFacts, short, { price: 18_000, quantity: 1_000 })!
  expect(preview).toMatchObject({
    value: dollars(180_000),
    fee: dollars(256),
    tax: 0n,
    received: dollars(175_500 + 195_000 - 277 - 585 - 156 - 180_000 - 256),
    result: dollars(15_000 - 277 - 585 - 156 - 256),
    held: 0n,
    heldPrice: 18_000,
  })
  const poor = { ...short, collateral: dollars(200_000) }
  expect(previewClose(closeFacts, poor, { quantity: 1_000 })!.held).toBe(
    dollars(214_500) + brokerage(terms, dollars(214_500)) - dollars(200_000),
  )
})

test('the parts of a position closed in steps sum to the whole', () => {
  const holding = fc.record({
    openedValue: fc.bigInt({ min: 1n, max: 10n ** 12n }),
    openFee: fc.bigInt({ min: 0n, max: 10n ** 9n }),
    openTax: fc.bigInt({ min: 0n, max: 10n ** 9n }),
    borrowFee: fc.bigInt({ min: 0n, max: 10n ** 9n }),
    loan: fc.bigInt({ min: 0n, max: 10n ** 12n }),
    interest: fc.bigInt({ min: 0n, max: 10n ** 9n }),
    collateral: fc.bigInt({ min: 0n, max: 10n ** 12n }),
  })
  fc.assert(
    fc.property(
      holding,
      fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1, maxLength: 8 }),
      (amounts, lots) => {
        const openedShares = lots.reduce((sum, count) => sum + count * 1_000, 0)
        let left: OpenHolding = { direction: 'long', openedShares, shares: openedShares, ...amounts }
        const total = {
          loan: 0n,
          interest: 0n,
          collateral: 0n,
          openedValue: 0n,
          openFee: 0n,
          openTax: 0n,
          borrowFee: 0n,
        }
        for (const count of lots) {
          const part = closingShares(left, count * 1_000)
          for (const name of Object.keys(total) as (keyof typeof total)[]) total[name] += part[name]
          const { shares, loan, interest, collateral } = left
          left = Object.assign(left, {
            shares: shares - count * 1_000,
            loan: loan - part.loan,
            interest: interest - part.interest,
            collateral: collateral - part.collateral,
          })
        }
        expect(total).toEqual(amounts)
      },
    ),
  )
})
