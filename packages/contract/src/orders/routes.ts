import * as z from 'zod/mini'
import { id, instant, minor, none, nothing, text } from '../fields.ts'
import { defineRoute } from '../route.ts'
import { conditionalRoutes } from './conditional-routes.ts'
import { date, exits, multiple, price, shares, shownExits, symbol, termsHash } from './fields.ts'
import {
  acknowledgements,
  directions,
  orderOrigins,
  orderStates,
  stepCauses,
  stepKinds,
  validities,
} from './states.ts'

const validity = z.enum(validities)
const signature = z.optional(z.strictObject({ deviceKey: id, signature: text(100) }))
const acknowledged = z.optional(z.array(z.enum(acknowledgements)).check(z.maxLength(4)))

const fill = z.object({
  /** `shard/event/side`: names the fill in evidence and proofs. */
  fillId: text(40),
  price: z.int(),
  quantity: z.int(),
  fee: minor,
  tax: minor,
  borrowFee: minor,
  realised: z.nullable(minor),
  at: instant,
})

const order = z.object({
  orderId: id,
  positionId: id,
  symbol,
  kind: z.enum(['stock', 'etf']),
  side: z.enum(['buy', 'sell']),
  purpose: z.enum(['open', 'close']),
  direction: z.enum(directions),
  multiple: z.int(),
  dayTrade: z.boolean(),
  price: z.nullable(z.int()),
  quantity: z.int(),
  filled: z.int(),
  left: z.int(),
  /** Average price of its fills in hundredths, rounded; null without fills. */
  averagePrice: z.nullable(z.int()),
  validity,
  state: z.enum(orderStates),
  /** Why it ended: a cancel reason of the venue, or the rule that refused the order. */
  reason: z.nullable(text(64)),
  origin: z.enum(orderOrigins),
  /** True when the order is in the book and not just on its way there. */
  accepted: z.boolean(),
  cancelAsked: z.boolean(),
  /** The owner's cash currently held for the order. */
  held: minor,
  fee: minor,
  tax: minor,
  borrowFee: minor,
  /** Of an opening order: what its position gets when it fills. */
  exits: shownExits,
  /** Of an odd lot sent after the close: its one match. Null for every other order, and from the next day on. */
  auctionAt: z.nullable(instant),
  date,
  placedAt: instant,
  endedAt: z.nullable(instant),
})

const placed = z.object({
  orderId: id,
  state: z.enum(orderStates),
  placedAt: instant,
  /** Cash and shares held for it. */
  held: minor,
  /**
   * What the platform signed: the order as accepted, and the Ed25519 signature over it. Orders accepted together are
   * signed once; `batch` is then the order's place in the tree whose root is signed.
   */
  receipt: z.object({
    text: text(2_000),
    keyId: text(16),
    signature: text(100),
    batch: z.optional(
      z.object({
        size: z.int(),
        n: z.int(),
        path: z.array(z.object({ hash: text(64), side: z.enum(['left', 'right']) })),
      }),
    ),
  }),
})

const placeRefusals = [
  'identity.not-done',
  'identity.pending',
  'identity.not-passed',
  'stock.not-found',
  'stock.delisted',
  'stock.no-price',
  'stock.over-price-limit',
  'time.outside-trading',
  'time.not-listed-yet',
  'order.terms-changed',
  'order.choice',
  'order.tick',
  'order.lots',
  'order.shares',
  'order.odd-hours',
  'order.minimum',
  'order.exits',
  'order.stopped',
  'order.duplicate-id',
  'order.id-time',
  'order.signature',
  'request.too-frequent',
  'balance.insufficient',
  'guard.far-price',
  'guard.equity-share',
  'guard.daily-loss',
  'margin.not-eligible',
  'margin.line-full',
  'margin.called',
  'margin.no-shares-to-lend',
  'day-trading.not-eligible',
  'day-trading.quota',
  'day-trading.too-late',
] as const

