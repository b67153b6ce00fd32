import fc from 'fast-check'
import { expect, test } from 'vitest'
import { checkClose, type HeldPosition } from './check-close.ts'
import { checkOrder, checkTicket, maxLotsFor, type OrderRefusal } from './check-order.ts'
import { orderChoices } from './choices.ts'
import { isMarginEligible, type TicketFacts, type TicketOrder } from './facts.ts'
import { longMultiples } from './funding.ts'
import { termsOf } from './terms.ts'

const terms = termsOf('practice')
const facts: TicketFacts = {
  terms,
  kind: 'stock',
  limited: true,
  state: 'continuous',
  reference: 10_000,
  upper: 11_000,
  lower: 9_000,
  last: 10_000,
  buyingPower: 1_000_000_000n,
  equity: 1_000_000_000n,
  marginEligible: true,
  owed: 0n,
  securing: 0n,
  securedDebt: 0n,
  lendable: 50_000,
  dayTrading: { eligible: true, left: 499_000_000n, tooLate: false },
  stopped: null,
  called: false,
}
const order: TicketOrder = {
  direction: 'long',
  multiple: 100,
  dayTrade: false,
  price: 10_000,
  quantity: 1_000,
  validity: 'ROD',
}
const market = { ...order, price: undefined }
const short: TicketOrder = { ...order, direction: 'short' }

const cases: readonly [
  what: string,
  facts: Partial<TicketFacts>,
  order: Partial<TicketOrder>,
  OrderRefusal['msg'],
  rule: string,
][] = [
  ['the market is closed', { state: 'closed' }, {}, 'time.outside-trading', 'phase.closed'],
  ['trading is halted', { state: 'halted' }, {}, 'order.choice', 'halt.no-entry'],
  [
    'a market order in a call',
    { state: 'opening-call' },
    { price: undefined },
    'order.choice',
    'phase.limit-rod-only',
  ],
  ['IOC in a pause', { state: 'paused' }, { validity: 'IOC' }, 'order.choice', 'phase.limit-rod-only'],
  [
    'a market order without a daily limit',
    { limited: false, upper: null, lower: null },
    { price: undefined },
    'order.choice',
    'order.market-not-limited',
  ],
  ['one and a half lots', {}, { quantity: 1_500 }, 'order.lots', 'order.maxLots'],
  ['too many lots', {}, { quantity: 500_000 }, 'order.lots', 'order.maxLots'],
  ['a price between ticks', {}, { price: 10_010 }, 'order.tick', 'order.tick'],
  ['a price above the limit', {}, { price: 11_050 }, 'stock.over-price-limit', 'order.price-limit'],
  ['a price below the limit', {}, { price: 8_990 }, 'stock.over-price-limit', 'order.price-limit'],
  [
    'too small an order',
    { reference: 50, upper: 55, lower: 45, last: 50 },
    { price: 50 },
    'order.minimum',
    'order.minAmount',
  ],
  ['stopped by the member', { stopped: 'member' }, {}, 'order.stopped', 'guard.stopped'],
  ['stopped by the rule', { stopped: 'rule' }, {}, 'order.stopped', 'order.rateLimit'],
  [
    'a loan on what takes none',
    { marginEligible: false },
    { multiple: 250 },
    'margin.not-eligible',
    'margin.minPrice',
  ],
  ['a short of what is not lent', { marginEligible: false }, short, 'margin.not-eligible', 'margin.minPrice'],
  ['a loan under a call', { called: true }, { multiple: 200 }, 'margin.called', 'margin.callRatio'],
  ['a short under a call', { called: true }, short, 'margin.called', 'margin.callRatio'],
  [
    'a loan beyond the line',
    { owed: BigInt(terms.lineMax) - 4_900_000n },
    { multiple: 200 },
    'margin.line-full',
    'margin.line',
  ],
  [
    'a short beyond the line, at the upper limit',
    { owed: BigInt(terms.lineMax) - 10_999_999n },
    short,
    'margin.line-full',
    'margin.line',
  ],
  [
    'a day trade without eligibility',
    { dayTrading: { ...facts.dayTrading, eligible: false } },
    { dayTrade: true },
    'day-trading.not-eligible',
    'dayTrade.accountDays',
  ],
  [
    'a day trade after the cover has begun',
    { dayTrading: { ...facts.dayTrading, tooLate: true } },
    { dayTrade: true },
    'day-trading.too-late',
    'dayTrade.dailyGross',
  ],
  [
    'a day trade beyond the quota',
    { dayTrading: { ...facts.dayTrading, left: 9_999_999n } },
    { dayTrade: true },
    'day-trading.quota',
    'dayTrade.dailyGross',
  ],
  ['a day trade on a loan', {}, { dayTrade: true, multiple: 200 }, 'order.choice', 'dayTrade.onlyCash'],
  ['a short with a multiple', {}, { ...short, multiple: 200 }, 'order.choice', 'margin.shortMargin'],
  ['far above the last price', {}, { price: 10_550 }, 'guard.far-price', 'guard.farPrice'],
  ['far below, selling', {}, { ...short, price: 9_450 }, 'guard.far-price', 'guard.farPrice'],
  ['most of the equity', { equity: 15_000_000n }, {}, 'guard.equity-share', 'guard.equityShare'],
]

