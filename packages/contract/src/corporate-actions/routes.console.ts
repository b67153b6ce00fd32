import * as z from 'zod/mini'
import { defineConsoleRoute } from '../console-route.ts'
import { id, instant, minor, nothing, openProposal, proposed, text, texts } from '../fields.ts'
import { corporateActionStates } from './states.ts'

const terms = {
  symbol: text(10),
  /** Millionths of a dollar a share. */
  cashMicros: z.int(),
  /** New shares in millionths of a share held. */
  stockMicros: z.int(),
  /** `splitFrom` shares become `splitTo`; both 1 for a dividend. */
  splitTo: z.int(),
  splitFrom: z.int(),
  exOn: z.iso.date(),
  paysOn: z.iso.date(),
}

export const corporateActionsConsoleRoutes = {
  published: defineConsoleRoute({
    path: '/corporate-actions/published',
    feature: 'corporate-actions',
    summary: 'List the newest dividends and splits with what was booked, and proposals that wait',
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
          cancelledAt: z.nullable(instant),
          close: z.nullable(z.int()),
          reference: z.nullable(z.int()),
          holders: z.int(),
          gross: minor,
          withheld: minor,
          owed: minor,
          paid: minor,
          newShares: z.int(),
          deliveredShares: z.int(),
          reviewId: id,
          number: text(16),
          /** A cancellation that waits for a second operator. */
          cancelling: z.nullable(openProposal),
        }),
      ),
      proposals: z.array(z.object({ ...openProposal.shape, ...terms })),
    }),
    refusals: [],
  }),
  proposeDividend: defineConsoleRoute({
    path: '/corporate-actions/proposeDividend',
    feature: 'corporate-actions',
    summary: 'Propose a dividend in cash, in new shares or both; a second operator approves and announces it',
    right: 'propose-market',
    rateLimit: 'write',
    body: z.strictObject({
      symbol: terms.symbol,
      cashMicros: terms.cashMicros,
      stockMicros: z.optional(terms.stockMicros),
      exOn: terms.exOn,
      paysOn: terms.paysOn,
      reason: text(1_000),
    }),
    data: proposed,
    refusals: ['proposal.why', 'proposal.open', 'review.not-allowed', 'offer.terms'],
  }),
  proposeSplit: defineConsoleRoute({
    path: '/corporate-actions/proposeSplit',
    feature: 'corporate-actions',
    summary: 'Propose a split or a consolidation of shares; a second operator approves and announces it',
    right: 'propose-market',
    rateLimit: 'write',
    body: z.strictObject({
      symbol: terms.symbol,
      splitTo: terms.splitTo,
      splitFrom: terms.splitFrom,
      exOn: terms.exOn,
      paysOn: terms.paysOn,
      reason: text(1_000),
    }),
    data: proposed,
    refusals: ['proposal.why', 'proposal.open', 'review.not-allowed', 'offer.terms'],
  }),
  proposeCancel: defineConsoleRoute({
    path: '/corporate-actions/proposeCancel',
    feature: 'corporate-actions',
    summary: 'Propose to cancel a dividend or a split before its ex-date; holders get a notice',
    right: 'propose-market',
    rateLimit: 'write',
    body: z.strictObject({ actionId: id, reason: text(1_000) }),
    data: proposed,
    refusals: ['proposal.why', 'proposal.open', 'review.not-allowed', 'request.not-found', 'offer.closed'],
    objectIds: ['actionId'],
  }),
}