export const ordersRoutes = {
  terms: defineRoute({
    path: '/orders/terms',
    feature: 'orders',
    summary:
      'What a ticket needs: the terms with their hash, my buying power, what may be lent, the state of the day',
    capability: 'read-own',
    rateLimit: 'read',
    body: z.strictObject({ symbol }),
    data: z.object({
      hash: termsHash,
      /** TradingTerms of packages/rules. */
      terms: z.record(z.string(), z.number()),
      kind: z.enum(['stock', 'etf']),
      /** False when the instrument has no daily limit: no market orders then. */
      limited: z.boolean(),
      date: z.nullable(date),
      state: text(16),
      /** The odd-lot auction after the close, once the day has closed. */
      oddAuction: z.nullable(z.object({ from: instant, until: instant })),
      /** When the next opening accepts odd lots, while the instrument is closed or collects orders for it. */
      oddOpensAt: z.nullable(instant),
      reference: z.int(),
      upper: z.nullable(z.int()),
      lower: z.nullable(z.int()),
      last: z.nullable(z.int()),
      buyingPower: minor,
      /** Cash, receivables, positions and collateral, less what is owed. The base for shares of equity. */
      equity: minor,
      marginEligible: z.boolean(),
      /** Amount already owed, shorts at sale value; the credit line is one of the terms. */
      owed: minor,
      /** For the whole account: the value that secures loans and shorts, and what is owed on them now. */
      securing: minor,
      securedDebt: minor,
      lendable: z.int(),
      dayTrading: z.object({
        eligible: z.boolean(),
        left: minor,
        autoCoverAt: z.nullable(instant),
      }),
      stopped: z.nullable(z.enum(['member', 'rule'])),
      called: z.boolean(),
    }),
    refusals: ['stock.not-found'],
  }),
  allowed: defineRoute({
    path: '/orders/allowed',
    feature: 'orders',
    summary: 'What the venue allows with an instrument today: margin, shorts, day trades, market orders',
    capability: 'public',
    rateLimit: 'read',
    body: z.strictObject({ symbol }),
    data: z.object({
      marketOrders: z.boolean(),
      dayTrading: z.boolean(),
      /** On margin, in hundredths; empty when it is not allowed. */
      multiples: z.array(z.int()),
      short: z.boolean(),
      /** Shares that can be lent for shorts now. */
      lendable: z.int(),
      shortMarginPpm: z.int(),
      /** Margin and shorts need this price at the last close. */
      minPrice: z.int(),
    }),
    refusals: ['stock.not-found'],
  }),
  place: defineRoute({
    path: '/orders/placeOrder',
    feature: 'orders',
    summary: 'Place an opening order. The client makes the id, which is also the idempotency key',
    capability: 'trade',
    rateLimit: 'order',
    body: z.strictObject({
      orderId: id,
      symbol,
      direction: z.enum(directions),
      multiple,
      dayTrade: z.boolean(),
      /** Absent: a market order. */
      price: z.optional(price),
      quantity: shares,
      validity,
      exits,
      terms: termsHash,
      acknowledged,
      signature,
    }),
    data: placed,
    refusals: placeRefusals,
  }),
  close: defineRoute({
    path: '/orders/closePosition',
    feature: 'orders',
    summary: 'Close a holding, whole or in part: whole lots in one order, an odd lot beside them in another',
    capability: 'close',
    rateLimit: 'close',
    body: z.strictObject({
      orderId: id,
      /** Of the odd lot, when the shares are a lot or more and not whole lots. */
      oddOrderId: z.optional(id),
      positionId: id,
      price: z.optional(price),
      quantity: shares,
      validity,
      terms: termsHash,
      acknowledged,
      signature,
    }),
    data: z.extend(placed, { odd: z.optional(placed) }),
    refusals: [
      'order.not-found',
      'order.not-holding',
      'stock.no-price',
      'stock.over-price-limit',
      'stock.no-same-day-sale',
      'stock.no-sale-before-t1',
      'position.locked',
      'position.wait',
      'time.outside-trading',
      'order.terms-changed',
      'order.choice',
      'order.tick',
      'order.lots',
      'order.shares',
      'order.odd-hours',
      'order.duplicate-id',
      'order.id-time',
      'order.signature',
      'request.too-frequent',
      'balance.insufficient',
      'guard.far-price',
    ],
    objectIds: ['positionId'],
  }),
  cancel: defineRoute({
    path: '/orders/cancelOrder',
    feature: 'orders',
    summary: 'Ask the venue to cancel what is left of an order. It may still fill until the venue answers',
    capability: 'close',
    rateLimit: 'close',
    body: z.strictObject({ orderId: id }),
    data: none,
    refusals: ['order.not-found', 'order.not-pending', 'order.bound'],
    objectIds: ['orderId'],
  }),
  replace: defineRoute({
    path: '/orders/replaceOrder',
    feature: 'orders',
    summary: 'Replace an order in one step: another price or another quantity',
    capability: 'trade',
    rateLimit: 'order',
    body: z.strictObject({
      orderId: id,
      newOrderId: id,
      price: z.optional(price),
      quantity: shares,
      validity,
      terms: termsHash,
      acknowledged,
      signature,
    }),
    data: placed,
    refusals: [...placeRefusals, 'order.not-found', 'order.not-pending'],
    objectIds: ['orderId'],
  }),
  cancelAll: defineRoute({
    path: '/orders/cancelAll',
    feature: 'orders',
    summary: 'Cancel every open and conditional order of mine, and stop opening new ones if asked',
    capability: 'close',
    rateLimit: 'close',
    body: z.strictObject({ stop: z.boolean() }),
    data: z.object({ orders: z.int(), conditional: z.int() }),
    refusals: [],
  }),
  list: defineRoute({
    path: '/orders/listOrders',
    feature: 'orders',
    summary: 'My orders, open or ended, newest first',
    capability: 'read-own',
    rateLimit: 'read',
    body: z.strictObject({
      which: z.enum(['open', 'ended']),
      symbol: z.optional(symbol),
      before: z.optional(text(64)),
    }),
    data: z.object({ orders: z.array(order), next: z.nullable(text(64)) }),
    refusals: [],
  }),
  read: defineRoute({
    path: '/orders/readOrder',
    feature: 'orders',
    summary:
      'One order with its fills and its timeline: every step, who caused it, each hashed onto the one before',
    capability: 'read-own',
    rateLimit: 'read',
    body: z.strictObject({ orderId: id }),
    data: z.object({
      order,
      fills: z.array(fill),
      steps: z.array(
        z.object({
          n: z.int(),
          at: instant,
          what: z.enum(stepKinds),
          who: z.enum(stepCauses),
          /** JSON text, exactly as it was hashed. */
          data: text(4_000),
          hash: text(64),
        }),
      ),
      receipt: z.nullable(z.object({ text: text(2_000), keyId: text(16), signature: text(100) })),
    }),
    refusals: ['order.not-found'],
    objectIds: ['orderId'],
  }),
  ...conditionalRoutes,
  riskLimits: defineRoute({
    path: '/orders/riskLimits',
    feature: 'orders',
    summary: 'What I have set against myself: daily loss limit, and whether trading is stopped',
    capability: 'read-own',
    rateLimit: 'read',
    body: nothing,
    data: z.object({
      dailyLossLimit: z.nullable(minor),
      /** Today's loss after costs; zero after a gain. */
      lostToday: minor,
      stopped: z.nullable(z.object({ at: instant, by: z.enum(['member', 'rule']) })),
    }),
    refusals: [],
  }),
  setRiskLimits: defineRoute({
    path: '/orders/setRiskLimits',
    feature: 'orders',
    summary: 'Set my daily loss limit, stop opening orders or allow them again',
    capability: 'edit-own',
    rateLimit: 'write',
    body: z.strictObject({ dailyLossLimit: z.nullable(minor), stopped: z.boolean() }),
    data: none,
    refusals: ['guard.loss-limit'],
  }),
}
