import * as z from 'zod/mini'
import { id, instant, minor, text, texts } from '../fields.ts'
import { defineRoute } from '../route.ts'
import { corporateActionStates, loweredKinds } from './states.ts'

const entitlement = z.object({
  long: z.int(),
  short: z.int(),
  gross: minor,
  withheld: minor,
  /** What reaches the member. */
  net: minor,
  /** What a short seller owes on the payment date. */
  owed: minor,
  /** The average price of the long shares; null without any. */
  averagePrice: z.nullable(z.int()),
  /** Null until it is paid. */
  paidAt: z.nullable(instant),
})

const action = z.object({
  actionId: id,
  symbol: text(10),
  name: texts,
  /** Millionths of a dollar a share. */
  cashMicros: z.int(),
  state: z.enum(corporateActionStates),
  announcedAt: instant,
  /** Holders at the close of this day are entitled. */
  heldOn: text(10),
  exOn: text(10),
  paysOn: text(10),
  /** The close of that day; before it the last price. */
  close: z.int(),
  /** The reference price of the ex-date, or what it would be at `close`. */
  reference: z.int(),
  supplementFrom: minor,
  /** Hundredths of a percent. */
  supplementRate: z.int(),
  /** What of mine the ex-date lowers with the price: exits of positions and price alerts. Empty after it. */
  lowers: z.array(z.object({ of: z.enum(loweredKinds), from: z.int(), to: z.int() })),
  /** Mine; before the ex-date by what I hold now. */
  mine: z.nullable(entitlement),
})

export const corporateActionsRoutes = {
  ofStock: defineRoute({
    path: '/corporate-actions/ofStock',
    feature: 'corporate-actions',
    summary: 'The newest ten dividends of a stock with my entitlement, the latest ex-date first',
    capability: 'read-own',
    rateLimit: 'read',
    body: z.strictObject({ symbol: text(10) }),
    data: z.object({ actions: z.array(action) }),
    refusals: [],
  }),
}
