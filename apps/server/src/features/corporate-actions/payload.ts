import * as z from 'zod/mini'

/** What two operators approve; app.announce_corporate_action reads the same fields. */
export const dividendPayload = z.strictObject({
  symbol: z.string(),
  cashMicros: z.int(),
  stockMicros: z._default(z.int(), 0),
  splitTo: z._default(z.int(), 1),
  splitFrom: z._default(z.int(), 1),
  exOn: z.iso.date(),
  paysOn: z.iso.date(),
  supplementFrom: z.int(),
  supplementRate: z.int(),
  parValue: z._default(z.int(), 1_000),
  fractionRate: z._default(z.int(), 10_000),
})
export type DividendPayload = z.infer<typeof dividendPayload>
