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
