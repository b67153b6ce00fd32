import type { ChartKind } from './chart/Legend.tsx'

/** The day's line and the seven periods of the specification, as the tabs have them. */
export const periods = [
  'line',
  '1m',
  '3m',
  '15m',
  '30m',
  'day',
  'month',
  'year',
] as const satisfies ChartKind[]
