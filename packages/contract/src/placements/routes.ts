import * as z from 'zod/mini'
import { id, instant, minor, text, texts } from '../fields.ts'
import { defineRoute } from '../route.ts'
import {
  placementApplicationStates,
  placementKinds,
  placementMethods,
  placementStates,
  placementViews,
  placementVoidReasons,
} from './states.ts'

/** How an application was allotted; null before the draw. */
const allotment = z.object({
  /** The position in the drawn order. */
  place: z.int(),
  /** Whole lots of the division, and what it left over. */
  base: z.int(),
  remainder: z.int(),
  /** The rank of the remainder; equals in the drawn order. */
  rank: z.int(),
  lots: z.int(),
})

const application = z.object({
  applicationId: id,
  placementId: id,
  lots: z.int(),
  amount: minor,
  state: z.enum(placementApplicationStates),
  voidReason: z.nullable(z.enum(placementVoidReasons)),
  /** The salted id in the draw's list. */
  ticketId: text(64),
  appliedAt: instant,
  decidedAt: z.nullable(instant),
  allotment: z.nullable(allotment),
})

const placement = z.object({
  placementId: id,
  kind: z.enum(placementKinds),
  method: z.enum(placementMethods),
  symbol: text(10),
  name: texts,
  seat: texts,
  price: z.int(),
  market: z.nullable(z.int()),
  lots: z.int(),
  minLots: z.int(),
  maxLots: z.int(),
  opensAt: instant,
  closesAt: instant,
  drawsAt: instant,
  deliversOn: text(10),
  state: z.enum(placementStates),
  drawId: id,
  /** Applications that take part, and their lots. */
  applications: z.int(),
  appliedLots: z.int(),
  /** SHA-256 over every ticket with its lots, from the close on. */
  listHash: z.nullable(text(64)),
  /** The whole lots of everybody, before remainders. */
  baseLots: z.nullable(z.int()),
  /** When the shares arrive. */
  settlesOn: z.nullable(text(10)),
  sellableOn: z.nullable(text(10)),
  /** My latest application. */
  mine: z.nullable(application),
})

export const placementsRoutes = {
  offers: defineRoute({
    path: '/placements/offers',
    feature: 'placements',
    summary: 'Placements and ETF offers with my applications: under way, or ended; newest fifty',
    capability: 'read-own',
    rateLimit: 'read',
    body: z.strictObject({ view: z.enum(placementViews) }),
    data: z.object({ placements: z.array(placement) }),
    refusals: [],
  }),
  offer: defineRoute({
    path: '/placements/offer',
    feature: 'placements',
    summary: 'One placement with my application and what applying needs',
    capability: 'read-own',
    rateLimit: 'read',
    body: z.strictObject({ placementId: id }),
    data: z.object({
      placement,
      hasFundPassword: z.boolean(),
      isVerified: z.boolean(),
      available: minor,
    }),
    refusals: ['stock.not-found'],
  }),
  table: defineRoute({
    path: '/placements/table',
    feature: 'placements',
    summary: 'The allotment of everybody by ticket, without names, in the order of the ranks',
    capability: 'read-own',
    rateLimit: 'read',
    body: z.strictObject({ placementId: id, from: z.int() }),
    data: z.object({
      rows: z.array(
        z.object({ ticketId: text(64), applied: z.int(), place: z.int(), rank: z.int(), lots: z.int() }),
      ),
      /** The rank after the last row; null at the end. */
      next: z.nullable(z.int()),
    }),
    refusals: ['stock.not-found'],
  }),
  apply: defineRoute({
    path: '/placements/apply',
    feature: 'placements',
    summary: 'Apply for lots of a placement; the price is held until the allotment, without a fee',
    capability: 'trade',
    rateLimit: 'credential',
    idempotent: true,
    body: z.strictObject({ applicationId: id, placementId: id, lots: z.int(), fundPassword: text(64) }),
    data: z.object({ application }),
    refusals: [
      'input.required',
      'identity.complete-first',
      'identity.pending',
      'identity.not-passed',
      'password.fund-not-set',
      'password.wrong-fund',
      'auth.fund-password-locked',
      'stock.not-found',
      'time.subscription-not-arrived',
      'subscription.closed',
      'subscription.minimum',
      'subscription.maximum',
      'subscription.once',
      'balance.insufficient',
    ],
  }),
  cancel: defineRoute({
    path: '/placements/cancel',
    feature: 'placements',
    summary: 'Cancel an application before the close; all of the held money is released',
    capability: 'read-own',
    rateLimit: 'write',
    idempotent: true,
    body: z.strictObject({ applicationId: id }),
    data: z.object({ application }),
    refusals: ['order.not-found', 'order.not-subscription'],
    objectIds: ['applicationId'],
  }),
}
