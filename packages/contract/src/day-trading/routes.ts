import * as z from 'zod/mini'
import { id, instant, minor, none, nothing, text } from '../fields.ts'
import { defineRoute } from '../route.ts'

export const dayTradingApplicationStates = ['none', 'pending', 'passed', 'rejected'] as const

export const dayTradingRoutes = {
  status: defineRoute({
    path: '/day-trading/status',
    feature: 'day-trading',
    summary: 'Whether I may day-trade and what is missing, my quota of today, and when open ones are covered',
    capability: 'read-own',
    rateLimit: 'read',
    body: nothing,
    data: z.object({
      state: z.enum(dayTradingApplicationStates),
      reason: z.nullable(text(64)),
      appliedAt: z.nullable(instant),
      accountDays: z.int(),
      accountDaysNeeded: z.int(),
      trades: z.int(),
      tradesNeeded: z.int(),
      quota: minor,
      used: minor,
      /** In millionths: the tax of an ordinary sale, and the fee for keeping shares short overnight. */
      taxStock: z.int(),
      borrowFee: z.int(),
      lockMinutes: z.int(),
      autoCoverAt: z.nullable(instant),
      closesAt: z.nullable(instant),
      /**
       * Day trades closed in the last year after costs: how many closed and how many lost, for all members and for this
       * one.
       */
      everybody: z.object({ closed: z.int(), lost: z.int() }),
      mine: z.object({ closed: z.int(), lost: z.int(), result: minor }),
    }),
    refusals: [],
  }),
  apply: defineRoute({
    path: '/day-trading/apply',
    feature: 'day-trading',
    summary: 'Apply for day trading with the risk statement read and signed with the fund password',
    capability: 'edit-own',
    rateLimit: 'credential',
    idempotent: true,
    body: z.strictObject({ read: z.boolean(), fundPassword: text(64) }),
    data: z.object({ state: z.enum(dayTradingApplicationStates) }),
    refusals: [
      'input.required',
      'password.fund-not-set',
      'password.wrong-fund',
      'auth.fund-password-locked',
      'order.pending-review-exists',
      'day-trading.conditions',
    ],
  }),
  keep: defineRoute({
    path: '/day-trading/keepOvernight',
    feature: 'day-trading',
    summary:
      'Keep a day trade as an ordinary holding: it is not covered today and pays the full tax when sold',
    capability: 'trade',
    rateLimit: 'write',
    body: z.strictObject({ positionId: id }),
    data: none,
    refusals: ['order.not-found', 'order.not-holding', 'day-trading.cannot-keep', 'day-trading.too-late'],
    objectIds: ['positionId'],
  }),
}
