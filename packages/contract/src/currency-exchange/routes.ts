import { currencies } from '@fairlot/money'
import * as z from 'zod/mini'
import { id, instant, minor, nothing, text } from '../fields.ts'
import { defineRoute } from '../route.ts'
import { quoteStates, rateSources, stopReasons } from './states.ts'

const currency = z.enum(currencies)
/** In billionths: 205000000 is 0.205. */
const rate = minor

const quote = z.object({
  quoteId: id,
  pay: currency,
  get: currency,
  payAmount: minor,
  getAmount: minor,
  /** The rates read `1 base = rate counter`; the counter is the other currency. */
  base: currency,
  rate,
  mid: rate,
  spreadBps: z.int(),
  /** In the currency received, and in New Taiwan dollars. */
  spread: minor,
  spreadTwd: minor,
  source: z.enum(rateSources),
  isSimulated: z.boolean(),
  rateAt: instant,
  quotedAt: instant,
  expiresAt: instant,
  state: z.enum(quoteStates),
  dealtAt: z.nullable(instant),
  entryId: z.nullable(id),
})

const signed = z.object({
  /** What is signed, and the signature: Ed25519, base64url. */
  text: text(1_000),
  keyId: text(64),
  signature: text(128),
})

export const currencyExchangeRoutes = {
  rates: defineRoute({
    path: '/currency-exchange/rates',
    feature: 'currency-exchange',
    summary: 'Mid rates against New Taiwan dollars with source and time, and the terms of an exchange',
    capability: 'read-own',
    rateLimit: 'read',
    body: nothing,
    data: z.object({
      rates: z.array(
        z.object({
          currency,
          mid: rate,
          source: z.enum(rateSources),
          isSimulated: z.boolean(),
          at: instant,
          stopped: z.nullable(z.enum(stopReasons)),
          /** Two operators let the second source be quoted alone, until then. */
          backupUntil: z.nullable(instant),
        }),
      ),
      /** In New Taiwan dollars at the mid rate. */
      min: minor,
      max: minor,
      quoteSeconds: z.int(),
      spreadBps: z.int(),
      available: z.array(z.object({ currency, amount: minor })),
      now: instant,
    }),
    refusals: [],
  }),
  history: defineRoute({
    path: '/currency-exchange/history',
    feature: 'currency-exchange',
    summary: 'Mid rates of one currency since the beginning of the day',
    capability: 'read-own',
    rateLimit: 'read',
    body: z.strictObject({ currency }),
    data: z.object({ points: z.array(z.object({ at: instant, mid: rate })) }),
    refusals: [],
  }),
  quote: defineRoute({
    path: '/currency-exchange/quote',
    feature: 'currency-exchange',
    summary: 'A firm quote, signed; it ends the one I had before',
    capability: 'move-money',
    rateLimit: 'write',
    idempotent: true,
    body: z.strictObject({ pay: currency, get: currency, amount: z.optional(minor) }),
    data: z.object({
      quote,
      signed,
      /** Available now, before the exchange. */
      payAvailable: minor,
      getAvailable: minor,
    }),
    refusals: [
      'input.required',
      'currency.same',
      'currency.pair',
      'currency.no-rate',
      'currency.amount',
      'currency.house-limit',
      'balance.insufficient',
    ],
  }),
  deal: defineRoute({
    path: '/currency-exchange/deal',
    feature: 'currency-exchange',
    summary: 'Exchange at the quote: once, before it expires',
    capability: 'move-money',
    rateLimit: 'write',
    idempotent: true,
    body: z.strictObject({ quoteId: id }),
    data: z.object({ quote }),
    refusals: ['request.not-found', 'currency.quote-used', 'currency.quote-expired', 'balance.insufficient'],
    objectIds: ['quoteId'],
  }),
  records: defineRoute({
    path: '/currency-exchange/records',
    feature: 'currency-exchange',
    summary: 'My quotes and exchanges, newest first, and what they cost over the mid rate this year',
    capability: 'read-own',
    rateLimit: 'read',
    body: z.strictObject({ currency: z.optional(currency), before: z.optional(text(64)) }),
    data: z.object({
      quotes: z.array(quote),
      next: z.nullable(text(64)),
      /** First page only. */
      year: z.nullable(z.object({ year: z.int(), deals: z.int(), spreadTwd: minor })),
    }),
    refusals: [],
  }),
  read: defineRoute({
    path: '/currency-exchange/read',
    feature: 'currency-exchange',
    summary: 'One quote of mine with its signature and all lines of its entry',
    capability: 'read-own',
    rateLimit: 'read',
    body: z.strictObject({ quoteId: id }),
    data: z.object({
      quote,
      signed,
      payAvailable: minor,
      getAvailable: minor,
      /** The lines of the entry, both sides. */
      lines: z.array(z.object({ owner: z.enum(['member', 'house']), currency, amount: minor })),
    }),
    refusals: ['request.not-found'],
    objectIds: ['quoteId'],
  }),
}
