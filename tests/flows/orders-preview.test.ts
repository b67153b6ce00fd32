// The ticket's amounts are charged: random orders of every kind go through preview, intake's decision and settlement's
// postings, and the three must agree to the cent. The sums are taken from the ledger entries alone.
// FAIRLOT_PROVE=1 runs all of them and writes evidence/orders-preview.json.

import type { OddTraded, Traded } from '../../packages/contract/src/venue/index.ts'
import { clearing, fees, lending, member, stock, tax, type Entry } from '../../packages/ledger/src/index.ts'
import { closuresOf } from '../../packages/rules/src/calendar/index.ts'
import { ceilToTick, floorToTick, limitsOf, splitLots } from '../../packages/rules/src/instruments/index.ts'
import {
  type ClosableHolding,
  heldForCover,
  interest,
  previewClose,
  previewOrder,
  termsOf,
  type TicketFacts,
  type TicketOrder,
} from '../../packages/rules/src/orders/index.ts'
import fc from 'fast-check'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { writeEvidence } from '../../scripts/evidence.ts'
import { decideOpen } from '../../apps/server/src/features/orders/intake/decide.ts'
import type {
  SettlementOrder,
  SettlementPosition,
  SettlementInput,
} from '../../apps/server/src/features/settlement/settlement-input.ts'
import { settle } from '../../apps/server/src/features/settlement/settle.ts'

// An unlimited line: a refused order charges nothing and proves nothing.
const terms = { ...termsOf('practice'), lineMax: 10 ** 15 }
const termsHash = 'a'.repeat(64)
const memberId = '0192f000-0000-7000-8000-000000000001'
const date = '2026-11-16'
const due = '2026-11-18'
const symbol = '2330'
const owner = member(memberId)

const orders = fc.record({
  kind: fc.constantFrom('stock' as const, 'etf' as const),
  reference: fc.integer({ min: 1_200, max: 500_000 }),
  way: fc.constantFrom(
    { direction: 'long' as const, multiple: 100 },
    { direction: 'long' as const, multiple: 200 },
    { direction: 'long' as const, multiple: 250 },
    { direction: 'short' as const, multiple: 100 },
  ),
  dayTrade: fc.boolean(),
  isMarket: fc.boolean(),
  lots: fc.integer({ min: 1, max: 499 }),
  /** Where in the day's range it is placed, and where it fills; in thousandths. */
  placedAt: fc.integer({ min: 0, max: 1_000 }),
  filledAt: fc.integer({ min: 0, max: 1_000 }),
  closedAt: fc.integer({ min: 0, max: 1_000 }),
  cuts: fc.array(fc.integer({ min: 1, max: 40 }), { maxLength: 6 }),
  /** This many lots are closed first, then the remaining ones. */
  firstClose: fc.integer({ min: 1, max: 499 }),
  /** Paid in cash: the order is an odd lot, or whole lots of which the first close takes these shares too. */
  odd: fc.integer({ min: 0, max: 999 }),
  isOddOrder: fc.boolean(),
  nights: fc.constantFrom(0, 0, 1, 3, 30),
})

const lot = 1_000

/** Shares of each fill of one order, in whole lots unless it is an odd lot. */
function slices(shares: number, cuts: readonly number[]): number[] {
  const parts: number[] = []
  const unit = shares < lot ? 1 : lot
  let left = shares
  for (const cut of cuts) {
    if (left <= cut * unit) break
    parts.push(cut * unit)
    left -= cut * unit
  }
  return [...parts, left]
}

const sumOn = (entries: readonly Entry[], account: string): bigint =>
  entries
    .flatMap(({ lines }) => lines)
    .reduce((sum, line) => (line.account === account ? sum + line.amount : sum), 0n)

const noInput: Omit<SettlementInput, 'orders' | 'positions'> = {
  shard: 0,
  date,
  terms: new Map([[termsHash, terms]]),
  eligible: new Set([memberId]),
  freeCash: new Map(),
  poolCash: 10n ** 16n,
  seats: new Map([['house', '00000000-0000-8000-8000-000000000009']]),
  short: new Set(),
  calendar: 'practice',
  closures: closuresOf([]),
}

const orderOf = (
  over: Partial<SettlementOrder> &
    Pick<SettlementOrder, 'id' | 'side' | 'purpose' | 'quantity' | 'holdParts'>,
) =>
  ({
    memberId,
    symbol,
    kind: 'stock',
    positionId: over.id,
    direction: 'long',
    multiple: 100,
    dayTrade: false,
    worstPrice: 1,
    origin: 'member',
    terms: termsHash,
    state: 'entrusted',
    reason: null,
    acceptedAt: 1,
    endedAt: null,
    left: over.quantity,
    filled: 0,
    filledValue: 0n,
    fee: 0n,
    tax: 0n,
    borrowFee: 0n,
    loanRepaid: 0n,
    interestPaid: 0n,
    collateralFreed: 0n,
    steps: 1,
    stepsHash: '0'.repeat(64),
    ...over,
  }) satisfies SettlementOrder

