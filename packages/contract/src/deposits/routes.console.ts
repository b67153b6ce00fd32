import * as z from 'zod/mini'
import { defineConsoleRoute } from '../console-route.ts'
import { id, instant, minor, nothing, text } from '../fields.ts'
import { channelStates } from './states.ts'

const words = z.strictObject({ tw: text(200), en: text(200) })
const proposed = z.object({ reviewId: id, number: text(16) })

export const depositsConsoleRoutes = {
  importStatement: defineConsoleRoute({
    path: '/deposits/importStatement',
    feature: 'deposits',
    summary: 'Hand in a statement of the bank; the worker puts its lines beside deposits and payouts',
    right: 'propose-funds',
    pace: 'write',
    body: z.strictObject({ fileName: text(200), content: text(900_000) }),
    data: z.object({
      result: z.enum(['taken', 'known', 'refused']),
      lines: z.int(),
      fresh: z.int(),
      /** Where a refused file is wrong, and why. */
      wrongLine: z.nullable(z.int()),
      why: z.nullable(text(200)),
    }),
    refusals: [],
  }),
  statementLines: defineConsoleRoute({
    path: '/deposits/statementLines',
    feature: 'deposits',
    summary: 'Lines of the bank that belong to nothing yet or differ from what they belong to, newest first',
    right: 'read',
    pace: 'read',
    body: nothing,
    data: z.object({
      lines: z.array(
        z.object({
          lineId: id,
          account: text(40),
          bankNumber: text(80),
          currency: text(3),
          amount: minor,
          reference: text(300),
          ending: text(40),
          bookedAt: instant,
          depositId: z.nullable(id),
          differences: z.array(text(40)),
        }),
      ),
    }),
    refusals: [],
  }),
  proposeChannel: defineConsoleRoute({
    path: '/deposits/proposeChannel',
    feature: 'deposits',
    summary: 'Propose a way to pay in, new or changed; a second person approves it',
    right: 'propose-funds',
    pace: 'write',
    body: z.strictObject({
      /** Absent for a new one. */
      channelId: z.optional(id),
      name: words,
      currency: text(3),
      state: z.enum(channelStates),
      reason: z.nullable(words),
      min: minor,
      max: minor,
      fee: minor,
      usualMinutes: z.int(),
      /** Absent leaves it as it is; empty takes it away. */
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
    refusals: ['review.not-allowed', 'funds.proposal-open', 'funds.channel'],
  }),
}
