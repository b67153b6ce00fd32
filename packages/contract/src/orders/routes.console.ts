import * as z from 'zod/mini'
import { defineConsoleRoute } from '../console-route.ts'
import { id, instant, minor, text } from '../fields.ts'
import { requestMember } from '../fund-requests/index.ts'
import { date, shownExits } from './fields.ts'
import {
  directions,
  orderOrigins,
  orderStates,
  stepCauses,
  stepKinds,
  triggerWays,
  validities,
} from './states.ts'

const row = z.object({
  orderId: id,
  member: requestMember,
  symbol: text(16),
  nameTw: text(80),
  nameEn: text(120),
  side: z.enum(['buy', 'sell']),
  purpose: z.enum(['open', 'close']),
  direction: z.enum(directions),
  multiple: z.int(),
  dayTrade: z.boolean(),
  /** Null for a market order. */
  price: z.nullable(z.int()),
  quantity: z.int(),
  filled: z.int(),
  left: z.int(),
  validity: z.enum(validities),
  state: z.enum(orderStates),
  reason: z.nullable(text(64)),
  origin: z.enum(orderOrigins),
  placedAt: instant,
  endedAt: z.nullable(instant),
})

/** An opening order that waits for its trigger. */
const waiting = z.object({
  conditionalId: id,
  member: requestMember,
  symbol: text(16),
  nameTw: text(80),
  nameEn: text(120),
  direction: z.enum(directions),
  multiple: z.int(),
  way: z.enum(triggerWays),
  trigger: z.int(),
  /** Null: a market order once triggered. */
  price: z.nullable(z.int()),
  quantity: z.int(),
  held: minor,
  exits: shownExits,
  expiresOn: date,
  createdAt: instant,
})

const filter = z.strictObject({
  /** A whole name, account, member number or order id. */
  text: z.optional(text(64).check(z.minLength(1))),
  symbol: z.optional(text(16).check(z.minLength(1))),
  /** Days in Taipei, both included. */
  from: z.optional(z.iso.date()),
  to: z.optional(z.iso.date()),
  state: z.optional(z.enum(orderStates)),
})

export const ordersConsoleRoutes = {
  orders: defineConsoleRoute({
    path: '/orders/orders',
    feature: 'orders',
    summary: 'List orders of a member, of one day in a stock, or one order by its id, newest first; recorded',
    right: 'read',
    rateLimit: 'read',
    body: z.strictObject({ filter, after: z.optional(text(64)) }),
    data: z.object({
      orders: z.array(row),
      /** Of the members that the search names, on the first page. */
      waiting: z.array(waiting),
      next: z.nullable(text(64)),
    }),
    refusals: ['orders.narrow'],
  }),
  inspect: defineConsoleRoute({
    path: '/orders/inspect',
    feature: 'orders',
    summary: 'Read one order: its steps, its fills with their ledger entries, and what it holds; recorded',
    right: 'read',
    rateLimit: 'read',
    body: z.strictObject({ orderId: id }),
    data: z.object({
      order: row,
      averagePrice: z.nullable(z.int()),
      /** True when the member's device signed it. */
      isSigned: z.boolean(),
      /** Cash held when it was accepted, and still held. */
      heldAtFirst: minor,
      held: minor,
      fee: minor,
      tax: minor,
      borrowFee: minor,
      positionId: id,
      exits: shownExits,
      /** The trigger of the conditional entry that it came from. */
      entry: z.nullable(
        z.object({ way: z.enum(triggerWays), trigger: z.int(), setAt: instant }),
      ),
      steps: z.array(
        z.object({
          n: z.int(),
          at: instant,
          what: z.enum(stepKinds),
          who: z.enum(stepCauses),
          /** JSON, byte for byte what the hash covers. */
          data: z.string(),
          hash: text(64),
        }),
      ),
      fills: z.array(
        z.object({
          fillId: text(40),
          at: instant,
          price: z.int(),
          quantity: z.int(),
          fee: minor,
          tax: minor,
          borrowFee: minor,
          realised: z.nullable(minor),
          /** The entry of the ledger that booked it. */
          entryId: id,
        }),
      ),
    }),
    refusals: ['request.not-found'],
    objectIds: ['orderId'],
  }),
  exportOrders: defineConsoleRoute({
    path: '/orders/exportOrders',
    feature: 'orders',
    summary: 'Download the orders of a filter as CSV, masked as on the screen; recorded',
    right: 'read',
    rateLimit: 'write',
    gives: 'file',
    body: z.strictObject({ filter }),
    data: z.unknown(),
    refusals: ['orders.narrow'],
  }),
}
