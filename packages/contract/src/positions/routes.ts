import * as z from 'zod/mini'
import { id, instant, minor, none, nothing, text } from '../fields.ts'
import { defineRoute } from '../route.ts'
import { rateSources, stopReasons } from '../currency-exchange/index.ts'
import { figureAllocations, figureParts, figureTerms } from './figures.ts'
import { closeReasons, marginCallStates, positionStates, products } from './states.ts'

const symbol = text(16)
const date = text(10)

const position = z.object({
  positionId: id,
  symbol,
  nameTw: text(64),
  nameEn: text(64),
  kind: z.enum(['stock', 'etf']),
  direction: z.enum(['long', 'short']),
  multiple: z.int(),
  product: z.enum(products),
  /** Bought at the exchange, or in a block trade. */
  origin: z.enum(['market', 'block', 'subscription', 'placement', 'auction']),
  dayTrade: z.boolean(),
  state: z.enum(positionStates),
  reason: z.nullable(z.enum(closeReasons)),
  openedShares: z.int(),
  shares: z.int(),
  /** Shares in open close orders and waiting conditional orders. */
  closing: z.int(),
  /** Average opening price, hundredths, rounded. */
  price: z.int(),
  openedValue: minor,
  openFee: minor,
  openTax: minor,
  borrowFee: minor,
  loan: minor,
  collateral: minor,
  /** Own money in a long or margin of a short, for the part that is still open. */
  margin: minor,
  interest: minor,
  closedValue: minor,
  closeFee: minor,
  closeTax: minor,
  interestPaid: minor,
  realised: minor,
  /** Average closing price; null while nothing is closed. */
  closePrice: z.nullable(z.int()),
  openedAt: instant,
  openedOn: date,
  closedAt: z.nullable(instant),
  settlesOn: date,
  sellableOn: date,
  unlocksAt: instant,
  /** The result of closing everything now at the last price, after costs; null without a price. */
  last: z.nullable(z.int()),
  marketValue: z.nullable(minor),
  unrealised: z.nullable(minor),
  /** The price at which the whole account gets a margin call if other positions are unchanged; null without debt. */
  callPrice: z.nullable(z.int()),
})

/** The summary figures of an account at one moment. The rules define each: packages/rules/src/figures. */
const figures = {
  /** They add up to the total; debts are negative. */
  terms: z.record(z.enum(figureTerms), minor),
  parts: z.record(z.enum(figureParts), minor),
  total: minor,
  buyingPower: minor,
  withdrawable: minor,
  /** What an open margin call still requires. */
  called: minor,
  unsettledOn: z.array(z.object({ on: date, amount: minor })),
  /** Own money in open positions. */
  margin: minor,
  interestDue: minor,
  unrealisedBefore: minor,
  exitCost: minor,
  unrealised: minor,
  /** Hundredths of a percent; null without loans and shorts. */
  ratioBp: z.nullable(z.int()),
  asOf: instant,
}

const day = z.object({
  date,
  /** Total assets when the day began. */
  opening: minor,
  /** Deposits less withdrawals since. */
  paidIn: minor,
  profit: minor,
  profitBp: z.nullable(z.int()),
  /** Its four parts: of closed positions, the change of open ones, fees that coupons paid back, and of currencies. */
  realised: minor,
  unrealised: minor,
  rebates: minor,
  currency: minor,
  /** Today's result of what is still open, by position. */
  positions: z.array(
    z.object({ positionId: id, symbol, direction: z.enum(['long', 'short']), amount: minor }),
  ),
  rest: minor,
})

const call = z.object({
  callId: id,
  calledAt: instant,
  ratioBp: z.int(),
  amount: minor,
  paid: minor,
  deadline: instant,
  state: z.enum(marginCallStates),
})