let events = 0
const trades = (order: SettlementOrder, price: number, parts: readonly number[]) => {
  let left = order.quantity
  return parts.map((quantity) => {
    left -= quantity
    events += 1
    const mine = { order: order.id, account: `member:${memberId}`, left }
    const theirs = { order: `other-${events}`, account: 'seat:house', left: 0 }
    const [buy, sell] = order.side === 'buy' ? [mine, theirs] : [theirs, mine]
    const body: Traded | OddTraded = {
      kind: order.quantity < lot ? 'odd-traded' : 'traded',
      symbol,
      price,
      quantity,
      buyOrder: buy.order,
      buyAccount: buy.account,
      buyLeft: buy.left,
      sellOrder: sell.order,
      sellAccount: sell.account,
      sellLeft: sell.left,
      bids: [],
      asks: [],
    }
    return { event: events, at: 1_700_000_000_000 + events, body }
  })
}

const isWhole = process.env['FAIRLOT_PROVE'] === '1'
const runs = isWhole ? 10_000 : 2_000

test(`the preview of ${runs} random orders equals the amount charged`, { timeout: 120_000 }, () => {
  fc.assert(
    fc.property(orders, (given) => {
      const { kind, way } = given
      const reference = floorToTick(kind, given.reference)
      const { upper, lower } = limitsOf(kind, reference, true)!
      const between = (share: number): number => ceilToTick(kind, lower + ((upper - lower) * share) / 1_000)
      const limit = Math.min(between(given.placedAt), upper)
      const isCash = way.direction === 'long' && way.multiple === 100 && !given.dayTrade
      const isOdd = isCash && given.isOddOrder && given.odd > 0
      const isMarket = given.isMarket && !isOdd
      // The least value of an order.
      const least = Math.ceil(terms.minAmount / limit)
      const quantity = isOdd ? Math.min(999, Math.max(given.odd, least)) : given.lots * lot
      const wanted: TicketOrder = {
        ...way,
        // Day trades use the member's own money only.
        dayTrade: given.dayTrade && way.multiple === 100,
        ...(isMarket ? {} : { price: limit }),
        quantity,
        validity: 'ROD',
      }
      const facts: TicketFacts = {
        terms,
        kind,
        limited: true,
        state: 'continuous',
        reference,
        upper,
        lower,
        last: reference,
        buyingPower: 10n ** 15n,
        equity: 10n ** 15n,
        marginEligible: true,
        owed: 0n,
        securing: 0n,
        securedDebt: 0n,
        lendable: 10 ** 9,
        dayTrading: { eligible: true, left: 10n ** 15n, tooLate: false },
        stopped: null,
        called: false,
      }
      // A long fills at its limit or better, a short at its limit or above.
      const best = isMarket ? between(given.filledAt) : limit
      const price =
        way.direction === 'long'
          ? Math.max(lower, Math.min(best, between(given.filledAt)))
          : Math.min(upper, Math.max(best, between(given.filledAt)))

      const preview = previewOrder(facts, wanted, price)!
      const decision = decideOpen(
        { ...facts, symbol, date, coverBegun: false, termsHash },
        {
          ...wanted,
          orderId: '0192f000-0000-7000-8000-00000000000a',
          memberId,
          origin: 'member',
          acknowledged: ['far-price', 'equity-share'],
          terms: termsHash,
        },
      )
      if (!decision.ok) throw new Error(`refused: ${decision.refusal.msg}`)
      const draft = decision.taken
      expect(draft.cash).toBe(preview.held)
      expect(draft.worstPrice).toBe(preview.heldPrice)

      const opening = orderOf({
        ...draft,
        id: draft.id,
        side: draft.side,
        holdParts: [
          {
            holdId: '0192f000-0000-8000-8000-0000000000b1',
            account: owner.available('TWD'),
            remaining: draft.cash,
          },
          ...(way.direction === 'short'
            ? [
                {
                  holdId: '0192f000-0000-8000-8000-0000000000b2',
                  account: lending.available(stock(symbol)),
                  remaining: BigInt(draft.quantity),
                },
              ]
            : []),
        ],
      })
      const opened = settle(
        { ...noInput, orders: new Map([[opening.id, opening]]), positions: new Map() },
        trades(opening, price, slices(quantity, given.cuts)),
      )
      const [position] = opened.made
      const on = (account: string): bigint => sumOn(opened.entries, account)
      expect(-on(owner.held('TWD'))).toBe(preview.held)
      expect(preview.held! - on(owner.available('TWD'))).toBe(preview.cost)
      expect(on(fees('brokerage', 'TWD'))).toBe(preview.fee)
      expect(on(tax('transaction', 'TWD'))).toBe(preview.tax)
      expect(on(fees('borrow', 'TWD'))).toBe(preview.borrowFee)
      expect(-on(owner.loan('TWD'))).toBe(preview.loan)
      expect(on(owner.collateral('TWD'))).toBe(preview.margin + preview.proceeds)
      for (const asset of ['TWD' as const, stock(symbol)]) expect(on(clearing.settling(asset, due))).toBe(0n)

      const first = Math.min(quantity, given.firstClose * lot + (isCash ? given.odd : 0))
      closeInTwo(
        position!,
        { ...given, closes: [first, quantity - first] },
        facts,
        between(given.closedAt) > upper ? upper : between(given.closedAt),
      )
    }),
    { numRuns: runs },
  )
  if (isWhole)
    writeEvidence(join(import.meta.dirname, '../..'), 'orders-preview', {
      orders: runs,
      closes: 2 * runs,
      differences: 0,
    })
})

