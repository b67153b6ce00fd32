import * as z from 'zod/mini'
import { id, instant, minor, none, nothing, texts } from '../fields.ts'
import { defineRoute } from '../route.ts'
import { allocation, copiedMentor, copiedPosition, copy } from './fields.ts'

const amount = z.string().check(z.regex(/^\d{1,15}$/))
const asked = {
  stockShareBp: z.int().check(z.minimum(1), z.maximum(10_000)),
  stopLossBp: z.nullable(z.int().check(z.minimum(1), z.maximum(10_000))),
  cap: z.nullable(amount),
}

const product = z.object({
  productId: id,
  name: texts,
  mentor: copiedMentor,
  minFollow: minor,
  /** What all followers together may put in, and what they have. */
  maxTotal: minor,
  total: minor,
  termDays: z.int(),
  /** No new money after it. */
  deadline: instant,
  endsOn: z.iso.date(),
  isOpen: z.boolean(),
  /** The caller's copy of it that is under review or following. */
  copyId: z.nullable(id),
})

export const copyTradingRoutes = {
  terms: defineRoute({
    path: '/copy-trading/terms',
    feature: 'copy-trading',
    summary: 'What a follow of this mentor or product may be: bounds, costs, and what is available',
    capability: 'read-own',
    rateLimit: 'read',
    body: z.strictObject({ mentorId: id, productId: z.exactOptional(id) }),
    data: z.object({
      mentor: copiedMentor,
      /** Null for a mentor below junior, who cannot be followed. */
      minFollow: z.nullable(minor),
      maxFollow: minor,
      available: minor,
      equity: minor,
      /** What all copies together may still take of the account. */
      room: minor,
      /** A larger amount is decided by two operators. */
      reviewFrom: minor,
      stockShareBp: z.int(),
      stockShareMinBp: z.int(),
      stopLossMinBp: z.int(),
      stopLossMaxBp: z.int(),
      /** What the mentor's account was worth at the last day end; null before the first. */
      capital: z.nullable(minor),
      /** Fee and tax in millionths, the two minimum fees. */
      brokerage: z.int(),
      brokerageMin: z.int(),
      brokerageMinOdd: z.int(),
      tax: z.int(),
      startsOn: z.iso.date(),
      /** Whether orders of mentors are copied: rule copy.open. */
      isOpen: z.boolean(),
      /** The caller's copy of this mentor that is under review or following. */
      copyId: z.nullable(id),
    }),
    refusals: ['follow.mentor-not-found', 'follow.trader-not-found'],
  }),
  follow: defineRoute({
    path: '/copy-trading/follow',
    feature: 'copy-trading',
    summary: 'Put an amount behind a mentor or a product; it is held, and a published rule decides at once',
    capability: 'trade',
    rateLimit: 'write',
    idempotent: true,
    body: z.strictObject({
      /** Made by the client. */
      copyId: id,
      mentorId: id,
      productId: z.exactOptional(id),
      amount,
      ...asked,
      agreed: z.boolean(),
    }),
    data: z.object({ copy }),
    refusals: [
      'input.required',
      'input.invalid',
      'identity.complete-first',
      'identity.pending',
      'identity.not-passed',
      'follow.mentor-not-found',
      'follow.trader-not-found',
      'follow.own',
      'follow.exists',
      'follow.past-deadline',
      'follow.below-minimum',
      'follow.above-maximum',
      'follow.share-of-equity',
      'balance.insufficient',
    ],
  }),
  list: defineRoute({
    path: '/copy-trading/list',
    feature: 'copy-trading',
    summary: 'My copies, newest first: those under review or following, or the history',
    capability: 'read-own',
    rateLimit: 'read',
    body: z.strictObject({ view: z.enum(['current', 'history']), before: z.exactOptional(id) }),
    data: z.object({
      copies: z.array(copy),
      /** Of both views. */
      counts: z.object({ current: z.int(), history: z.int() }),
      /** Held for all of my copies. */
      held: minor,
      /** The copy to ask before; null at the end. */
      next: z.nullable(id),
    }),
    refusals: [],
  }),
  read: defineRoute({
    path: '/copy-trading/read',
    feature: 'copy-trading',
    summary: 'One of my copies: its positions, and its part in each parent order, newest first',
    capability: 'read-own',
    rateLimit: 'read',
    body: z.strictObject({ copyId: id, before: z.exactOptional(id) }),
    data: z.object({
      copy,
      /** Open ones first. */
      positions: z.array(copiedPosition),
      allocations: z.array(allocation),
      /** The block to ask before; null at the end. */
      next: z.nullable(id),
    }),
    refusals: ['order.not-found'],
    objectIds: ['copyId'],
  }),
  change: defineRoute({
    path: '/copy-trading/change',
    feature: 'copy-trading',
    summary: 'Change share per stock, stop-loss and cap; the next parent order uses them',
    capability: 'read-own',
    rateLimit: 'write',
    idempotent: true,
    body: z.strictObject({ copyId: id, ...asked }),
    data: z.object({ copy }),
    refusals: ['order.not-found', 'follow.not-following', 'input.invalid'],
    objectIds: ['copyId'],
  }),
  changeAmount: defineRoute({
    path: '/copy-trading/changeAmount',
    feature: 'copy-trading',
    summary:
      'Set the amount of a running copy: more is held by the rules of a follow, less releases what is not invested',
    capability: 'trade',
    rateLimit: 'write',
    idempotent: true,
    /** The whole new amount. */
    body: z.strictObject({ copyId: id, amount }),
    data: z.object({ copy }),
    refusals: [
      'order.not-found',
      'follow.not-following',
      'identity.complete-first',
      'identity.pending',
      'identity.not-passed',
      'follow.mentor-not-found',
      'follow.past-deadline',
      'follow.below-minimum',
      'follow.above-maximum',
      'follow.share-of-equity',
      'balance.insufficient',
    ],
    objectIds: ['copyId'],
  }),
  pause: defineRoute({
    path: '/copy-trading/pause',
    feature: 'copy-trading',
    summary: 'Pause or resume: while paused no purchase is copied, sales still are',
    capability: 'read-own',
    rateLimit: 'write',
    idempotent: true,
    body: z.strictObject({ copyId: id, isPaused: z.boolean() }),
    data: z.object({ copy }),
    refusals: ['order.not-found', 'follow.not-following'],
    objectIds: ['copyId'],
  }),
  stop: defineRoute({
    path: '/copy-trading/stop',
    feature: 'copy-trading',
    summary: 'End a copy: what is held is released; its shares are kept, or sold at the market',
    capability: 'close',
    rateLimit: 'write',
    idempotent: true,
    /** `keep` when absent. */
    body: z.strictObject({ copyId: id, how: z.exactOptional(z.enum(['keep', 'sell'])) }),
    /** `selling`: orders that were sent; `kept`: positions without one, to be sold when they can be, or kept by choice. */
    data: z.object({ copy, selling: z.int(), kept: z.int() }),
    refusals: ['order.not-found', 'follow.not-following'],
    objectIds: ['copyId'],
  }),
  cancel: defineRoute({
    path: '/copy-trading/cancel',
    feature: 'copy-trading',
    summary: 'Take a follow back while it is under review; the hold is released',
    capability: 'read-own',
    rateLimit: 'write',
    idempotent: true,
    body: z.strictObject({ copyId: id }),
    data: none,
    refusals: ['order.not-found', 'order.not-review'],
    objectIds: ['copyId'],
  }),
  products: defineRoute({
    path: '/copy-trading/products',
    feature: 'copy-trading',
    summary: 'Follow products: open ones by their deadline, then those whose term runs',
    capability: 'read-own',
    rateLimit: 'read',
    body: nothing,
    data: z.object({
      products: z.array(product),
      /** Whether orders of mentors are copied. */
      isOpen: z.boolean(),
    }),
    refusals: [],
  }),
}