export const positionsRoutes = {
  account: defineRoute({
    path: '/positions/account',
    feature: 'positions',
    summary: 'Every summary figure of my account, of one quote and one position of the ledger',
    capability: 'read-own',
    rateLimit: 'read',
    body: nothing,
    data: z.object({
      ...figures,
      day,
      /** The total by what it consists of; adds up to it. */
      allocation: z.array(
        z.object({ of: z.enum(figureAllocations), symbol: z.nullable(symbol), amount: minor }),
      ),
      /** Balances in other currencies, held ones included: together the term `foreign`. */
      foreign: z.array(
        z.object({
          currency: text(3),
          amount: minor,
          /** Without what is held for a withdrawal. */
          available: minor,
          /** At the mid rate; null while there has never been a rate, and then it is not in the total. */
          twd: z.nullable(minor),
          /** New Taiwan dollars for one unit in billionths, with its source and time. */
          rate: z.nullable(
            z.object({
              mid: minor,
              source: z.enum(rateSources),
              at: instant,
              /** Why it is not quoted now: the rate is the last one at which it was. */
              stopped: z.nullable(z.enum(stopReasons)),
            }),
          ),
        }),
      ),
      /** Score of the published formula, approved limit, what could be borrowed, and what is. */
      credit: z.object({ score: z.int(), limit: minor, borrowable: minor, borrowed: minor }),
      simulated: z.boolean(),
      /** Up to which event of each shard's log the prices are: `0.48391877`. */
      quote: text(200),
      /** How many ledger lines the member's accounts had. */
      ledger: text(20),
    }),
    refusals: [],
  }),
  list: defineRoute({
    path: '/positions/listPositions',
    feature: 'positions',
    summary: 'My holdings, open or closed',
    capability: 'read-own',
    rateLimit: 'read',
    body: z.strictObject({
      which: z.enum(['open', 'closed']),
      product: z.optional(z.enum(products)),
      dayTrade: z.optional(z.boolean()),
      month: z.optional(text(7)),
      before: z.optional(text(64)),
    }),
    data: z.object({
      positions: z.array(position),
      /** For the requested month, closed positions only. */
      totals: z.nullable(
        z.object({ gross: minor, costs: minor, interest: minor, realised: minor, count: z.int() }),
      ),
      next: z.nullable(text(64)),
    }),
    refusals: [],
  }),
  read: defineRoute({
    path: '/positions/readPosition',
    feature: 'positions',
    summary: 'One holding with its orders, fills and what closing it would bring',
    capability: 'read-own',
    rateLimit: 'read',
    body: z.strictObject({ positionId: id }),
    data: z.object({
      position,
      orders: z.array(id),
      fills: z.array(
        z.object({
          fillId: text(40),
          orderId: id,
          side: z.enum(['buy', 'sell']),
          price: z.int(),
          quantity: z.int(),
          fee: minor,
          tax: minor,
          borrowFee: minor,
          realised: z.nullable(minor),
          at: instant,
          entryId: id,
        }),
      ),
      /** Result at each day's close since it was opened, for the small chart. */
      line: z.array(z.object({ at: instant, price: z.int() })),
    }),
    refusals: ['order.not-found'],
    objectIds: ['positionId'],
  }),
  marginCall: defineRoute({
    path: '/positions/marginCall',
    feature: 'positions',
    summary: 'My open margin call with the ways to meet it, and earlier ones',
    capability: 'read-own',
    rateLimit: 'read',
    body: nothing,
    data: z.object({
      open: z.nullable(call),
      account: z.object(figures),
      /** Cash that raises the ratio to where a margin call ends. */
      topUp: minor,
      /** Positions whose sale would do it, in the order of a forced close. */
      positions: z.array(position),
      earlier: z.array(call),
    }),
    refusals: [],
  }),
  topUp: defineRoute({
    path: '/positions/topUp',
    feature: 'positions',
    summary: 'Pay loans down or add to the collateral of shorts out of available cash',
    capability: 'close',
    rateLimit: 'write',
    idempotent: true,
    body: z.strictObject({ amount: minor, positionId: z.optional(id) }),
    data: z.object({ applied: minor, ratioBp: z.nullable(z.int()) }),
    refusals: ['balance.insufficient', 'margin.nothing-owed', 'order.not-found', 'input.invalid'],
    objectIds: ['positionId'],
  }),
  seeCall: defineRoute({
    path: '/positions/seeCall',
    feature: 'positions',
    summary: 'I have seen the call',
    capability: 'read-own',
    rateLimit: 'write',
    body: z.strictObject({ callId: id }),
    data: none,
    refusals: ['request.not-found'],
    objectIds: ['callId'],
  }),
  profit: defineRoute({
    path: '/positions/profit',
    feature: 'positions',
    summary:
      'My account at the end of each day: total, deposits and result, and the market over the same days',
    capability: 'read-own',
    rateLimit: 'read',
    body: z.strictObject({ range: z.enum(['7d', '30d', '90d', '1y', 'all']) }),
    data: z.object({
      from: date,
      /** The trading day that is not over: the figures of the account have it, and the screen adds it. */
      today: date,
      /** Total assets when the range began. */
      opening: minor,
      /** From then to the beginning of today. The last four add up to `profit`. */
      before: z.object({
        paidIn: minor,
        profit: minor,
        realised: minor,
        unrealised: minor,
        rebates: minor,
        currency: minor,
      }),
      costs: minor,
      won: z.int(),
      closed: z.int(),
      /** The end of each day. `paidIn` and `profit` are of the day, `result` is since the range began. */
      line: z.array(z.object({ date, total: minor, paidIn: minor, profit: minor, result: minor })),
      /** Change of the venue's index over the same days, hundredths of a percent. */
      indexBp: z.nullable(z.int()),
      asOf: instant,
    }),
    refusals: [],
  }),
  statementCounts: defineRoute({
    path: '/positions/statementCounts',
    feature: 'positions',
    summary: 'How much a statement of this period would contain, by part',
    capability: 'read-own',
    rateLimit: 'read',
    body: z.strictObject({ from: date, to: date }),
    data: z.object({
      ledger: z.int(),
      orders: z.int(),
      fills: z.int(),
      positions: z.int(),
      /** Heads of timelines and roots of days. */
      hashes: z.int(),
    }),
    refusals: ['input.invalid'],
  }),
  statement: defineRoute({
    path: '/positions/statement',
    feature: 'positions',
    summary: 'My statement of a period as a file: ledger lines, orders and fills, holdings, evidence hashes',
    capability: 'read-own',
    rateLimit: 'write',
    body: z.strictObject({
      from: date,
      to: date,
      format: z.enum(['csv', 'pdf', 'json']),
      language: z.enum(['tw', 'en']),
      parts: z.array(z.enum(['ledger', 'orders', 'positions', 'evidence'])).check(z.maxLength(4)),
    }),
    data: z.object({
      name: text(120),
      type: text(60),
      base64: z.string(),
      sha256: text(64),
      signature: text(100),
    }),
    refusals: ['input.invalid'],
  }),
}
