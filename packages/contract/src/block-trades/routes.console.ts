import * as z from 'zod/mini'
import { defineConsoleRoute } from '../console-route.ts'
import { id, instant, minor, nothing, openProposal, proposed, text, texts } from '../fields.ts'
import { countsOf, requestMember } from '../fund-requests/index.ts'
import { blockListingStates, blockRejections, blockStates } from './states.ts'

const lots = z.int().check(z.minimum(1), z.maximum(1_000_000))

export const blockTradesConsoleRoutes = {
  requests: defineConsoleRoute({
    path: '/block-trades/requests',
    feature: 'block-trades',
    summary: 'List block-trade applications by state: longest waiting first, decided ones newest first',
    right: 'read',
    rateLimit: 'read',
    body: z.strictObject({ state: z.enum(blockStates), after: z.optional(text(64)) }),
    data: z.object({
      applications: z.array(
        z.object({
          applicationId: id,
          reviewId: z.nullable(id),
          number: z.nullable(text(16)),
          member: requestMember,
          symbol: text(10),
          name: texts,
          lots: z.int(),
          price: z.int(),
          market: z.nullable(z.int()),
          value: minor,
          state: z.enum(blockStates),
          isSecond: z.boolean(),
          rejectionReason: z.nullable(z.enum(blockRejections)),
          sentAt: instant,
          promisedAt: instant,
          decidedAt: z.nullable(instant),
        }),
      ),
      next: z.nullable(text(64)),
      pending: z.int(),
      late: z.int(),
      counts: countsOf(blockStates),
    }),
    refusals: [],
  }),
  listed: defineConsoleRoute({
    path: '/block-trades/listed',
    feature: 'block-trades',
    summary:
      'List what seats offer now and what waits for a second operator; the seats and the rules of a listing',
    right: 'read',
    rateLimit: 'read',
    body: nothing,
    data: z.object({
      listings: z.array(
        z.object({
          listingId: id,
          symbol: text(10),
          name: texts,
          seat: texts,
          price: z.int(),
          market: z.nullable(z.int()),
          minLots: z.int(),
          maxLots: z.int(),
          lots: z.int(),
          leftLots: z.int(),
          state: z.enum(blockListingStates),
          closesAt: instant,
          /** To end it early. */
          proposal: z.nullable(openProposal),
        }),
      ),
      proposals: z.array(openProposal),
      seats: z.array(z.object({ code: text(24), name: texts })),
      closesAt: instant,
      isOpen: z.boolean(),
      perDay: z.int(),
      minLots: z.int(),
      minAmount: minor,
      maxLots: z.int(),
    }),
    refusals: [],
  }),
  proposeListing: defineConsoleRoute({
    path: '/block-trades/proposeListing',
    feature: 'block-trades',
    summary: 'Propose to list shares of a seat for the current trading day; a second operator decides',
    right: 'propose-funds',
    rateLimit: 'write',
    body: z.strictObject({
      seat: text(24),
      symbol: text(10),
      price: z.int().check(z.minimum(1), z.maximum(1_000_000_000)),
      lots,
      minLots: lots,
      maxLots: lots,
      password: text(20),
      why: text(300),
    }),
    data: proposed,
    refusals: [
      'proposal.why',
      'proposal.open',
      'review.not-allowed',
      'block-listing.closed',
      'block-listing.seat',
      'block-listing.stock',
      'block-listing.terms',
      'block-listing.password',
      'block-listing.shares',
    ],
  }),
  proposeEnd: defineConsoleRoute({
    path: '/block-trades/proposeEnd',
    feature: 'block-trades',
    summary: 'Propose to end a listing before its time; what waits is still decided',
    right: 'propose-funds',
    rateLimit: 'write',
    body: z.strictObject({ listingId: id, why: text(300) }),
    data: proposed,
    refusals: ['proposal.why', 'proposal.open', 'review.not-allowed', 'request.not-found'],
    objectIds: ['listingId'],
  }),
}
