import * as z from 'zod/mini'
import { defineConsoleRoute } from '../console-route.ts'
import { id, instant, minor, nothing, openProposal, proposed, text } from '../fields.ts'
import { countsOf, ledgerLine, requestFilter, requestMember } from '../fund-requests/index.ts'
import { payoutStages, withdrawalRejections, withdrawalStates, withdrawalViews } from './states.ts'

const withdrawal = z.object({
  withdrawalId: id,
  reviewId: z.nullable(id),
  /** The review's number. */
  number: z.nullable(text(16)),
  member: requestMember,
  currency: text(3),
  amount: minor,
  fee: minor,
  bank: text(80),
  ending: text(4),
  reference: text(40),
  state: z.enum(withdrawalStates),
  stage: z.nullable(z.enum(payoutStages)),
  rejectionReason: z.nullable(z.enum(withdrawalRejections)),
  /** One operator has approved the withdrawal and a second approval is needed. */
  isSecond: z.boolean(),
  isSigned: z.boolean(),
  sentAt: instant,
  promisedAt: instant,
  decidedAt: z.nullable(instant),
  orderedAt: z.nullable(instant),
  paidAt: z.nullable(instant),
  batchId: z.nullable(id),
})

export const withdrawalsConsoleRoutes = {
  requests: defineConsoleRoute({
    path: '/withdrawals/requests',
    feature: 'withdrawals',
    summary: 'List withdrawals by state: longest waiting first, decided ones newest first, fifty per page',
    right: 'read',
    rateLimit: 'read',
    body: z.strictObject({
      view: z.enum(withdrawalViews),
      filter: z.optional(requestFilter),
      after: z.optional(text(64)),
    }),
    data: z.object({
      withdrawals: z.array(withdrawal),
      next: z.nullable(text(64)),
      /** How many wait now, and how many of them are past the promised time. */
      pending: z.int(),
      late: z.int(),
      counts: countsOf(withdrawalViews),
    }),
    refusals: [],
  }),
  exportRequests: defineConsoleRoute({
    path: '/withdrawals/exportRequests',
    feature: 'withdrawals',
    summary: 'Download the withdrawals of a view and filter as CSV, masked as on the screen; recorded',
    right: 'read',
    rateLimit: 'write',
    gives: 'file',
    body: z.strictObject({ view: z.enum(withdrawalViews), filter: z.optional(requestFilter) }),
    data: z.unknown(),
    refusals: [],
  }),
  record: defineConsoleRoute({
    path: '/withdrawals/record',
    feature: 'withdrawals',
    summary: 'Read one withdrawal with its steps, open proposals and ledger lines',
    right: 'read',
    rateLimit: 'read',
    body: z.strictObject({ withdrawalId: id }),
    data: z.object({
      withdrawal,
      withdrawable: minor,
      note: z.nullable(text(300)),
      steps: z.array(z.object({ what: text(40), at: instant })),
      /** The bank's transaction number that confirmed the payout. */
      bankNumber: z.nullable(text(80)),
      /** A return that waits for a second operator. */
      proposal: z.nullable(openProposal),
      lines: z.array(ledgerLine),
    }),
    refusals: ['request.not-found'],
    objectIds: ['withdrawalId'],
  }),
  payouts: defineConsoleRoute({
    path: '/withdrawals/payouts',
    feature: 'withdrawals',
    summary: 'List withdrawals to be paid by currency, and the payout files',
    right: 'read',
    rateLimit: 'read',
    body: nothing,
    data: z.object({
      queued: z.array(
        z.object({
          currency: text(3),
          count: z.int(),
          total: minor,
          oldest: instant,
          proposal: z.nullable(openProposal),
        }),
      ),
      batches: z.array(
        z.object({
          batchId: id,
          bankDay: text(10),
          currency: text(3),
          count: z.int(),
          total: minor,
          sha256: text(64),
          sentAt: instant,
          /** How many payouts the bank has paid, and how many it has returned. */
          paid: z.int(),
          returned: z.int(),
          /** Who downloaded the file for the bank; it can be downloaded once. */
          fetched: z.nullable(z.object({ by: text(40), at: instant })),
        }),
      ),
    }),
    refusals: [],
  }),
  batch: defineConsoleRoute({
    path: '/withdrawals/batch',
    feature: 'withdrawals',
    summary: 'List the payouts of one file, masked',
    right: 'read',
    rateLimit: 'read',
    body: z.strictObject({ batchId: id }),
    data: z.object({ withdrawals: z.array(withdrawal) }),
    refusals: ['request.not-found'],
    objectIds: ['batchId'],
  }),
  fetchFile: defineConsoleRoute({
    path: '/withdrawals/fetchFile',
    feature: 'withdrawals',
    summary:
      'Download a payout file, once: it contains full account numbers, and each member in it sees who downloaded it',
    right: 'propose-funds',
    rateLimit: 'write',
    gives: 'file',
    body: z.strictObject({ batchId: id }),
    data: z.unknown(),
    refusals: ['request.not-found', 'funds.file-fetched'],
    objectIds: ['batchId'],
  }),
  proposeBatch: defineConsoleRoute({
    path: '/withdrawals/proposeBatch',
    feature: 'withdrawals',
    summary: 'Propose a payout file of all queued withdrawals in a currency; a second approver decides',
    right: 'propose-funds',
    rateLimit: 'write',
    body: z.strictObject({ currency: text(3), why: text(300) }),
    data: proposed,
    refusals: [
      'proposal.why',
      'review.not-allowed',
      'funds.proposal-open',
      'funds.nothing-queued',
      'funds.payouts-stopped',
    ],
  }),
  proposeReturn: defineConsoleRoute({
    path: '/withdrawals/proposeReturn',
    feature: 'withdrawals',
    summary: 'Propose to refund a payout that the bank returned, with the reason shown to the member',
    right: 'propose-funds',
    rateLimit: 'write',
    body: z.strictObject({ withdrawalId: id, reason: text(300) }),
    data: proposed,
    refusals: [
      'proposal.why',
      'review.not-allowed',
      'review.own-account',
      'funds.proposal-open',
      'funds.not-on-its-way',
    ],
    objectIds: ['withdrawalId'],
  }),
}
