import * as z from 'zod/mini'
import { id, instant, minor, none, nothing, text } from '../fields.ts'
import { defineRoute } from '../route.ts'
import { blockRejections, blockStates } from './states.ts'

const names = { symbol: text(10), nameTw: text(80), nameEn: text(80) }

const listing = z.object({
  listingId: id,
  ...names,
  seat: z.object({ tw: text(80), en: text(80) }),
  /** Hundredths of a dollar. */
  price: z.int(),
  /** The last trade or the day's reference, and that reference; null before the first quote. */
  market: z.nullable(z.int()),
  reference: z.nullable(z.int()),
  minLots: z.int(),
  maxLots: z.int(),
  leftLots: z.int(),
  isOpen: z.boolean(),
  closesAt: instant,
})

const application = z.object({
  applicationId: id,
  ...names,
  price: z.int(),
  /** The market's price when it was sent. */
  market: z.nullable(z.int()),
  shares: z.int(),
  fee: minor,
  /** Value and fee: held while it is pending. */
  total: minor,
  state: z.enum(blockStates),
  /** One operator has approved it, and a second approval is needed. */
  isSecond: z.boolean(),
  rejectionReason: z.nullable(z.enum(blockRejections)),
  note: z.nullable(text(300)),
  settlesOn: text(10),
  sellableOn: text(10),
  sentAt: instant,
  /** When the application is decided or returned at the latest. */
  closesAt: instant,
  decidedAt: z.nullable(instant),
  entryId: z.nullable(id),
})

const today = {
  perDay: z.int(),
  /** Sent on this trading day, without rejected and cancelled ones. */
  usedToday: z.int(),
}

export const blockTradesRoutes = {
  listings: defineRoute({
    path: '/block-trades/listings',
    feature: 'block-trades',
    summary: 'Stocks that seats offer as block trades today, the hours, and what an application costs',
    capability: 'read-own',
    rateLimit: 'read',
    body: nothing,
    data: z.object({
      isOpen: z.boolean(),
      opensAt: instant,
      closesAt: instant,
      ...today,
      settlesOn: text(10),
      sellableOn: text(10),
      /** The fee rule in millionths and its minimum. */
      brokerage: z.int(),
      brokerageMin: z.int(),
      /** What a block is worth at least when it has fewer lots than the rule says. */
      minAmount: minor,
      available: minor,
      listings: z.array(listing),
    }),
    refusals: [],
  }),
  apply: defineRoute({
    path: '/block-trades/apply',
    feature: 'block-trades',
    summary: 'Apply for lots of a listing at its price; value and fee are held until two operators decide',
    capability: 'trade',
    rateLimit: 'credential',
    idempotent: true,
    body: z.strictObject({
      /** Made by the client. */
      applicationId: id,
      listingId: id,
      lots: z.int().check(z.minimum(1), z.maximum(100_000)),
      /** The price on the screen. */
      price: z.int().check(z.minimum(1), z.maximum(1_000_000_000)),
      password: text(64),
    }),
    data: z.object({ application }),
    refusals: [
      'input.required',
      'identity.complete-first',
      'identity.pending',
      'identity.not-passed',
      'block.closed',
      'block.daily-limit',
      'block.lots',
      'block.sold-out',
      'password.key-mismatch',
      'balance.insufficient',
    ],
  }),
  applications: defineRoute({
    path: '/block-trades/applications',
    feature: 'block-trades',
    summary: 'My block-trade applications, newest first',
    capability: 'read-own',
    rateLimit: 'read',
    body: z.strictObject({ before: z.optional(text(64)) }),
    data: z.object({
      applications: z.array(application),
      next: z.nullable(text(64)),
      ...today,
      /** Held for pending applications. */
      held: minor,
    }),
    refusals: [],
  }),
  cancel: defineRoute({
    path: '/block-trades/cancel',
    feature: 'block-trades',
    summary: 'Take an application back before it is decided; the hold is released',
    capability: 'read-own',
    rateLimit: 'write',
    idempotent: true,
    body: z.strictObject({ applicationId: id }),
    data: none,
    refusals: ['order.not-found', 'order.not-review'],
    objectIds: ['applicationId'],
  }),
}
