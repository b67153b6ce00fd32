import * as z from 'zod/mini'
import { id, instant, minor, nothing, text } from '../fields.ts'
import { defineRoute } from '../route.ts'
import { creditIncrease, creditLoan, creditScore, creditStock, day } from './fields.ts'
import { creditPurposes, creditRecordKinds, creditStates } from './states.ts'

const unverified = ['identity.not-done', 'identity.pending', 'identity.not-passed'] as const

export const creditRoutes = {
  overview: defineRoute({
    path: '/credit/overview',
    feature: 'credit',
    summary: 'My score with its inputs, my limits, my loan, what I could pledge, and everything I owe',
    capability: 'read-own',
    rateLimit: 'read',
    body: nothing,
    data: z.object({
      score: creditScore,
      limit: minor,
      borrowable: minor,
      borrowed: minor,
      /** What all free holdings together would support, in whole steps. */
      supported: minor,
      loan: z.nullable(creditLoan),
      increase: z.nullable(creditIncrease),
      /** Null: a limit increase can be asked for now. */
      increaseFrom: z.nullable(instant),
      holdings: z.array(creditStock),
      available: minor,
      records: z.int(),
      owed: z.object({
        credit: minor,
        margin: minor,
        /** Borrowed shares at market. */
        shorts: minor,
        interest: minor,
        /** What closes lacked, by settlement date. */
        payable: minor,
        total: minor,
      }),
      terms: z.object({
        isOpen: z.boolean(),
        min: minor,
        step: minor,
        max: minor,
        financingPpm: z.int(),
        aprPpm: z.int(),
        callRatioBp: z.int(),
        safeRatioBp: z.int(),
        callDays: z.int(),
        increaseDays: z.int(),
        /** A withdrawal of borrowed money needs this score; zero: none. */
        withdrawScore: z.int(),
      }),
      today: day,
      simulated: z.boolean(),
    }),
    refusals: [],
  }),
  apply: defineRoute({
    path: '/credit/apply',
    feature: 'credit',
    summary: 'Ask for a loan against all my free shares of these stocks; two operators decide',
    capability: 'trade',
    rateLimit: 'write',
    idempotent: true,
    body: z.strictObject({
      loanId: id,
      amount: z.union([minor, z.literal('')]),
      termDays: z.int(),
      /** The rate I agreed to. */
      aprPpm: z.int(),
      symbols: z.array(text(12)).check(z.maxLength(50)),
    }),
    data: z.object({ loan: creditLoan }),
    refusals: [
      ...unverified,
      'input.required',
      'input.invalid',
      'credit.channel-closed',
      'credit.repay-first',
      'credit.amount',
      'credit.pledge',
      'credit.limit-insufficient',
      'credit.quota-full',
      'system.busy',
    ],
  }),
  cancel: defineRoute({
    path: '/credit/cancel',
    feature: 'credit',
    summary: 'Cancel my request for a loan before it is decided; the shares are free again',
    capability: 'close',
    rateLimit: 'write',
    idempotent: true,
    body: z.strictObject({ loanId: id }),
    data: z.null(),
    refusals: ['request.not-found', 'order.not-review'],
    objectIds: ['loanId'],
  }),
  repay: defineRoute({
    path: '/credit/repay',
    feature: 'credit',
    summary: 'Repay a part or all of my loan, interest first',
    capability: 'close',
    rateLimit: 'write',
    idempotent: true,
    body: z.strictObject({ loanId: id, repaymentId: id, amount: z.union([minor, z.literal('')]) }),
    data: z.object({ loan: creditLoan, interest: minor, principal: minor }),
    refusals: [
      'request.not-found',
      'input.required',
      'input.invalid',
      'credit.repay-too-much',
      'balance.insufficient',
    ],
    objectIds: ['loanId'],
  }),
  addCredit: defineRoute({
    path: '/credit/addCredit',
    feature: 'credit',
    summary: 'Ask for a higher limit, in whole dollars; two operators decide',
    capability: 'trade',
    rateLimit: 'write',
    idempotent: true,
    body: z.strictObject({ increaseId: id, dollars: text(16), purpose: z.enum(creditPurposes) }),
    data: z.object({ increase: creditIncrease }),
    refusals: [...unverified, 'input.invalid', 'credit.increase', 'credit.increase-wait', 'system.busy'],
  }),
  records: defineRoute({
    path: '/credit/records',
    feature: 'credit',
    summary: 'My loans, repayments and limit increases, newest first',
    capability: 'read-own',
    rateLimit: 'read',
    body: z.strictObject({
      kind: z.optional(z.enum(creditRecordKinds)),
      /** The cursor of the previous page. */
      before: z.optional(text(64)),
    }),
    data: z.object({
      lent: minor,
      repaid: minor,
      interestPaid: minor,
      owed: minor,
      interest: minor,
      records: z.array(
        z.object({
          recordId: text(64),
          kind: z.enum(creditRecordKinds),
          at: instant,
          number: text(16),
          state: z.enum([...creditStates, 'running', 'repaid', 'by-sale']),
          amount: minor,
          termDays: z.nullable(z.int()),
          aprPpm: z.nullable(z.int()),
          dueOn: z.nullable(day),
          reason: z.nullable(text(32)),
          promisedAt: z.nullable(instant),
          /** Of a repayment: its interest, and what stayed owed. */
          interest: z.nullable(minor),
          left: z.nullable(minor),
          lateDays: z.int(),
        }),
      ),
      next: z.nullable(text(64)),
    }),
    refusals: [],
  }),
}
