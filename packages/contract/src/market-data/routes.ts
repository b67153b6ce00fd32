import * as z from 'zod/mini'
import { id, none, nothing, text } from '../fields.ts'
import { defineRoute } from '../route.ts'
import { periods } from './periods.ts'
import { chartRoutes } from './routes.chart.ts'

// Market data is whole numbers far below 2^53 (hundredths, shares), so plain JSON numbers are exact.
const whole = z.int()
const price = z.int().check(z.gte(0))
const symbol = text(16)
const level = z.tuple([price, whole])

export const tradingState = z.enum([
  'opening-call',
  'continuous',
  'paused',
  'halted',
  'closing-call',
  'closed',
])

export const boards = ['listed', 'otc', 'etf'] as const
/**
 * all: by symbol. change: largest move either way first. losers: fallers, largest first. volume, turnover: largest
 * first. limit-up, limit-down: last trade at the day's limit, largest turnover first.
 */
export const rankings = ['all', 'change', 'losers', 'volume', 'turnover', 'limit-up', 'limit-down'] as const
/** Columns a list can be sorted by instead. */
export const sortings = ['symbol', 'price', 'change', 'volume', 'turnover'] as const

const row = z.object({
  symbol,
  nameTw: z.string(),
  nameEn: z.string(),
  board: z.enum(['listed', 'otc']),
  kind: z.enum(['stock', 'etf']),
  industryTw: z.string(),
  industryEn: z.string(),
  state: tradingState,
  version: whole,
  last: z.nullable(price),
  reference: price,
  upper: z.nullable(price),
  lower: z.nullable(price),
  volume: whole,
  turnover: whole,
  indicative: z.nullable(z.object({ price, quantity: whole })),
  /** Why it is paused or halted, and until when. */
  reason: z.nullable(z.string()),
  until: z.nullable(whole),
  /** Closing prices along the day, oldest first, for the sparkline; empty before the first trade. */
  spark: z.array(price),
})

const quote = z.object({
  ...row.shape,
  date: z.string(),
  open: z.nullable(price),
  high: z.nullable(price),
  low: z.nullable(price),
  trades: whole,
  /** Shares that traded at the bid and at the ask. */
  insideVolume: whole,
  outsideVolume: whole,
  bids: z.array(level),
  asks: z.array(level),
  /** The book of odd lots; null on a day without one. Its last price is not the last price of the stock. */
  odd: z.nullable(
    z.object({
      last: z.nullable(price),
      volume: whole,
      bids: z.array(level),
      asks: z.array(level),
      indicative: z.nullable(z.object({ price, quantity: whole })),
      /** When the next match is held, milliseconds since 1970; null outside its hours and in a halt. */
      next: z.nullable(whole),
    }),
  ),
  /** When the instrument last changed, milliseconds since 1970. */
  at: whole,
})

const range = z.strictObject({ from: z.optional(whole), to: z.optional(whole) })
/** Conditions that all must hold, in the units of the rows; the rules say how. */
const screen = z.strictObject({
  price: z.optional(range),
  change: z.optional(range),
  volume: z.optional(range),
  turnover: z.optional(range),
  pe: z.optional(range),
  dividendYield: z.optional(range),
  industries: z.optional(z.array(text(60)).check(z.maxLength(40))),
  kind: z.optional(z.enum(['stock', 'etf'])),
  limit: z.optional(z.enum(['up', 'down'])),
})

const sector = z.object({
  nameTw: z.string(),
  nameEn: z.string(),
  /** Hundredths of a percent, weighted by turnover; null until one of its stocks has traded today. */
  change: z.nullable(whole),
  turnover: whole,
  count: whole,
  rising: whole,
  falling: whole,
  flat: whole,
  limitUp: whole,
  limitDown: whole,
  /** Its most traded stocks, at most four. */
  leaders: z.array(
    z.object({
      symbol,
      nameTw: z.string(),
      nameEn: z.string(),
      last: z.nullable(price),
      reference: price,
    }),
  ),
})

/** Time (start of the period, milliseconds since 1970), open, high, low, close, shares, turnover. */
const candle = z.tuple([whole, price, price, price, price, whole, whole])
/** Event number, time, price, shares, taker side. */
const trade = z.tuple([whole, whole, price, whole, z.enum(['buy', 'sell', 'auction'])])

export type QuoteRow = z.output<typeof row>
export type QuoteData = z.output<typeof quote>
export type OddQuote = NonNullable<QuoteData['odd']>
export type Candle = z.output<typeof candle>
export type TapeRow = z.output<typeof trade>
export type SectorData = z.output<typeof sector>
export type ScreenData = z.output<typeof screen>
export type Board = (typeof boards)[number]
export type Ranking = (typeof rankings)[number]
export type Sorting = (typeof sortings)[number]

