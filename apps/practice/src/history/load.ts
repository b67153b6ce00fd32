// Loads the generated past, once, before the first trade. One transaction: an interrupted start leaves nothing and
// repeats it. A database that has candles is not changed.

import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import {
  addDays,
  closuresOf,
  previousTradingDay,
  sessionHours,
  taipeiMidnight,
  tradingDateAt,
} from '@fairlot/rules/calendar'
import { type CandleBody, INDEX_BASE } from '@fairlot/rules/market-data'
import type pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import type { InstrumentFacts } from '../instruments.ts'
import { openMarket } from '../market.ts'
import { saveMarket } from '../saved.ts'
import type { Settings } from '../settings.ts'
import { hasHistory, openPool, readClosures, readInstruments, readSeats, save } from '../store.ts'
import { generateHistory, type IndexDay, type InstrumentHistory, type MinuteCandle } from './generate.ts'
import { collectIndexMinutes, type IndexMinutes } from './index-minutes.ts'
import { generateSession } from './session.ts'

const years = 2
const minuteDays = 10

export interface Loaded {
  readonly instruments: number
  readonly days: number
  readonly dayCandles: number
  readonly minuteCandles: number
  readonly indexDays: number
  /** Minutes of the day that has begun. */
  readonly sessionCandles: number
}

export type HistorySettings = Pick<
  Settings,
  'databaseUrl' | 'calendar' | 'seed' | 'intensity' | 'haltsPerDay'
>

/** Returns undefined when the history was loaded before. */
export async function loadHistory(settings: HistorySettings, now: number): Promise<Loaded | undefined> {
  // The whole load is a few large COPY commands; a time limit for requests must not interrupt them.
  const pool = openPool(settings.databaseUrl, 0)
  try {
    const client = await pool.connect()
    try {
      await client.query('BEGIN')
      // Between the COPY commands it computes, on a busy machine for longer than a session may stay idle.
      await client.query('SET LOCAL idle_in_transaction_session_timeout = 0')
      // Two concurrent loads would both find an empty table.
      await client.query(`SELECT pg_advisory_xact_lock(hashtext('fairlot practice history'))`)
      const loaded = (await hasHistory(client)) ? undefined : await copyAll(client, settings, now)
      await client.query('COMMIT')
      return loaded
    } catch (error) {
      await client.query('ROLLBACK').catch(() => undefined)
      throw error
    } finally {
      client.release()
    }
  } finally {
    await pool.end()
  }
}

/** The twse trading days of the last two years that ended before now. */
export function historyDates(
  closures: ReturnType<typeof closuresOf>,
  calendar: Settings['calendar'],
  now: number,
): string[] {
  const before = tradingDateAt(calendar, closures, now)
  const oldest = addDays(before, -365 * years - 1)
  const dates: string[] = isOver(calendar, before, now) ? [before] : []
  for (let date = before; ;) {
    date = previousTradingDay('twse', closures, date)
    if (date < oldest) return dates.toReversed()
    dates.push(date)
  }
}

const isOver = (calendar: Settings['calendar'], date: string, now: number): boolean =>
  now >= sessionHours(calendar, date).closedAt

async function copyAll(client: pg.PoolClient, settings: HistorySettings, now: number): Promise<Loaded> {
  const instruments = await readInstruments(client)
  if (instruments.length === 0) throw new Error('there are no instruments: run the seed first')
  const closures = closuresOf(await readClosures(client))
  const dates = historyDates(closures, settings.calendar, now)
  const history = generateHistory({ ...settings, instruments, dates, minuteDays })
  const indexMinutes = collectIndexMinutes()

  const minutes: string[] = []
  let dayCandles = 0
  let minuteCandles = 0
  await copy(
    client,
    'market.day_candles (symbol, date, open, high, low, close, volume, turnover, trades, simulated)',
    () =>
      (function* () {
        let index = 0
        for (const instrument of history.instruments()) {
          dayCandles += instrument.days.length
          minuteCandles += instrument.minutes.length
          minutes.push(minuteLines(instrument))
          addIndexMinutes(indexMinutes, instruments[index]!, instrument)
          index += 1
          yield dayLines(instrument)
        }
      })(),
  )
  await copy(client, minuteTable, () => minutes)
  await copyIndexDays(client, history.indices)
  const closes = new Map(history.indices.map(({ code, date, value }) => [`${code} ${date}`, value]))
  const closeBefore = (date: string) => (code: string) =>
    closes.get(`${code} ${dates[dates.indexOf(date) - 1]}`) ?? INDEX_BASE
  for (const date of dates.slice(-minuteDays))
    await copyIndexMinutes(client, indexMinutes.of(date, closeBefore(date)))
  const today = tradingDateAt(settings.calendar, closures, now)
  const sessionCandles = dates.includes(today)
    ? 0
    : await copySession(client, settings, instruments, today, now, (code) =>
        closes.get(`${code} ${dates.at(-1)}`),
      )
  return {
    instruments: instruments.length,
    days: dates.length,
    dayCandles,
    minuteCandles,
    indexDays: history.indices.length,
    sessionCandles,
  }
}

