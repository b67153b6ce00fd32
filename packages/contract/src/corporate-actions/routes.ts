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
  /** New shares; negative when a split consolidates. */
  newShares: z.int(),
  /** How many more shares a short seller owes. */
  owedShares: z.int(),
  /** Cash for fractions of a share, within gross. */
  fraction: minor,
  /** The part of the supplement that the cash does not cover: owed on the payment date. */
  owedSupplement: minor,
  /** The average price of the long shares; null without any. */
  averagePrice: z.nullable(z.int()),
  /** Null until it is paid. */
  paidAt: z.nullable(instant),
  /** Null until the new shares have arrived. */
  deliveredAt: z.nullable(instant),
})

const action = z.object({
  actionId: id,
  symbol: text(10),
  name: texts,
  /** Millionths of a dollar a share. */
  cashMicros: z.int(),
  /** New shares in millionths of a share held. */
  stockMicros: z.int(),
  /** A split: `splitFrom` shares become `splitTo`; both 1 otherwise. */
  splitTo: z.int(),
  splitFrom: z.int(),
  state: z.enum(corporateActionStates),
  announcedAt: instant,
  /** Null unless it was cancelled before its ex-date. */
  cancelledAt: z.nullable(instant),
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
  /** The supplement counts a new share at this price. */
  parValue: minor,
  /** Fractions are paid at this part of the reference price, in hundredths of a percent. */
  fractionRate: z.int(),
  /** What of mine the ex-date adjusts with the price: exits of positions and price alerts. Empty after it. */
  lowers: z.array(z.object({ of: z.enum(loweredKinds), from: z.int(), to: z.int() })),
  /** Mine; before the ex-date by what I hold now. Null when it was cancelled. */
  mine: z.nullable(entitlement),
})

export const corporateActionsRoutes = {
  ofStock: defineRoute({
    path: '/corporate-actions/ofStock',
    feature: 'corporate-actions',
    summary: 'The newest ten dividends and splits of a stock with my entitlement, the latest ex-date first',
    capability: 'read-own',
    rateLimit: 'read',
    body: z.strictObject({ symbol: text(10) }),
    data: z.object({ actions: z.array(action) }),
    refusals: [],
  }),
}