export const marketDataRoutes = {
  ...chartRoutes,
  list: defineRoute({
    path: '/market/listQuotes',
    feature: 'market-data',
    summary:
      'A page of a board by one of the published rankings, with small day lines; `screen` keeps matches',
    capability: 'public',
    rateLimit: 'read',
    body: z.strictObject({
      board: z.enum([...boards, 'any']),
      ranking: z.enum(rankings),
      /** Sorts by a column instead of the ranking's own order. */
      sort: z.optional(z.strictObject({ by: z.enum(sortings), descending: z.boolean() })),
      screen: z.optional(screen),
      from: z.int().check(z.gte(0), z.lte(10_000)),
      count: z.int().check(z.gte(1), z.lte(100)),
    }),
    data: z.object({
      rows: z.array(row),
      total: whole,
      /** How many instruments of the whole board rise, fall and are unchanged. */
      rising: whole,
      falling: whole,
      flat: whole,
      /** How many match the rest of `screen` and lack an imported figure it asks for. */
      lacking: whole,
      at: whole,
    }),
    refusals: [],
  }),
  sectors: defineRoute({
    path: '/market/listSectors',
    feature: 'market-data',
    summary: 'The industries with their change, breadth and most traded stocks; largest turnover first',
    capability: 'public',
    rateLimit: 'read',
    body: nothing,
    data: z.object({ sectors: z.array(sector), at: whole }),
    refusals: [],
  }),
  screens: defineRoute({
    path: '/market/listScreens',
    feature: 'market-data',
    summary: 'My saved screens, oldest first, with the number of instruments that match now',
    capability: 'read-own',
    rateLimit: 'read',
    body: nothing,
    data: z.object({
      screens: z.array(z.object({ id, name: text(20), screen, matches: whole })),
      max: whole,
    }),
    refusals: [],
  }),
  saveScreen: defineRoute({
    path: '/market/saveScreen',
    feature: 'market-data',
    summary: 'Save a screen; one of the same name is replaced',
    capability: 'edit-own',
    rateLimit: 'write',
    body: z.strictObject({ name: text(20), screen }),
    data: z.object({ id }),
    refusals: ['screener.name', 'screener.empty', 'screener.full'],
  }),
  removeScreen: defineRoute({
    path: '/market/removeScreen',
    feature: 'market-data',
    summary: 'Remove a saved screen',
    capability: 'edit-own',
    rateLimit: 'write',
    body: z.strictObject({ screen: id }),
    data: none,
    refusals: ['request.not-found'],
    objectIds: ['screen'],
  }),
  some: defineRoute({
    path: '/market/someQuotes',
    feature: 'market-data',
    summary: 'The rows of these symbols, in this order; unknown ones are left out',
    capability: 'public',
    rateLimit: 'read',
    body: z.strictObject({ symbols: z.array(symbol).check(z.maxLength(200)) }),
    data: z.object({ rows: z.array(row), at: whole }),
    refusals: [],
  }),
  quote: defineRoute({
    path: '/market/readQuote',
    feature: 'market-data',
    summary: 'One instrument: price, limits, best five',
    capability: 'public',
    rateLimit: 'read',
    body: z.strictObject({ symbol }),
    data: quote,
    refusals: ['input.symbol', 'stock.not-found', 'stock.delisted'],
  }),
  candles: defineRoute({
    path: '/market/listCandles',
    feature: 'market-data',
    summary: 'Candles of a period, newest last; `before` pages back',
    capability: 'public',
    rateLimit: 'read',
    body: z.strictObject({
      symbol,
      period: z.enum(periods),
      before: z.optional(whole),
      count: z.int().check(z.gte(1), z.lte(1_000)),
      /** True: prices and volume before an ex-date in shares and dividends of today. As traded otherwise. */
      adjusted: z.optional(z.boolean()),
    }),
    data: z.object({
      candles: z.array(candle),
      /** Whether the stock has had an ex-date here, so that adjusted prices differ. */
      hasExDates: z.boolean(),
      /** True when older entries exist. */
      more: z.boolean(),
      /** Candles that begin before this time were generated, not traded; null when all were traded. */
      simulatedBefore: z.nullable(whole),
    }),
    refusals: ['input.symbol', 'stock.not-found'],
  }),
  intraday: defineRoute({
    path: '/market/readIntraday',
    feature: 'market-data',
    summary: 'The line of the current trading day by minute, with its session hours',
    capability: 'public',
    rateLimit: 'read',
    body: z.strictObject({ symbol }),
    data: z.object({
      date: z.string(),
      /** Where the axis begins and ends, milliseconds since 1970. */
      opensAt: whole,
      closesAt: whole,
      /** The closing auction's part of the axis. */
      closingCallAt: whole,
      reference: price,
      candles: z.array(candle),
      /** Minutes that begin before this time were generated, not traded; null when all were traded. */
      simulatedBefore: z.nullable(whole),
    }),
    refusals: ['input.symbol', 'stock.not-found', 'stock.delisted'],
  }),
  trades: defineRoute({
    path: '/market/listTrades',
    feature: 'market-data',
    summary: 'The tape of the current trading day, newest first',
    capability: 'public',
    rateLimit: 'read',
    body: z.strictObject({
      symbol,
      before: z.optional(whole),
      count: z.int().check(z.gte(1), z.lte(200)),
    }),
    data: z.object({ trades: z.array(trade), more: z.boolean() }),
    refusals: ['input.symbol', 'stock.not-found', 'stock.delisted'],
  }),
  indices: defineRoute({
    path: '/market/listIndices',
    feature: 'market-data',
    summary: 'The indices of this venue, each with its rule, and their line of the day',
    capability: 'public',
    rateLimit: 'read',
    body: nothing,
    data: z.array(
      z.object({
        code: text(16),
        nameTw: z.string(),
        nameEn: z.string(),
        ruleTw: z.string(),
        ruleEn: z.string(),
        last: price,
        reference: price,
        spark: z.array(price),
      }),
    ),
    refusals: [],
  }),
}
