import * as z from 'zod/mini'
import { instant, nothing, text } from '../fields.ts'
import { defineRoute } from '../route.ts'

export const liveRoutes = {
  openFeed: defineRoute({
    path: '/market/openFeed',
    feature: 'live',
    summary: 'A ticket for the live feed, good once and for thirty seconds',
    capability: 'read-own',
    rateLimit: 'read',
    body: nothing,
    data: z.object({ ticket: text(64), expiresAt: instant }),
    refusals: [],
  }),
}
