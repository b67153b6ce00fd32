import * as z from 'zod/mini'
import { defineConsoleRoute } from '../console-route.ts'
import { id, instant, minor, nothing, openProposal, proposed, text, texts } from '../fields.ts'
import { countsOf, requestMember } from '../fund-requests/index.ts'
import { copiedMentor, copy } from './fields.ts'
import { copyStates } from './states.ts'

export const copyTradingConsoleRoutes = {
  copies: defineConsoleRoute({
    path: '/copy-trading/copies',
    feature: 'copy-trading',
    summary: 'List copies by state: longest waiting first, others newest first',
    right: 'read',
    rateLimit: 'read',
    body: z.strictObject({ state: z.enum(copyStates), after: z.optional(text(64)) }),
    data: z.object({
      copies: z.array(
        z.object({
          ...copy.shape,
          member: requestMember,
          /** Null when the rule decided. */
          reviewId: z.nullable(id),
          number: z.nullable(text(16)),
          /** One operator has approved it, and a second approval is needed. */
          isSecond: z.boolean(),
        }),
      ),
      next: z.nullable(text(64)),
      pending: z.int(),
      late: z.int(),
      counts: countsOf(copyStates),
    }),
    refusals: [],
  }),
  listed: defineConsoleRoute({
    path: '/copy-trading/listed',
    feature: 'copy-trading',
    summary: 'List follow products, what waits for a second operator, and the mentors who can have one',
    right: 'read',
    rateLimit: 'read',
    body: nothing,
    data: z.object({
      products: z.array(
        z.object({
          productId: id,
          name: texts,
          mentor: copiedMentor,
          minFollow: minor,
          maxTotal: minor,
          total: minor,
          followers: z.int(),
          termDays: z.int(),
          deadline: instant,
          endsOn: z.iso.date(),
          isOpen: z.boolean(),
        }),
      ),
      proposals: z.array(openProposal),
      mentors: z.array(copiedMentor),
      maxTermDays: z.int(),
    }),
    refusals: [],
  }),
  proposeProduct: defineConsoleRoute({
    path: '/copy-trading/proposeProduct',
    feature: 'copy-trading',
    summary: 'Propose a product of a mentor with term and follow deadline; a second operator decides',
    right: 'propose-funds',
    rateLimit: 'write',
    body: z.strictObject({
      mentorId: id,
      name: texts,
      minFollow: minor,
      maxTotal: minor,
      termDays: z.int().check(z.minimum(1), z.maximum(365)),
      deadline: instant,
      why: text(300),
    }),
    data: proposed,
    refusals: [
      'proposal.why',
      'proposal.open',
      'review.not-allowed',
      'copy-product.mentor',
      'copy-product.terms',
    ],
  }),
}