/** Closes a part, then the remainder, each previewed just before; the loan carries some nights of interest. */
function closeInTwo(
  made: SettlementPosition,
  {
    kind,
    cuts,
    nights,
    closes,
  }: Pick<typeof orders extends fc.Arbitrary<infer Given> ? Given : never, 'kind' | 'cuts' | 'nights'> & {
    readonly closes: readonly number[]
  },
  facts: TicketFacts,
  price: number,
): void {
  let position: SettlementPosition = { ...made, interest: interest(terms, made.loan, nights) }
  let brought = 0n
  for (const [turn, count] of closes.entries()) {
    if (count === 0) continue
    const holding: ClosableHolding = position
    const preview = previewClose(
      { terms, kind, upper: facts.upper, last: facts.last, buyingPower: 0n, date, settlesOn: due },
      holding,
      { price, quantity: count },
    )!
    const isLong = position.direction === 'long'
    const { whole, odd } = splitLots(count)
    const cover = isLong ? 0n : heldForCover(terms, holding, count, price)
    expect(preview.held).toBe(cover)
    const closings = [whole, odd].flatMap((quantity, book) => {
      if (quantity === 0) return []
      const held = isLong ? BigInt(quantity) : cover
      return orderOf({
        id: `0192f000-0000-7000-8000-0000000001${turn}${book}`,
        side: isLong ? 'sell' : 'buy',
        purpose: 'close',
        positionId: position.id,
        kind,
        direction: position.direction,
        multiple: position.multiple,
        dayTrade: position.dayTrade,
        quantity,
        worstPrice: price,
        holdParts:
          held === 0n
            ? []
            : [
                {
                  holdId: `0192f000-0000-8000-8000-000000000c${turn}${book}`,
                  account: isLong ? owner.receivable(stock(symbol), due) : owner.available('TWD'),
                  remaining: held,
                },
              ],
      })
    })
    const settled = settle(
      {
        ...noInput,
        freeCash: new Map([[memberId, 10n ** 15n]]),
        orders: new Map(closings.map((closing) => [closing.id, closing])),
        positions: new Map([
          [
            position.id,
            { ...position, state: 'preparing-to-close', closing: count, openCloses: closings.length },
          ],
        ]),
      },
      closings.flatMap((closing) => trades(closing, price, slices(closing.quantity, cuts))),
    )
    const [after] = settled.positions
    const on = (account: string): bigint => sumOn(settled.entries, account)
    expect(on(fees('brokerage', 'TWD'))).toBe(preview.fee)
    expect(on(tax('transaction', 'TWD'))).toBe(preview.tax)
    expect(on(owner.loan('TWD'))).toBe(preview.loanRepaid)
    expect(on(owner.interest('TWD'))).toBe(preview.interest)
    expect(-on(owner.collateral('TWD'))).toBe(preview.collateral)
    const came = on(owner.receivable('TWD', due)) + on(owner.available('TWD')) + on(owner.held('TWD'))
    expect(came).toBe(preview.received)
    expect(after!.realised - position.realised).toBe(preview.result)
    brought += preview.result
    position = after!
  }
  // Over the whole life nothing is left over and nothing is lost.
  expect(position).toMatchObject({ state: 'closed', shares: 0, loan: 0n, collateral: 0n, interest: 0n })
  expect(position.realised).toBe(brought)
  const gross =
    position.direction === 'long'
      ? position.closedValue - position.openedValue
      : position.openedValue - position.closedValue
  expect(position.realised).toBe(
    gross -
      position.openFee -
      position.openTax -
      position.borrowFee -
      position.closeFee -
      position.closeTax -
      position.interestPaid,
  )
}
