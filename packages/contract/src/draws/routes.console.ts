import * as z from 'zod/mini'
import { defineConsoleRoute } from '../console-route.ts'
import { id, instant, nothing, openProposal, proposed, text } from '../fields.ts'
import { drawDetail, drawSummary } from './fields.ts'

export const drawsConsoleRoutes = {
  ceremonies: defineConsoleRoute({
    path: '/draws/ceremonies',
    feature: 'draws',
    summary: 'The newest draws, and those that wait for a release',
    right: 'read',
    rateLimit: 'read',
    body: nothing,
    data: z.object({ draws: z.array(drawSummary) }),
    refusals: [],
  }),
  ceremony: defineConsoleRoute({
    path: '/draws/ceremony',
    feature: 'draws',
    summary: 'One draw with its ceremony: deadlines, checks before the release, who released it',
    right: 'read',
    rateLimit: 'read',
    body: z.strictObject({ drawId: id }),
    data: z.object({
      draw: drawDetail,
      proposal: z.nullable(openProposal),
      release: z.nullable(
        z.object({
          number: text(16),
          votes: z.array(z.object({ by: text(80), at: instant })),
        }),
      ),
      /** The first places of the order, the last winner and the first who does not win. */
      sample: z.array(z.object({ rank: z.int(), ticketId: text(64) })),
      /** How many winners each of equal parts of the list has. */
      spread: z.array(z.int()),
    }),
    refusals: ['draw.not-found'],
  }),
  proposeRelease: defineConsoleRoute({
    path: '/draws/proposeRelease',
    feature: 'draws',
    summary: 'Propose to release the secret of a closed draw before its round',
    right: 'propose-market',
    rateLimit: 'write',
    body: z.strictObject({ drawId: id, reason: text(1_000).check(z.minLength(1)) }),
    data: proposed,
    refusals: [
      'draw.not-found',
      'draw.not-closed',
      'proposal.why',
      'proposal.open',
      'review.not-allowed',
      'review.own-account',
    ],
  }),
}
