// The chart of one instrument as a member keeps it, and the indices it can be compared with.

import * as z from 'zod/mini'
import { id, none, text } from '../fields.ts'
import { defineRoute } from '../route.ts'
import {
  drawingKinds,
  drawingScales,
  indicatorParameters,
  isOrdered,
  mainIndicators,
  type Parameter,
  subIndicators,
} from './chart.ts'
import { periods } from './periods.ts'

const whole = z.int()
const price = z.int().check(z.gte(0))
const symbol = text(16)

const parameter = ({ min, max }: Parameter) => z.int().check(z.gte(min), z.lte(max))
const { ma, boll, kd, macd, rsi } = indicatorParameters

const settings = z.strictObject({
  main: z.enum(mainIndicators),
  sub: z.enum(subIndicators),
  parameters: z
    .strictObject({
      ma: z.tuple([parameter(ma[0]), parameter(ma[1]), parameter(ma[2])]),
      boll: z.tuple([parameter(boll[0]), parameter(boll[1])]),
      kd: z.tuple([parameter(kd[0]), parameter(kd[1]), parameter(kd[2])]),
      macd: z.tuple([parameter(macd[0]), parameter(macd[1]), parameter(macd[2])]),
      rsi: z.tuple([parameter(rsi[0]), parameter(rsi[1])]),
    })
    .check(z.refine(isOrdered)),
})

const drawing = z
  .strictObject({
    id,
    kind: z.enum(drawingKinds),
    scale: z.enum(drawingScales),
    points: z
      .array(z.tuple([z.int().check(z.gte(0), z.lte(8_640_000_000_000_000)), price]))
      .check(z.minLength(1), z.maxLength(2)),
  })
  .check(z.refine(({ kind, points }) => points.length === (kind === 'level' ? 1 : 2)))

export type ChartSettingsData = z.output<typeof settings>
export type DrawingData = z.output<typeof drawing>

export const chartRoutes = {
  chart: defineRoute({
    path: '/market/readChart',
    feature: 'market-data',
    summary: 'My indicators and their parameters, and my drawings on one instrument',
    capability: 'read-own',
    rateLimit: 'read',
    body: z.strictObject({ symbol }),
    data: z.object({
      /** Null until the member has chosen something. */
      settings: z.nullable(settings),
      drawings: z.array(drawing),
      /** How many drawings a member may keep on all instruments together, and has. */
      max: whole,
      kept: whole,
    }),
    refusals: ['input.symbol', 'stock.not-found'],
  }),
  saveChart: defineRoute({
    path: '/market/saveChartSettings',
    feature: 'market-data',
    summary: 'Keep my indicators and their parameters',
    capability: 'edit-own',
    rateLimit: 'write',
    body: z.strictObject({ settings }),
    data: none,
    refusals: [],
  }),
  saveDrawings: defineRoute({
    path: '/market/saveDrawings',
    feature: 'market-data',
    summary: 'Keep these drawings on one instrument instead of those before',
    capability: 'edit-own',
    rateLimit: 'write',
    body: z.strictObject({ symbol, drawings: z.array(drawing).check(z.maxLength(200)) }),
    data: none,
    refusals: ['input.symbol', 'stock.not-found', 'chart.full'],
  }),
  indexValues: defineRoute({
    path: '/market/listIndexValues',
    feature: 'market-data',
    summary: 'The last value of an index in each candle of a period, newest last',
    capability: 'public',
    rateLimit: 'read',
    body: z.strictObject({
      code: text(16),
      period: z.enum(periods),
      count: z.int().check(z.gte(1), z.lte(1_000)),
    }),
    data: z.object({ values: z.array(z.tuple([whole, price])) }),
    refusals: ['request.not-found'],
  }),
}
