import type { Candle } from '@fairlot/contract/market-data'
import { type CalendarName, sessionHours } from '@fairlot/rules/calendar'
import type { Db } from '#platform/db'
import { done, type Outcome, refuse } from '#platform/outcome'
import { tupleOf } from './list-candles.ts'
import { refuseUnlessListed } from './refuse-unless-listed.ts'
import { readFrame, readFull, readLine } from './store.ts'

const minuteMs = 60_000

export interface Intraday {
  readonly date: string
  readonly opensAt: number
  readonly closesAt: number
  readonly closingCallAt: number
  readonly reference: number
  readonly candles: Candle[]
  readonly simulatedBefore: number | null
}

/** Refuses: `input.symbol`, `stock.not-found`, `stock.delisted`. Before its first day an instrument has an empty line. */
export async function readIntraday(
  db: Db,
  calendar: CalendarName,
  symbol: string,
): Promise<Outcome<Intraday>> {
  const refused = await refuseUnlessListed(db, symbol)
  if (refused) return refused
  const [frame, full] = await Promise.all([readFrame(db, symbol), readFull(db, symbol)])
  if (!full) return refuse('stock.not-found', { field: 'symbol' })
  const date = frame?.date ?? full.newestDate
  const hours = sessionHours(calendar, date)
  const candles = frame ? await readLine(db, symbol, frame.date, frame.lineFrom) : []
  const generated = candles.findLast(({ simulated }) => simulated)
  return done({
    date,
    // A day that began late, because the market was switched on at noon, still has the axis of its calendar.
    opensAt: hours.continuousAt,
    closesAt: hours.closedAt,
    closingCallAt: hours.closingCallAt,
    reference: frame?.reference ?? full.reference,
    candles: candles.map(tupleOf),
    simulatedBefore: generated === undefined ? null : generated.at + minuteMs,
  })
}
