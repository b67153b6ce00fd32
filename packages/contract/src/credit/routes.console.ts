import * as z from 'zod/mini'
import { defineConsoleRoute } from '../console-route.ts'
import { id, instant, minor, text } from '../fields.ts'
import { creditStock, day } from './fields.ts'
import { creditBoardViews, creditCallReasons, creditCallStates, creditStates } from './states.ts'

export const creditConsoleRoutes = {
  board: defineConsoleRoute({
    path: '/credit/board',
    feature: 'credit',
    summary: 'What the house lends, its collateral, and the newest loans and limit increases',
    right: 'read',
    rateLimit: 'read',
    body: z.strictObject({ view: z.enum(creditBoardViews) }),
    data: z.object({
      lent: minor,
      interest: minor,
      /** Value of all pledged shares of running loans. */
      secured: minor,
      ratioBp: z.nullable(z.int()),
      late: z.object({ count: z.int(), amount: minor }),
      quota: minor,
      isOpen: z.boolean(),
      callRatioBp: z.int(),
      safeRatioBp: z.int(),
      counts: z.object({
        all: z.int(),
        pending: z.int(),
        running: z.int(),
        low: z.int(),
        late: z.int(),
      }),
      /** Running loans by ratio: below the call, up to the safe ratio, up to 200 %, up to 300 %, above. */
      spread: z.array(z.int()),
      rows: z.array(
        z.object({
          id,
          kind: z.enum(['loan', 'increase']),
          number: text(16),
          reviewId: z.nullable(id),
          memberId: id,
          account: text(32),
          state: z.enum([...creditStates, 'running', 'repaid']),
          amount: minor,
          owed: minor,
          termDays: z.nullable(z.int()),
          aprPpm: z.nullable(z.int()),
          dueOn: z.nullable(day),
          lateDays: z.int(),
          sentAt: instant,
          pledges: z.array(creditStock),
          ratioBp: z.nullable(z.int()),
          score: z.int(),
          call: z.nullable(
            z.object({
              reason: z.enum(creditCallReasons),
              state: z.enum(creditCallStates),
              deadline: instant,
              amount: minor,
            }),
          ),
        }),
      ),
    }),
    refusals: [],
  }),
}