test.each(cases)('%s is refused by its rule', (_what, facts2, order2, msg, rule) => {
  expect(checkOrder({ ...facts, ...facts2 }, { ...order, ...order2 })).toMatchObject({ msg, rule })
})

test('a closed market takes no orders', () => {
  expect(checkOrder({ ...facts, state: 'closed' }, order)?.msg).toBe('time.outside-trading')
})

test('a price beyond the daily limits is refused', () => {
  expect(checkOrder(facts, { ...order, price: 11_050 })?.msg).toBe('stock.over-price-limit')
  expect(checkOrder(facts, { ...order, price: 8_990 })?.msg).toBe('stock.over-price-limit')
})

test('an opening order must reach the minimum value', () => {
  const cheap = { ...facts, reference: 100, upper: 110, lower: 90, last: 100 }
  expect(checkOrder(cheap, { ...order, price: 100 })).toBeUndefined()
  expect(checkOrder(cheap, { ...order, price: 99 })).toMatchObject({
    msg: 'order.minimum',
    rule: 'order.minAmount',
    params: { min: 'NT$1,000.00' },
  })
})

test('an order that breaks no rule passes', () => {
  expect(checkOrder(facts, order)).toBeUndefined()
  expect(checkOrder(facts, market)).toBeUndefined()
  expect(checkOrder(facts, short)).toBeUndefined()
  expect(checkOrder(facts, { ...order, multiple: 250, validity: 'FOK' })).toBeUndefined()
  expect(checkOrder(facts, { ...order, price: 10_500 })).toBeUndefined()
})

test('a warned order passes once it is acknowledged', () => {
  expect(checkOrder(facts, { ...order, price: 10_550 }, ['far-price'])).toBeUndefined()
  expect(checkOrder({ ...facts, equity: 15_000_000n }, order, ['equity-share'])).toBeUndefined()
})

test('the member’s daily loss limit stops opening orders once reached', () => {
  const riskLimits = (lostToday: bigint) => checkOrder(facts, order, [], { lostToday, lossLimit: 500_000n })
  expect(riskLimits(499_999n)).toBeUndefined()
  expect(riskLimits(500_000n)).toMatchObject({ msg: 'guard.daily-loss', params: { limit: 'NT$5,000.00' } })
})

test('the ticket reports insufficient cash and shares to lend', () => {
  expect(checkTicket({ ...facts, buyingPower: 10_000_000n }, order)).toEqual({
    msg: 'balance.insufficient',
    params: { missing: '14200' },
  })
  expect(checkTicket({ ...facts, lendable: 999 }, short)).toMatchObject({
    msg: 'margin.no-shares-to-lend',
    params: { lots: 0 },
  })
})

test('a share below par or without a daily limit takes no loan', () => {
  expect(isMarginEligible(terms, 1_000, true)).toBe(true)
  expect(isMarginEligible(terms, 999, true)).toBe(false)
  expect(isMarginEligible(terms, 1_000, false)).toBe(false)
})

const states = ['opening-call', 'continuous', 'paused', 'halted', 'closing-call', 'closed'] as const
const anyFacts = fc
  .record({
    state: fc.constantFrom(...states),
    limited: fc.boolean(),
    marginEligible: fc.boolean(),
    called: fc.boolean(),
    lendable: fc.constantFrom(0, 2_000, 600_000),
    eligible: fc.boolean(),
    tooLate: fc.boolean(),
    stopped: fc.constantFrom('member' as const, 'rule' as const, null),
    buyingPower: fc.bigInt({ min: 0n, max: 5_000_000_000n }),
    owed: fc.bigInt({ min: 0n, max: BigInt(terms.lineMax) }),
    left: fc.bigInt({ min: 0n, max: 499_000_000n }),
  })
  .map(({ eligible, tooLate, left, ...rest }): TicketFacts => ({
    ...facts,
    ...rest,
    ...(rest.limited ? {} : { upper: null, lower: null }),
    dayTrading: { eligible, tooLate, left },
  }))
const anyOrder = fc
  .record({
    direction: fc.constantFrom('long' as const, 'short' as const),
    multiple: fc.constantFrom(...longMultiples),
    dayTrade: fc.boolean(),
    price: fc.constantFrom(undefined, 9_500, 10_000, 10_400),
    lots: fc.integer({ min: 1, max: 499 }),
    validity: fc.constantFrom('ROD' as const, 'IOC' as const, 'FOK' as const),
  })
  .map(({ lots, ...rest }): TicketOrder => ({ ...rest, quantity: lots * 1_000 }))

