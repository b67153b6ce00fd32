import * as z from 'zod/mini'
import { defineConsoleRoute } from '../console-route.ts'
import { id, instant, minor, nothing, text } from '../fields.ts'

const proposed = z.object({ reviewId: id, number: text(16) })

export const withdrawalsConsoleRoutes = {
  payouts: defineConsoleRoute({
    path: '/withdrawals/payouts',
    feature: 'withdrawals',
    summary: 'What waits to be told to the bank by currency, and the files it was told with',
    right: 'read',
    pace: 'read',
    body: nothing,
    data: z.object({
      queued: z.array(z.object({ currency: text(3), count: z.int(), total: minor })),
      batches: z.array(
        z.object({
          batchId: id,
          bankDay: text(10),
          currency: text(3),
          count: z.int(),
          total: minor,
          sha256: text(64),
          sentAt: instant,
        }),
      ),
    }),
    refusals: [],
  }),
  proposeBatch: defineConsoleRoute({
    path: '/withdrawals/proposeBatch',
    feature: 'withdrawals',
    summary: 'Propose to tell the bank everything that is queued in a currency; a second person approves it',
    right: 'propose-funds',
    pace: 'write',
    body: z.strictObject({ currency: text(3), why: text(300) }),
    data: proposed,
    refusals: ['review.not-allowed', 'funds.proposal-open', 'funds.nothing-queued'],
  }),
  proposeReturn: defineConsoleRoute({
    path: '/withdrawals/proposeReturn',
    feature: 'withdrawals',
    summary: 'Propose to give a payout back that the bank has returned, with the reason its member reads',
    right: 'propose-funds',
    pace: 'write',
    body: z.strictObject({ withdrawalId: id, reason: text(300) }),
    data: proposed,
    refusals: ['review.not-allowed', 'review.own-account', 'funds.proposal-open', 'funds.not-on-its-way'],
    objectIds: ['withdrawalId'],
  }),
}
