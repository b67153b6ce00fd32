import * as z from 'zod/mini'

/** What two operators approve; app.announce_corporate_action reads the same fields. */
export const dividendPayload = z.strictObject({
  symbol: z.string(),
  cashMicros: z.int(),
  exOn: z.iso.date(),
  paysOn: z.iso.date(),
  supplementFrom: z.int(),
  supplementRate: z.int(),
})
export type DividendPayload = z.infer<typeof dividendPayload>
