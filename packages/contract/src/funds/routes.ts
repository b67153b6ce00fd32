import * as z from 'zod/mini'
import { id, instant, minor, text } from '../fields.ts'
import { defineRoute } from '../route.ts'

const texts = z.object({ tw: text(200), en: text(200) })

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
  records: defineRoute({
    path: '/funds/records',
    feature: 'funds',
    summary: 'My fund record: one row per business event, newest first; each opens to its ledger lines',
    capability: 'read-own',
    rateLimit: 'read',
    body: z.strictObject({
      tab: z.enum(['all', 'transaction', 'stored-value', 'withdrawal']),
      before: z.optional(text(64)),
    }),
    data: z.object({
      records: z.array(
        z.object({
          entryId: id,
          event: text(64),
          reference: text(128),
          symbol: z.nullable(text(16)),
          /** The change of own cash (available, held, unsettled), and own cash after it. */
          amount: minor,
          balanceAfter: minor,
          at: instant,
          /** For a correction: the reason the two operators gave. */
          why: z.nullable(texts),
        }),
      ),
      next: z.nullable(text(64)),
      /**
       * The current month over all tabs, as a sum: start + stored value + withdrawal + transaction = now. First page
       * only.
       */
      month: z.nullable(
        z.object({
          month: text(7),
          start: minor,
          storedValue: minor,
          withdrawal: minor,
          transaction: minor,
          now: minor,
        }),
      ),
    }),
    refusals: [],
  }),
  entry: defineRoute({
    path: '/funds/entry',
    feature: 'funds',
    summary: 'One entry of mine with all my lines in it',
    capability: 'read-own',
    rateLimit: 'read',
    body: z.strictObject({ entryId: id }),
    data: z.object({
      event: text(64),
      reference: text(128),
      postedAt: instant,
      why: z.nullable(texts),
      /** Of own cash: available, held and unsettled. */
      change: minor,
      /** The fill that the entry posts. Its signed amounts add up to `change`. */
      trade: z.nullable(
        z.object({
          side: z.enum(['buy', 'sell']),
          symbol: text(16),
          direction: z.enum(['long', 'short']),
          multiple: z.int(),
          price: z.int(),
          quantity: z.int(),
          settlesOn: text(10),
          value: minor,
          fee: minor,
          tax: minor,
          borrowFee: minor,
          loan: minor,
          interest: minor,
          collateral: minor,
          owed: minor,
        }),
      ),
      lines: z.array(line),
    }),
    refusals: ['request.not-found'],
    objectIds: ['entryId'],
  }),
  ledgerLines: defineRoute({
    path: '/funds/ledgerLines',
    feature: 'funds',
    summary: 'My ledger lines of one asset, newest first: they add up to the balance',
    capability: 'read-own',
    rateLimit: 'read',
    body: z.strictObject({ asset: text(16), before: z.optional(text(40)) }),
    data: z.object({ lines: z.array(line), balance: minor, nextBefore: z.nullable(text(40)) }),
    refusals: [],
  }),
}