/** What of the first day is already over, and the values at which the live participants begin. */
async function copySession(
  client: pg.PoolClient,
  settings: HistorySettings,
  instruments: readonly InstrumentFacts[],
  date: string,
  now: number,
  before: (code: string) => number | undefined,
): Promise<number> {
  const market = openMarket({ ...settings, instruments, seats: await readSeats(client) })
  const characters = market.instruments.map(({ character }) => character)
  const session = generateSession({ ...settings, characters, values: market.values, date, now })
  const indexMinutes = collectIndexMinutes()
  for (const [index, { candles }] of session.entries())
    indexMinutes.add(date, instruments[index]!, instruments[index]!.reference, candles)
  await copy(client, minuteTable, () =>
    session.map(({ symbol, candles }) =>
      candles.map((candle) => `${symbol}\t${new Date(candle.at).toISOString()}\t${body(candle)}`).join(''),
    ),
  )
  const rows = indexMinutes.of(date, (code) => before(code) ?? INDEX_BASE)
  await copyIndexMinutes(client, rows)
  // The last value of each index, until the day's first trade.
  await copyIndexDays(client, [
    ...new Map(rows.map(({ code, value }) => [code, { code, date, value }])).values(),
  ])
  await save(client, JSON.stringify({ cursors: {}, participants: saveMarket(market) }))
  return session.reduce((sum, { candles }) => sum + candles.length, 0)
}

const minuteTable =
  'market.minute_candles (symbol, at, open, high, low, close, volume, turnover, trades, simulated)'

const copyIndexDays = (client: pg.PoolClient, rows: readonly IndexDay[]): Promise<void> =>
  copy(client, 'market.index_days (code, date, value, simulated)', () => [
    rows.map(({ code, date, value }) => `${code}\t${date}\t${value}\tt\n`).join(''),
  ])

const copyIndexMinutes = (
  client: pg.PoolClient,
  rows: readonly { readonly code: string; readonly at: number; readonly value: number }[],
): Promise<void> =>
  copy(client, 'market.index_minutes (code, at, value, simulated)', () => [
    rows.map(({ code, at, value }) => `${code}\t${new Date(at).toISOString()}\t${value}\tt\n`).join(''),
  ])

const timeOf = ({ date, minute }: MinuteCandle): number => taipeiMidnight(date) + minute * 60_000

function addIndexMinutes(minutes: IndexMinutes, facts: InstrumentFacts, history: InstrumentHistory): void {
  for (const [place, { date }] of history.days.entries()) {
    const reference = history.days[place - 1]?.close
    if (reference === undefined || place < history.days.length - minuteDays) continue
    const own = history.minutes.filter((candle) => candle.date === date)
    minutes.add(
      date,
      facts,
      reference,
      own.map((candle) => ({ at: timeOf(candle), close: candle.close })),
    )
  }
}

async function copy(client: pg.PoolClient, table: string, parts: () => Iterable<string>): Promise<void> {
  await pipeline(Readable.from(parts()), client.query(copyFrom(`COPY ${table} FROM STDIN`)))
}

const body = ({ open, high, low, close, volume, turnover, trades }: CandleBody): string =>
  `${open}\t${high}\t${low}\t${close}\t${volume}\t${turnover}\t${trades}\tt\n`

const dayLines = ({ symbol, days }: InstrumentHistory): string =>
  days.map((day) => `${symbol}\t${day.date}\t${body(day)}`).join('')

const minuteLines = ({ symbol, minutes }: InstrumentHistory): string =>
  minutes.map((candle) => `${symbol}\t${new Date(timeOf(candle)).toISOString()}\t${body(candle)}`).join('')
