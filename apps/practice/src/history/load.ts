// Loads the generated past, once, before the first trade. One transaction: an interrupted start leaves nothing and
// repeats it. A database that has candles is not changed.

import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import {
  addDays,
  closuresOf,
  previousTradingDay,
  taipeiMidnight,
  tradingDateAt,
} from '@fairlot/rules/calendar'
import type { CandleBody } from '@fairlot/rules/market-data'
import type pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import type { Settings } from '../settings.ts'
import { hasHistory, openPool, readClosures, readInstruments } from '../store.ts'
import { generateHistory, type InstrumentHistory } from './generate.ts'

const years = 2
const minuteDays = 10

export interface Loaded {
  readonly instruments: number
  readonly days: number
  readonly dayCandles: number
  readonly minuteCandles: number
  readonly indexDays: number
}

export type HistorySettings = Pick<Settings, 'databaseUrl' | 'calendar' | 'seed'>

/** Returns undefined when the history was loaded before. */
export async function loadHistory(settings: HistorySettings, now: number): Promise<Loaded | undefined> {
  // The whole load is a few large COPY commands; a time limit for requests must not interrupt them.
  const pool = openPool(settings.databaseUrl, 0)
  try {
    const client = await pool.connect()
    try {
      await client.query('BEGIN')
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

/** The twse trading days of the last two years that ended before the market's first own day. */
export function historyDates(
  closures: ReturnType<typeof closuresOf>,
  calendar: Settings['calendar'],
  now: number,
): string[] {
  const before = tradingDateAt(calendar, closures, now)
  const oldest = addDays(before, -365 * years - 1)
  const dates: string[] = []
  for (let date = before; ;) {
    date = previousTradingDay('twse', closures, date)
    if (date < oldest) return dates.toReversed()
    dates.push(date)
  }
}

async function copyAll(client: pg.PoolClient, settings: HistorySettings, now: number): Promise<Loaded> {
  const instruments = await readInstruments(client)
  if (instruments.length === 0) throw new Error('there are no instruments: run the seed first')
  const dates = historyDates(closuresOf(await readClosures(client)), settings.calendar, now)
  const history = generateHistory({ ...settings, instruments, dates, minuteDays })

  const minutes: string[] = []
  let dayCandles = 0
  let minuteCandles = 0
  await copy(
    client,
    'market.day_candles (symbol, date, open, high, low, close, volume, turnover, trades, simulated)',
    () =>
      (function* () {
        for (const instrument of history.instruments()) {
          dayCandles += instrument.days.length
          minuteCandles += instrument.minutes.length
          minutes.push(minuteLines(instrument))
          yield dayLines(instrument)
        }
      })(),
  )
  await copy(
    client,
    'market.minute_candles (symbol, at, open, high, low, close, volume, turnover, trades, simulated)',
    () => minutes,
  )
  await copy(client, 'market.index_days (code, date, value, simulated)', () => [
    history.indices.map(({ code, date, value }) => `${code}\t${date}\t${value}\tt\n`).join(''),
  ])
  return {
    instruments: instruments.length,
    days: dates.length,
    dayCandles,
    minuteCandles,
    indexDays: history.indices.length,
  }
}

async function copy(client: pg.PoolClient, table: string, parts: () => Iterable<string>): Promise<void> {
  await pipeline(Readable.from(parts()), client.query(copyFrom(`COPY ${table} FROM STDIN`)))
}

const body = ({ open, high, low, close, volume, turnover, trades }: CandleBody): string =>
  `${open}\t${high}\t${low}\t${close}\t${volume}\t${turnover}\t${trades}\tt\n`

const dayLines = ({ symbol, days }: InstrumentHistory): string =>
  days.map((day) => `${symbol}\t${day.date}\t${body(day)}`).join('')

function minuteLines({ symbol, minutes }: InstrumentHistory): string {
  const lines: string[] = []
  let date = ''
  let midnight = 0
  for (const candle of minutes) {
    if (candle.date !== date) {
      date = candle.date
      midnight = taipeiMidnight(date)
    }
    lines.push(`${symbol}\t${new Date(midnight + candle.minute * 60_000).toISOString()}\t${body(candle)}`)
  }
  return lines.join('')
}
