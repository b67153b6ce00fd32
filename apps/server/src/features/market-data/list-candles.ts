import type { Candle, Period } from '@fairlot/contract/market-data'
import { dayMs } from '@fairlot/rules/calendar'
import { adjustCandle, adjustmentFactors } from '@fairlot/rules/corporate-actions'
import { gather, isMinutePeriod, minutesIn, periodStart, type TimedCandle } from '@fairlot/rules/market-data'
import type { Db } from '#platform/db'
import { done, type Outcome } from '#platform/outcome'
import { refuseUnlessListed } from './refuse-unless-listed.ts'
import { type CandleRow, readDays, readMinutes, readPastExDates } from './store.ts'

export interface CandleWish {
  readonly symbol: string
  readonly period: Period
  readonly before?: number | undefined
  readonly count: number
  readonly adjusted?: boolean | undefined
}

export interface CandlePage {
  readonly candles: Candle[]
  readonly hasExDates: boolean
  readonly more: boolean
  readonly simulatedBefore: number | null
}

/** The largest time that both PostgreSQL and JavaScript support. */
const endOfTime = 8_640_000_000_000_000

/** Refuses: `input.symbol`, `stock.not-found`. The history of a delisted instrument may be read. */
export async function listCandles(db: Db, wish: CandleWish): Promise<Outcome<CandlePage>> {
  const refused = await refuseUnlessListed(db, wish.symbol, { history: true })
  return refused ?? done(await pageOf(db, wish))
}

async function pageOf(
  db: Db,
  { symbol, period, before, count, adjusted = false }: CandleWish,
): Promise<CandlePage> {
  // A candle begins before `before` when its first minute or day does. It also includes what follows `before`, so the
  // rows are read to the end of that candle.
  const end = before === undefined ? endOfTime : Math.min(Math.max(before, 0), endOfTime)
  const aligned = before === undefined || end === periodStart(period, end) ? end : undefined
  const upTo = aligned ?? periodStart(period, end) + longest(period)
  const perCandle = isMinutePeriod(period) ? minutesIn(period) : { day: 1, month: 31, year: 366 }[period]
  // One candle more than requested shows whether older ones exist.
  const limit = (count + 1) * perCandle
  const rows = isMinutePeriod(period)
    ? await readMinutes(db, symbol, upTo, limit)
    : await readDays(db, symbol, upTo, limit)
  const exDates = await readPastExDates(db, symbol, isMinutePeriod(period))
  const factors = adjusted ? adjustmentFactors(exDates) : []
  const shares = rows.map((row) => adjustCandle(row, factors))
  const gathered = gather(period, shares.toReversed()).filter(({ at }) => at < end)
  // The rows may begin inside the oldest candle: it is incomplete unless these are all rows.
  const whole = rows.length === limit ? gathered.slice(1) : gathered
  const shown = whole.slice(-count)
  return {
    candles: shown.map(tupleOf),
    hasExDates: exDates.length > 0,
    more: shown.length < whole.length || rows.length === limit,
    simulatedBefore: simulatedBefore(period, rows, shown),
  }
}

// Long enough to reach the next start from any moment, short enough that filtering the extra rows is cheap.
const longest = (period: Period): number =>
  isMinutePeriod(period)
    ? minutesIn(period) * 60_000
    : { day: dayMs, month: 31 * dayMs, year: 366 * dayMs }[period]

export const tupleOf = ({ at, open, high, low, close, volume, turnover }: TimedCandle): Candle => [
  at,
  open,
  high,
  low,
  close,
  volume,
  turnover,
]

function simulatedBefore(
  period: Period,
  rows: readonly CandleRow[],
  shown: readonly TimedCandle[],
): number | null {
  const newest = rows.find(({ simulated }) => simulated)
  if (!newest || shown.length === 0) return null
  const last = periodStart(period, newest.at)
  if (last < shown[0]!.at) return null
  // The candle that contains the newest generated row counts as generated.
  return shown.find(({ at }) => at > last)?.at ?? last + 1
}
