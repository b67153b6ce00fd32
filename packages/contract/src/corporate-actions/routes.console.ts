import * as z from 'zod/mini'
import { defineConsoleRoute } from '../console-route.ts'
import { id, instant, minor, nothing, openProposal, proposed, text, texts } from '../fields.ts'
import { corporateActionStates } from './states.ts'

const terms = {
  symbol: text(10),
  /** Millionths of a dollar a share. */
  cashMicros: z.int(),
  exOn: z.iso.date(),
  paysOn: z.iso.date(),
}

export const corporateActionsConsoleRoutes = {
  published: defineConsoleRoute({
    path: '/corporate-actions/published',
    feature: 'corporate-actions',
    summary: 'List the newest dividends with what was accrued and paid, and proposals that wait',
    right: 'read',
    rateLimit: 'read',
    body: nothing,
    data: z.object({
      actions: z.array(
        z.object({
          actionId: id,
          ...terms,
          name: texts,
          state: z.enum(corporateActionStates),
          announcedAt: instant,
          close: z.nullable(z.int()),
          reference: z.nullable(z.int()),
          holders: z.int(),
          gross: minor,
          withheld: minor,
          owed: minor,
          paid: minor,
          reviewId: id,
          number: text(16),
        }),
      ),
      proposals: z.array(z.object({ ...openProposal.shape, ...terms })),
    }),
    refusals: [],
  }),
  proposeDividend: defineConsoleRoute({
    path: '/corporate-actions/proposeDividend',
    feature: 'corporate-actions',
    summary: 'Propose a cash dividend; a second operator approves and announces it',
    right: 'propose-market',
    rateLimit: 'write',
    body: z.strictObject({ ...terms, reason: text(1_000) }),
    data: proposed,
    refusals: ['proposal.why', 'proposal.open', 'review.not-allowed', 'offer.terms'],
  }),
}
