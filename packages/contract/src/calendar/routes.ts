import * as z from 'zod/mini'
import { nothing } from '../fields.ts'
import { defineRoute } from '../route.ts'

export const calendarRoutes = {
  session: defineRoute({
    path: '/market/readSession',
    feature: 'calendar',
    summary: 'What the market is doing now by its calendar, and what comes next',
    capability: 'public',
    rateLimit: 'read',
    body: nothing,
    data: z.object({
      calendar: z.enum(['twse', 'practice']),
      /** The server's clock in milliseconds since 1970, because a client's clock can be wrong. */
      now: z.int(),
      /** The current trading day, or the last one while the market is closed. */
      date: z.string(),
      phase: z.enum(['opening-call', 'continuous', 'closing-call', 'closed']),
      since: z.int(),
      next: z.object({
        date: z.string(),
        phase: z.enum(['opening-call', 'continuous', 'closing-call', 'closed']),
        at: z.int(),
      }),
      /** Coming closed days, nearest first. */
      closures: z.array(z.object({ date: z.string(), nameTw: z.string(), nameEn: z.string() })),
    }),
    refusals: [],
  }),
}
