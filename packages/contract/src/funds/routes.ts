import * as z from 'zod/mini'
import { id, instant, minor, text } from '../fields.ts'
import { defineRoute } from '../route.ts'

const line = z.object({
  lineId: text(40),
  entryId: id,
  event: text(64),
  asset: text(16),
  account: text(128),
  amount: minor,
  balanceAfter: minor,
  postedAt: instant,
})

export const fundsRoutes = {
  ledgerLines: defineRoute({
    path: '/funds/ledgerLines',
    feature: 'funds',
    summary: 'My ledger lines of one asset, newest first: they add up to the balance',
    capability: 'read-own',
    pace: 'read',
    body: z.strictObject({ asset: text(16), before: z.optional(text(40)) }),
    data: z.object({ lines: z.array(line), balance: minor, nextBefore: z.nullable(text(40)) }),
    refusals: [],
  }),
}
