import * as z from 'zod/mini'
import { statementLine } from '../bank-statements/index.ts'
import { defineConsoleRoute } from '../console-route.ts'
import { id, instant, minor, nothing, openProposal, proposed, text, texts } from '../fields.ts'
import { countsOf, ledgerLine, requestFilter, requestMember } from '../fund-requests/index.ts'
import { channelStates, depositRejections, depositStates } from './states.ts'

const deposit = z.object({
  depositId: id,
  reviewId: z.nullable(id),
  /** The review's number. */
  number: z.nullable(text(16)),
  member: requestMember,
  channel: texts,
  currency: text(3),
  amount: minor,
  booked: z.nullable(minor),
  state: z.enum(depositStates),
  rejectionReason: z.nullable(z.enum(depositRejections)),
  /** One operator has approved the deposit and a second approval is needed. */
  isSecond: z.boolean(),
  sentAt: instant,
  promisedAt: instant,
  decidedAt: z.nullable(instant),
  /** The bank line for it: the amount received, and the differences from the claim. */
  statement: z.nullable(z.object({ amount: minor, differences: z.array(text(40)) })),
})

export const depositsConsoleRoutes = {
  requests: defineConsoleRoute({
    path: '/deposits/requests',
    feature: 'deposits',
    summary: 'List deposits by state: longest waiting first, decided ones newest first, fifty per page',
    right: 'read',
    rateLimit: 'read',
    body: z.strictObject({
      state: z.enum(depositStates),
      filter: z.optional(requestFilter),
      after: z.optional(text(64)),
    }),
    data: z.object({
      deposits: z.array(deposit),
      next: z.nullable(text(64)),
      /** How many deposits wait now, and how many of them are past the promised time. */
      pending: z.int(),
      late: z.int(),
      counts: countsOf(depositStates),
    }),
    refusals: [],
  }),
  exportRequests: defineConsoleRoute({
    path: '/deposits/exportRequests',
    feature: 'deposits',
    summary: 'Download the deposits of a state and filter as CSV, masked as on the screen; recorded',
    right: 'read',
    rateLimit: 'write',
    gives: 'file',
    body: z.strictObject({ state: z.enum(depositStates), filter: z.optional(requestFilter) }),
    data: z.unknown(),
    refusals: [],
  }),
  record: defineConsoleRoute({
    path: '/deposits/record',
    feature: 'deposits',
    summary: 'Read one deposit with its steps, its bank line and its ledger lines',
    right: 'read',
    rateLimit: 'read',
    body: z.strictObject({ depositId: id }),
    data: z.object({
      deposit,
      reference: text(40),
      ending: z.nullable(text(6)),
      fee: minor,
      note: z.nullable(text(300)),
      steps: z.array(z.object({ what: text(40), at: instant })),
      line: z.nullable(statementLine),
      lines: z.array(ledgerLine),
      /** What a reversal would find: the member's available balance now. Null when the deposit was not booked. */
      reversal: z.nullable(
        z.object({
          available: minor,
          corrected: z.nullable(
            z.object({ reviewId: id, reversed: minor, booked: z.nullable(minor), at: instant, texts }),
          ),
          proposal: z.nullable(openProposal),
        }),
      ),
    }),
    refusals: ['request.not-found'],
    objectIds: ['depositId'],
  }),
  channelList: defineConsoleRoute({
    path: '/deposits/channelList',
    feature: 'deposits',
    summary: 'List deposit channels in full, with their history and open proposals, and the deposit hours',
    right: 'read',
    rateLimit: 'read',
    body: nothing,
    data: z.object({
      channels: z.array(
        z.object({
          channelId: id,
          name: texts,
          currency: text(3),
          state: z.enum(channelStates),
          reason: z.nullable(texts),
          min: minor,
          max: minor,
          fee: minor,
          usualMinutes: z.int(),
          hasPassword: z.boolean(),
          holder: text(80),
          number: text(40),
          bankName: text(80),
          bankCode: text(20),
          branch: text(120),
          place: z.int(),
          changedAt: instant,
          /** Pending deposits paid into this channel. */
          pending: z.int(),
          proposal: z.nullable(openProposal),
          history: z.array(
            z.object({
              at: instant,
              reviewId: z.nullable(id),
              state: z.enum(channelStates),
              min: minor,
              max: minor,
              fee: minor,
              hasPassword: z.boolean(),
              number: text(40),
            }),
          ),
        }),
      ),
      /** Proposals for channels that do not exist yet. */
      proposals: z.array(openProposal),
      /** The same rule for every channel: minutes after midnight in Taipei, on days on which banks are open. */
      hours: z.object({ opens: z.int(), closes: z.int(), isOpen: z.boolean(), opensAt: z.nullable(instant) }),
    }),
    refusals: [],
  }),
  proposeChannel: defineConsoleRoute({
    path: '/deposits/proposeChannel',
    feature: 'deposits',
    summary: 'Propose a new or changed deposit channel; a second approver decides',
    right: 'propose-funds',
    rateLimit: 'write',
    body: z.strictObject({
      /** Absent for a new one. */
      channelId: z.optional(id),
      name: texts,
      currency: text(3),
      state: z.enum(channelStates),
      reason: z.nullable(texts),
      min: minor,
      max: minor,
      fee: minor,
      usualMinutes: z.int(),
      /** Absent keeps the password; empty removes it. */
      password: z.optional(text(20)),
      holder: text(80),
      number: text(40),
      bankName: text(80),
      bankCode: text(20),
      branch: text(120),
      place: z.int(),
      why: text(300),
    }),
    data: proposed,
    refusals: ['proposal.why', 'review.not-allowed', 'funds.proposal-open', 'funds.channel'],
  }),
  proposeReversal: defineConsoleRoute({
    path: '/deposits/proposeReversal',
    feature: 'deposits',
    summary:
      'Propose to reverse a booked deposit exactly, including the bank account, and to book the correct amount',
    right: 'propose-funds',
    rateLimit: 'write',
    body: z.strictObject({
      depositId: id,
      /** The correct amount; null when no money arrived. */
      right: z.nullable(minor),
      /** The text the member reads. */
      texts,
      reason: text(300),
    }),
    data: proposed,
    refusals: [
      'proposal.why',
      'request.not-found',
      'input.required',
      'funds.reversal-state',
      'funds.reversal-amount',
      'funds.reversal-short',
      'funds.proposal-open',
      'review.not-allowed',
      'review.own-account',
    ],
    objectIds: ['depositId'],
  }),
}
