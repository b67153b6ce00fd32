import * as z from 'zod/mini'
import { id, instant, minor, none, nothing, text } from '../fields.ts'
import { defineRoute } from '../route.ts'
import { channelStates, depositRejections, depositStates } from './states.ts'

const deposit = z.object({
  depositId: id,
  channelId: id,
  channelName: z.object({ tw: text(80), en: text(80) }),
  currency: text(3),
  amount: minor,
  /** The booked amount. When it differs from the claim, `note` says why. */
  booked: z.nullable(minor),
  state: z.enum(depositStates),
  rejectionReason: z.nullable(z.enum(depositRejections)),
  note: z.nullable(text(300)),
  hasReceipt: z.boolean(),
  sentAt: instant,
  promisedAt: z.nullable(instant),
  decidedAt: z.nullable(instant),
  /** The ledger entry, once booked. */
  entryId: z.nullable(id),
  steps: z.array(z.object({ what: text(40), at: instant })),
})

export const depositsRoutes = {
  channels: defineRoute({
    path: '/deposits/channels',
    feature: 'deposits',
    summary: 'Ways to pay in, with bounds, fee, hours and whether each is open now',
    capability: 'read-own',
    rateLimit: 'read',
    body: nothing,
    data: z.object({
      channels: z.array(
        z.object({
          channelId: id,
          name: z.object({ tw: text(80), en: text(80) }),
          currency: text(3),
          state: z.enum(channelStates),
          reason: z.nullable(z.object({ tw: text(200), en: text(200) })),
          min: minor,
          max: minor,
          fee: minor,
          usualMinutes: z.int(),
          needsPassword: z.boolean(),
        }),
      ),
      isOpen: z.boolean(),
      /** On days on which banks are open, as `09:30`, by the rules in force now. */
      hours: z.object({ open: text(5), close: text(5) }),
      /** When deposits open next, while they are closed. */
      opensAt: z.nullable(instant),
      closesAt: z.nullable(instant),
      pending: z.nullable(id),
    }),
    refusals: [],
  }),
  channel: defineRoute({
    path: '/deposits/channel',
    feature: 'deposits',
    summary: 'One way to pay in with the bank details to copy',
    capability: 'read-own',
    rateLimit: 'read',
    body: z.strictObject({ channelId: id }),
    data: z.object({
      holder: text(80),
      number: text(40),
      bankName: text(80),
      bankCode: text(20),
      branch: text(120),
      /** The reference the member writes on the transfer so that it can be matched. */
      reference: text(40),
    }),
    refusals: ['request.not-found', 'deposit.channel-closed'],
  }),
  create: defineRoute({
    path: '/deposits/create',
    feature: 'deposits',
    summary: 'Say that I have paid in, with the receipt',
    capability: 'bring-money',
    rateLimit: 'credential',
    idempotent: true,
    body: z.strictObject({
      channelId: id,
      amount: minor,
      receipt: z.optional(id),
      channelPassword: z.optional(text(64)),
      /** The last digits of the sending account, as the bank shows them. */
      fromEnding: z.optional(text(6)),
    }),
    data: z.object({ deposit }),
    refusals: [
      'input.required',
      'identity.complete-first',
      'identity.pending',
      'identity.not-passed',
      'deposit.receipt-first',
      'deposit.amount',
      'deposit.daily-limit',
      'deposit.channel-closed',
      'password.wrong-channel',
      'time.outside-deposit',
      'order.pending-review-exists',
      'order.fund-operation-in-progress',
      'upload.not-found',
    ],
    objectIds: ['receipt'],
  }),
  list: defineRoute({
    path: '/deposits/list',
    feature: 'deposits',
    summary: 'My deposits, newest first',
    capability: 'read-own',
    rateLimit: 'read',
    body: z.strictObject({ before: z.optional(text(64)) }),
    data: z.object({ deposits: z.array(deposit), next: z.nullable(text(64)) }),
    refusals: [],
  }),
  read: defineRoute({
    path: '/deposits/read',
    feature: 'deposits',
    summary: 'One deposit of mine with its steps',
    capability: 'read-own',
    rateLimit: 'read',
    body: z.strictObject({ depositId: id }),
    data: z.object({ deposit }),
    refusals: ['order.not-found'],
    objectIds: ['depositId'],
  }),
  cancel: defineRoute({
    path: '/deposits/cancel',
    feature: 'deposits',
    summary: 'Cancel a deposit before it is decided',
    capability: 'edit-own',
    rateLimit: 'write',
    idempotent: true,
    body: z.strictObject({ depositId: id }),
    data: none,
    refusals: ['order.not-found', 'order.not-review'],
    objectIds: ['depositId'],
  }),
}