test('unavailable choices are always refused, available ones never as a choice', () => {
  const choiceCodes = [
    'order.choice',
    'time.outside-trading',
    'order.stopped',
    'margin.not-eligible',
    'margin.called',
    'day-trading.not-eligible',
    'day-trading.too-late',
  ]
  fc.assert(
    fc.property(anyFacts, anyOrder, (someFacts, someOrder) => {
      const choices = orderChoices(someFacts, someOrder)
      const priceKind = someOrder.price === undefined ? 'market' : 'limit'
      const picked = [
        choices.prices.find(
          ({ value }) => value.priceKind === priceKind && value.validity === someOrder.validity,
        )!,
        choices.directions.find(({ value }) => value === someOrder.direction)!,
        choices.multiples.find(({ value }) => value === someOrder.multiple)!,
        ...(someOrder.dayTrade ? [choices.dayTrade] : []),
      ]
      const greyed = choices.closed !== null || picked.some(({ reason }) => reason !== null)
      const refusal = checkTicket(someFacts, someOrder, ['far-price', 'equity-share'])
      if (greyed) expect(refusal).toBeDefined()
      else expect(choiceCodes).not.toContain(refusal?.msg)
      for (const { reason } of picked) expect(reason === null || reason.rule !== '').toBe(true)
    }),
    { numRuns: 2_000 },
  )
})

test('the maximum lots fit and one more does not', () => {
  fc.assert(
    fc.property(anyFacts, anyOrder, (someFacts, someOrder) => {
      const open = { ...someFacts, state: 'continuous' as const, stopped: null, called: false }
      const lots = maxLotsFor(open, someOrder)
      const means = [
        'balance.insufficient',
        'margin.no-shares-to-lend',
        'margin.line-full',
        'day-trading.quota',
      ]
      const refusedFor = (count: number): string | undefined =>
        checkTicket(open, { ...someOrder, quantity: count * 1_000 }, ['far-price', 'equity-share'])?.msg
      if (lots > 0) expect(means).not.toContain(refusedFor(lots))
      const legal = checkOrder(
        { ...open, owed: 0n, dayTrading: { ...open.dayTrading, left: 10n ** 15n } },
        { ...someOrder, quantity: 1_000 },
        ['far-price', 'equity-share'],
      )
      if (legal === undefined && lots < terms.maxLots) expect(means).toContain(refusedFor(lots + 1))
    }),
    { numRuns: 500 },
  )
})

const held: HeldPosition = {
  direction: 'long',
  multiple: 100,
  dayTrade: false,
  state: 'holding',
  shares: 5_000,
  closing: 2_000,
  openedOn: '2026-11-16',
  sellableOn: '2026-11-17',
  unlocksAt: 0,
  closeAskedAt: null,
}
const today = { date: '2026-11-17', nowMs: 1_000_000 }
const closeAll = { price: 10_000, quantity: 3_000, validity: 'ROD' as const }

test('each close restriction is refused with its own message', () => {
  const close = (
    position: Partial<HeldPosition>,
    more: Partial<typeof closeAll> = {},
    moment = today,
    someTerms = terms,
  ) =>
    checkClose({ ...facts, terms: someTerms }, { ...held, ...position }, { ...closeAll, ...more }, moment)
      ?.msg
  expect(close({})).toBeUndefined()
  expect(close({ state: 'closed', shares: 0, closing: 0 })).toBe('order.not-holding')
  expect(close({}, {}, { ...today, date: '2026-11-16' })).toBe('stock.no-same-day-sale')
  expect(close({ openedOn: '2026-11-15' }, {}, { ...today, date: '2026-11-16' })).toBe(
    'stock.no-sale-before-t1',
  )
  expect(close({ unlocksAt: 1_060_000 })).toBe('position.locked')
  expect(close({ closeAskedAt: 1_000_000 }, {}, today, { ...terms, waitMinutes: 5 })).toBe('position.wait')
  expect(close({}, { quantity: 4_000 })).toBe('order.lots')
  expect(close({}, { price: 9_450 })).toBe('guard.far-price')
  expect(close({ direction: 'short' }, { price: 10_550 })).toBe('guard.far-price')
})

test('opening limits never stop a close', () => {
  const worst: TicketFacts = {
    ...facts,
    stopped: 'rule',
    called: true,
    marginEligible: false,
    owed: BigInt(terms.lineMax),
    buyingPower: 0n,
    equity: -1n,
    dayTrading: { eligible: false, left: 0n, tooLate: true },
  }
  expect(checkClose(worst, held, closeAll, today)).toBeUndefined()
})
