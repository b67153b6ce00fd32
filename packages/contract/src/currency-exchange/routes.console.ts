import { currencies } from '@fairlot/money'
import * as z from 'zod/mini'
import { defineConsoleRoute } from '../console-route.ts'
import { id, instant, minor, nothing, openProposal, proposed, text } from '../fields.ts'
import { rateSources, stopReasons } from './states.ts'

const currency = z.enum(currencies)
const reading = z.object({ source: z.enum(rateSources), mid: minor, at: instant })

export const currencyExchangeConsoleRoutes = {
  board: defineConsoleRoute({
    path: '/currency-exchange/board',
    feature: 'currency-exchange',
    summary: 'List rates, sources, house positions and the latest exchanges',
    right: 'read',
    rateLimit: 'read',
    body: nothing,
    data: z.object({
      rates: z.array(
        z.object({
          currency,
          first: reading,
          second: reading,
          /** The second source is quoted alone. */
          isBackup: z.boolean(),
          /** The decision that lets it, until then. */
          backup: z.nullable(z.object({ reviewId: id, number: text(16), until: instant })),
          /** Waits for a second operator. */
          proposal: z.nullable(openProposal),
          publishedAt: instant,
          isSimulated: z.boolean(),
          stopped: z.nullable(z.enum(stopReasons)),
          since: instant,
          /** Good readings in a row while it is stopped. */
          good: z.int(),
          /** What the house has, negative when it owes, and its value in New Taiwan dollars. */
          position: minor,
          positionTwd: minor,
          /** Exchanged today, in New Taiwan dollars. */
          todayTwd: minor,
          points: z.array(minor),
        }),
      ),
      terms: z.object({
        spreadBps: z.int(),
        staleSeconds: z.int(),
        deviationBps: z.int(),
        resumeReadings: z.int(),
        backupMinutes: z.int(),
        positionLimit: minor,
      }),
      deals: z.array(
        z.object({
          quoteId: id,
          member: z.object({ memberId: id, number: text(16) }),
          pay: currency,
          get: currency,
          payAmount: minor,
          getAmount: minor,
          base: currency,
          rate: minor,
          spread: minor,
          dealtAt: instant,
          /** Into the life of the quote. */
          seconds: z.int(),
        }),
      ),
      /** Of today's exchanges: how many, how many with both legs in one entry at the quoted amounts, how many too late. */
      today: z.object({ deals: z.int(), matching: z.int(), late: z.int() }),
      now: instant,
    }),
    refusals: [],
  }),
  events: defineConsoleRoute({
    path: '/currency-exchange/events',
    feature: 'currency-exchange',
    summary: 'When a currency stopped being quoted and when it resumed',
    right: 'read',
    rateLimit: 'read',
    body: z.strictObject({ currency }),
    data: z.object({
      events: z.array(
        z.object({
          what: z.enum(['stopped', 'resumed', 'backup-began', 'backup-ended']),
          why: z.nullable(z.enum(stopReasons)),
          mid: minor,
          at: instant,
        }),
      ),
    }),
    refusals: [],
  }),
  proposeBackup: defineConsoleRoute({
    path: '/currency-exchange/proposeBackup',
    feature: 'currency-exchange',
    summary: 'Propose to quote a stopped currency from its second source alone; a second operator decides',
    right: 'propose-funds',
    rateLimit: 'write',
    body: z.strictObject({ currency, reason: text(1_000) }),
    data: proposed,
    refusals: ['proposal.why', 'proposal.open', 'review.not-allowed', 'currency.backup-not-needed'],
  }),
}
