import * as z from 'zod/mini'
import { defineConsoleRoute } from '../console-route.ts'
import { id, instant, text } from '../fields.ts'

/** A valid date of this century: the calendar counts days forward from it. */
const date = z.iso.date().check(z.regex(/^20/))

export const calendarConsoleRoutes = {
  month: defineConsoleRoute({
    path: '/calendar/month',
    feature: 'calendar',
    summary: 'Read a month of trading and settlement days, with closures and proposals',
    right: 'read',
    rateLimit: 'read',
    body: z.strictObject({ month: z.string().check(z.regex(/^20\d{2}-(0[1-9]|1[0-2])$/)) }),
    data: z.object({
      calendar: z.enum(['twse', 'practice']),
      today: date,
      days: z.array(
        z.object({
          date,
          isWeekend: z.boolean(),
          closure: z.nullable(
            z.object({
              nameTw: text(60),
              nameEn: text(60),
              settlementOnly: z.boolean(),
              /**
               * True when operators added the closure; only these can be removed here. The others ship with the
               * release.
               */
              byOperators: z.boolean(),
            }),
          ),
          /** True when banks are open and money settles. */
          settles: z.boolean(),
          /** The settlement day of a trade on this day, by the exchange's calendar; null when there is no trading. */
          settlesOn: z.nullable(date),
          proposal: z.nullable(
            z.object({
              reviewId: id,
              number: text(16),
              openedAt: instant,
              by: text(40),
              action: z.enum(['close', 'open']),
            }),
          ),
        }),
      ),
    }),
    refusals: [],
  }),
  effect: defineConsoleRoute({
    path: '/calendar/effect',
    feature: 'calendar',
    summary: 'Preview which settlement days move when a day is closed or reopened',
    right: 'read',
    rateLimit: 'read',
    body: z.strictObject({ date, action: z.enum(['close', 'open']), settlementOnly: z.boolean() }),
    data: z.object({
      moves: z.array(z.object({ trade: date, before: z.nullable(date), after: z.nullable(date) })),
      nextTradingDay: date,
    }),
    refusals: [],
  }),
  proposeClosure: defineConsoleRoute({
    path: '/calendar/proposeClosure',
    feature: 'calendar',
    summary:
      'Propose to close a day, or to reopen one that operators closed; it takes effect on the second approval',
    right: 'propose-market',
    rateLimit: 'write',
    body: z.strictObject({
      date,
      action: z.enum(['close', 'open']),
      nameTw: text(60),
      nameEn: text(60),
      settlementOnly: z.boolean(),
      why: text(300),
    }),
    data: z.object({ reviewId: id, number: text(16) }),
    refusals: [
      'closure.past',
      'closure.no-trading-day',
      'closure.not-ours',
      'closure.too-many',
      'proposal.open',
      'proposal.why',
      'review.not-allowed',
    ],
  }),
}
