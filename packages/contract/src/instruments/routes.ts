import * as z from 'zod/mini'
import { nothing, text } from '../fields.ts'
import { defineRoute } from '../route.ts'

const symbol = text(16)
const price = z.int()

const found = z.object({
  symbol,
  nameTw: z.string(),
  nameEn: z.string(),
  board: z.enum(['listed', 'otc']),
  kind: z.enum(['stock', 'etf']),
})

export type FoundInstrument = z.output<typeof found>

/** Where a figure comes from, and the day its file is of. */
const imported = {
  market: z.enum(['TWSE', 'TPEx', 'MOPS']),
  source: text(40),
  asOf: text(10),
  /** The day; the first day of a month; the last day of a quarter; the ex-dividend date. */
  period: text(10),
}
const figure = z.nullable(z.int())

export const instrumentsRoutes = {
  search: defineRoute({
    path: '/stock/searchStock',
    feature: 'instruments',
    summary: 'Instruments by code, Chinese or English name, best match first; `near` finds similar ones',
    capability: 'public',
    rateLimit: 'read',
    body: z.strictObject({ text: text(40), near: z.optional(z.boolean()) }),
    data: z.array(found),
    refusals: [],
  }),
  read: defineRoute({
    path: '/stock/readStock',
    feature: 'instruments',
    summary: 'The facts of one instrument and the rules it trades by',
    capability: 'public',
    rateLimit: 'read',
    body: z.strictObject({ symbol }),
    data: z.object({
      ...found.shape,
      industryTw: z.string(),
      industryEn: z.string(),
      lotShares: price,
      /** The tick table of its kind: the tick that applies from each price (hundredths). */
      ticks: z.array(z.object({ from: price, tick: price })),
      limited: z.boolean(),
    }),
    refusals: ['input.symbol', 'stock.not-found'],
  }),
  fundamentals: defineRoute({
    path: '/stock/readFundamentals',
    feature: 'instruments',
    summary:
      'What was imported about the company: valuation, revenue, earnings, dividends, institutions, margin',
    capability: 'public',
    rateLimit: 'read',
    body: z.strictObject({ symbol }),
    /** Units: packages/rules/src/instruments/fundamentals.ts. Lists are newest first. */
    data: z.object({
      valuation: z.nullable(z.object({ ...imported, pe: figure, yieldBp: figure, pb: figure })),
      revenue: z.array(z.object({ ...imported, revenue: z.int(), monthBefore: figure, yearBefore: figure })),
      earnings: z.array(z.object({ ...imported, eps: figure })),
      dividends: z.array(z.object({ ...imported, cash: figure, stock: figure })),
      institutions: z.nullable(
        z.object({ ...imported, foreign: z.int(), trust: z.int(), dealer: z.int(), total: z.int() }),
      ),
      margin: z.nullable(
        z.object({
          ...imported,
          margin: z.int(),
          marginBefore: z.int(),
          short: z.int(),
          shortBefore: z.int(),
        }),
      ),
    }),
    refusals: ['input.symbol', 'stock.not-found'],
  }),
  opened: defineRoute({
    path: '/stock/recordView',
    feature: 'instruments',
    summary: 'The member opened this instrument: counted once a day, for the list of most viewed instruments',
    capability: 'read-own',
    rateLimit: 'read',
    body: z.strictObject({ symbol }),
    data: z.null(),
    refusals: ['input.symbol', 'stock.not-found'],
  }),
  viewed: defineRoute({
    path: '/stock/listViewed',
    feature: 'instruments',
    summary: 'Instruments by distinct members who viewed them today, most first; true counts',
    capability: 'public',
    rateLimit: 'read',
    body: nothing,
    data: z.array(z.object({ ...found.shape, members: z.int() })),
    refusals: [],
  }),
}
