import * as z from 'zod/mini'
import { defineConsoleRoute } from '../console-route.ts'
import { id, instant, minor, nothing, openProposal, proposed, text, texts } from '../fields.ts'
import { placementKinds, placementMethods, placementStates } from './states.ts'

const terms = {
  kind: z.enum(placementKinds),
  method: z.enum(placementMethods),
  symbol: text(10),
  price: z.int(),
  lots: z.int(),
  minLots: z.int(),
  maxLots: z.int(),
  opensAt: instant,
  closesAt: instant,
  deliversOn: z.iso.date(),
}

export const placementsConsoleRoutes = {
  published: defineConsoleRoute({
    path: '/placements/published',
    feature: 'placements',
    summary: 'List placements and ETF offers with applications and results, and proposals that wait',
    right: 'read',
    rateLimit: 'read',
    body: nothing,
    data: z.object({
      placements: z.array(
        z.object({
          placementId: id,
          ...terms,
          name: texts,
          seat: texts,
          drawsAt: instant,
          state: z.enum(placementStates),
          applications: z.int(),
          appliedLots: z.int(),
          /** Booked so far. */
          allottedLots: z.int(),
          cancelled: z.int(),
          void: z.int(),
          held: minor,
          settlesOn: z.nullable(text(10)),
          drawId: id,
          reviewId: id,
          number: text(16),
        }),
      ),
      proposals: z.array(
        z.object({ ...openProposal.shape, symbol: text(10), price: z.int(), lots: z.int() }),
      ),
      seats: z.array(z.object({ code: text(40), name: texts })),
    }),
    refusals: [],
  }),
  proposePlacement: defineConsoleRoute({
    path: '/placements/proposePlacement',
    feature: 'placements',
    summary: 'Propose a placement or an ETF offer; a second operator approves and publishes it',
    right: 'propose-market',
    rateLimit: 'write',
    body: z.strictObject({ ...terms, seat: text(40), reason: text(1_000) }),
    data: proposed,
    refusals: [
      'proposal.why',
      'proposal.open',
      'review.not-allowed',
      'offer.terms',
      'block-listing.seat',
      'block-listing.shares',
    ],
  }),
}
