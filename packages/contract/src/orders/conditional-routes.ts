import * as z from 'zod/mini'
import { id, instant, minor, none, text } from '../fields.ts'
import { defineRoute } from '../route.ts'
import { date, exits, multiple, price, shares, shownExits, symbol, termsHash } from './fields.ts'
import {
  acknowledgements,
  conditionalKinds,
  conditionalStates,
  directions,
  triggerWays,
  waitingKinds,
} from './states.ts'

const leg = z.object({
  /** Triggers at a trade at or beyond this price. A trailing leg follows `distance` behind the best price. */
  trigger: z.nullable(z.int()),
  distance: z.nullable(z.int()),
  /** Null: a market order once triggered. */
  price: z.nullable(z.int()),
})

const conditional = z.object({
  conditionalId: id,
  symbol,
  positionId: z.nullable(id),
  kind: z.enum(waitingKinds),
  side: z.enum(['buy', 'sell']),
  quantity: z.int(),
  stop: z.nullable(leg),
  takeProfit: z.nullable(leg),
  /** Of an entry: the order it becomes when a trade reaches `trigger`. */
  entry: z.nullable(
    z.object({
      direction: z.enum(directions),
      multiple: z.int(),
      way: z.enum(triggerWays),
      trigger: z.int(),
      /** Null: a market order once triggered. */
      price: z.nullable(z.int()),
      /** The price that its hold was computed with. */
      worstPrice: z.int(),
      exits: shownExits,
    }),
  ),
  bestPrice: z.nullable(z.int()),
  state: z.enum(conditionalStates),
  reason: z.nullable(text(64)),
  /** The order it turned into, or the resting take-profit leg of a pair. */
  orderId: z.nullable(id),
  /** Cash held for it. */
  held: minor,
  expiresOn: date,
  createdAt: instant,
  endedAt: z.nullable(instant),
})

export const conditionalRoutes = {
  placeConditional: defineRoute({
    path: '/orders/placeConditional',
    feature: 'orders',
    summary: 'Keep an order that is placed when a trade reaches its price; what it needs is reserved now',
    capability: 'close',
    rateLimit: 'order',
    body: z.strictObject({
      conditionalId: id,
      /** The position it closes. */
      positionId: id,
      kind: z.enum(conditionalKinds),
      quantity: shares,
      stop: z.optional(
        z.strictObject({
          trigger: z.optional(price),
          distance: z.optional(price),
          price: z.optional(price),
        }),
      ),
      takeProfit: z.optional(z.strictObject({ price })),
      expiresOn: date,
      terms: termsHash,
      /** A waiting conditional order of the same position that ends in the same transaction. */
      replaces: z.optional(id),
    }),
    data: z.object({ conditionalId: id, held: minor }),
    refusals: [
      'order.not-found',
      'order.not-pending',
      'order.not-holding',
      'order.terms-changed',
      'order.choice',
      'order.tick',
      'order.lots',
      'order.trigger',
      'order.conditional-full',
      'order.expiry',
      'order.duplicate-id',
      'stock.no-price',
      'stock.over-price-limit',
      'balance.insufficient',
    ],
    objectIds: ['positionId', 'replaces'],
  }),
  placeEntry: defineRoute({
    path: '/orders/placeEntry',
    feature: 'orders',
    summary: 'Keep an opening order that is placed when a trade reaches its trigger; its money is held now',
    capability: 'trade',
    rateLimit: 'order',
    body: z.strictObject({
      conditionalId: id,
      symbol,
      direction: z.enum(directions),
      multiple,
      way: z.enum(triggerWays),
      trigger: price,
      /** Absent: a market order once triggered. */
      price: z.optional(price),
      quantity: shares,
      expiresOn: date,
      terms: termsHash,
      exits,
      acknowledged: z.optional(z.array(z.enum(acknowledgements)).check(z.maxLength(4))),
      /** A waiting entry that ends in the same transaction. */
      replaces: z.optional(id),
    }),
    data: z.object({ conditionalId: id, held: minor }),
    refusals: [
      'identity.not-done',
      'identity.pending',
      'identity.not-passed',
      'stock.not-found',
      'stock.delisted',
      'stock.no-price',
      'order.not-found',
      'order.not-pending',
      'order.terms-changed',
      'order.choice',
      'order.tick',
      'order.lots',
      'order.minimum',
      'order.stopped',
      'order.entry-trigger',
      'order.exits',
      'order.conditional-full',
      'order.expiry',
      'order.duplicate-id',
      'request.too-frequent',
      'balance.insufficient',
      'guard.far-price',
      'guard.equity-share',
      'guard.daily-loss',
      'margin.not-eligible',
      'margin.line-full',
      'margin.called',
      'margin.no-shares-to-lend',
    ],
    objectIds: ['replaces'],
  }),
  cancelConditional: defineRoute({
    path: '/orders/cancelConditional',
    feature: 'orders',
    summary: 'Give a conditional order up and free what it reserved',
    capability: 'close',
    rateLimit: 'close',
    body: z.strictObject({ conditionalId: id }),
    data: none,
    refusals: ['order.not-found', 'order.not-pending'],
    objectIds: ['conditionalId'],
  }),
  listConditional: defineRoute({
    path: '/orders/listConditional',
    feature: 'orders',
    summary: 'My conditional orders, waiting or ended',
    capability: 'read-own',
    rateLimit: 'read',
    body: z.strictObject({ which: z.enum(['waiting', 'ended']), positionId: z.optional(id) }),
    data: z.object({ conditional: z.array(conditional) }),
    refusals: [],
  }),
}
