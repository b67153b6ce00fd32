import * as z from 'zod/mini'
import { id, instant, minor, text } from '../fields.ts'
import { requestStates } from '../fund-requests/index.ts'

export const statementLine = z.object({
  lineId: id,
  account: text(40),
  bankNumber: text(80),
  currency: text(3),
  /** Positive: received. Negative: sent. */
  amount: minor,
  reference: text(300),
  ending: text(40),
  bookedAt: instant,
  differences: z.array(text(40)),
  /** The deposit this line was matched with, and what its member claimed. */
  deposit: z.nullable(
    z.object({
      depositId: id,
      reviewId: z.nullable(id),
      number: z.nullable(text(16)),
      amount: minor,
      reference: text(40),
      ending: z.nullable(text(6)),
      sentAt: instant,
      state: z.enum(requestStates),
    }),
  ),
  /** The payout this line confirms. */
  withdrawalId: z.nullable(id),
})
