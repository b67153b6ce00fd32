// The practice market on real PostgreSQL: the assets of seats, and the generated past in the tables.

import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { balanceOf, seat, stock } from '@fairlot/ledger'
import { type Closure, closuresOf } from '@fairlot/rules/calendar'
import { practiceSeats, seatCash, seatInventory } from '@fairlot/rules/members'
import { openTestDatabase, type TestDatabase } from '@fairlot/testkit'
import { checkInvariants } from '@fairlot/testkit/invariants'
import { openSql, type Sql } from '@fairlot/testkit/sql'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { historyDates } from '../../apps/practice/src/history/load.ts'
import { seed } from '../../apps/server/src/roles/seed.ts'
import { testConfig } from './support/test-config.ts'

const owner = (code: string) => seat(practiceSeats.find((candidate) => candidate.code === code)!.ledgerId)

const run = promisify(execFile)

/** The last output of `main.ts history`. */
async function history(): Promise<Record<string, unknown>> {
  const { stdout } = await run(process.execPath, ['apps/practice/src/main.ts', 'history'], {
    env: {
      ...process.env,
      DATABASE_URL: database.practiceUrl,
      MARKET_CALENDAR: 'practice',
      PRACTICE_SEED: 'flows',
    },
  })
  return JSON.parse(stdout.trim().split('\n').at(-1)!) as Record<string, unknown>
}

let database: TestDatabase
let api: Sql
let reader: Sql

beforeAll(async () => {
  database = await openTestDatabase()
  api = openSql(database.seedUrl)
  reader = openSql(database.readerUrl)
  await seed(testConfig(database, { DATABASE_URL: database.seedUrl }), () => undefined)
})
afterAll(async () => {
  await api.close()
  await reader.close()
  await database.close()
})

describe('seats', () => {
  it('have their shares and paper money, and the ledger balances', async () => {
    const seats = await reader.query<{ code: string }>("SELECT code FROM app.seats WHERE kind <> 'pool'")
    expect(new Set(seats.map(({ code }) => code))).toEqual(new Set(practiceSeats.map(({ code }) => code)))
    const [tsmc] = await reader.query<{ reference: number }>(
      `SELECT reference FROM app.instruments WHERE symbol = '2330'`,
    )
    expect(await balanceOf(api, owner('maker-2').available(stock('2330')))).toBe(
      BigInt(seatInventory('maker', tsmc!.reference)),
    )
    expect(await balanceOf(api, owner('retail-1').available('TWD'))).toBe(BigInt(seatCash('trader')))
    const held = await reader.query<{ count: string }>(
      `SELECT count(*) FROM ledger.accounts WHERE code LIKE 'seat/%/stk:%/available'`,
    )
    const listed = await reader.query<{ count: string }>('SELECT count(*) FROM app.instruments')
    expect(Number(held[0]!.count)).toBe(Number(listed[0]!.count) * practiceSeats.length)
    expect(await checkInvariants(reader)).toEqual([])
  })

  it('get inventory from a second seed only for new securities', async () => {
    const said: string[] = []
    await seed(testConfig(database, { DATABASE_URL: database.seedUrl }), (line) => said.push(line))
    expect(said.filter((line) => line.startsWith('practice market'))).toEqual([])
    // A changed reference price creates no second inventory either.
    await api.query(`UPDATE app.instruments SET reference = reference + 5 WHERE symbol = '1101'`)
    await api.query(
      `INSERT INTO app.instruments (symbol, name_tw, name_en, board, kind, industry_tw, industry_en, reference)
       VALUES ('9999', '測試', 'Test', 'listed', 'stock', '其他', 'Other', 10000)`,
    )
    await seed(testConfig(database, { DATABASE_URL: database.seedUrl }), (line) => said.push(line))
    expect(said.filter((line) => line.startsWith('practice market'))).toEqual([
      `practice market             ${practiceSeats.length} seats with inventory of 1 securities`,
    ])
    expect(await balanceOf(api, owner('maker-1').available(stock('9999')))).toBe(30_000_000n)
    expect(await checkInvariants(reader)).toEqual([])
    await api.query(`UPDATE app.instruments SET reference = reference - 5 WHERE symbol = '1101'`)
  })
})

describe('the site', () => {
  it('writes millions in the reader’s language until operators change it', async () => {
    const suffix = async () => {
      const [row] = await api.query<{ value: string }>(
        `SELECT value FROM app.site_config WHERE name = 'number_million_suffix'`,
      )
      return row?.value
    }
    // A test database comes with its installation; the suffix is set together with a new one.
    const owner = openSql(database.ownerUrl)
    await owner.query('DELETE FROM platform.installation')
    await owner.close()
    await seed(testConfig(database, { DATABASE_URL: database.seedUrl }), () => undefined)
    expect(await suffix()).toBe('百萬|M')
    // A second seed leaves what operators have set.
    await api.query(`UPDATE app.site_config SET value = 'juta' WHERE name = 'number_million_suffix'`)
    await seed(testConfig(database, { DATABASE_URL: database.seedUrl }), () => undefined)
    expect(await suffix()).toBe('juta')
  })
})

describe('the simulated history', () => {
  let dates: string[]

  it('has two years of days, ten days of minutes and loads once', { timeout: 240_000 }, async () => {
    // Through its own process, as at a start.
    expect(await history()).toMatchObject({ msg: 'history loaded', instruments: 303 })
    const closures = closuresOf(
      await reader.query<Closure>(
        `SELECT date::text AS date, settlement_only AS "settlementOnly" FROM app.closures`,
      ),
    )
    dates = historyDates(closures, 'practice', Date.now())
    const [days] = await reader.query<{ count: string; first: string; last: string; real: string }>(
      `SELECT count(*), min(date)::text AS first, max(date)::text AS last,
         count(*) FILTER (WHERE NOT simulated) AS real FROM market.day_candles`,
    )
    expect(days).toEqual({
      count: String(303 * dates.length),
      first: dates[0],
      last: dates.at(-1),
      real: '0',
    })
    expect(dates.length).toBeGreaterThan(470)
    const [minutes] = await reader.query<{ dates: string; first: string; last: string; real: string }>(
      `SELECT count(DISTINCT (at AT TIME ZONE 'Asia/Taipei')::date) AS dates,
         min((at AT TIME ZONE 'Asia/Taipei')::time)::text AS first,
         max((at AT TIME ZONE 'Asia/Taipei')::time)::text AS last,
         count(*) FILTER (WHERE NOT simulated) AS real FROM market.minute_candles
       WHERE at < ($1::date + 1)::timestamp AT TIME ZONE 'Asia/Taipei'`,
      [dates.at(-1)],
    )
    expect(minutes).toEqual({ dates: '10', first: '09:00:00', last: '13:30:00', real: '0' })
    expect(await history()).toMatchObject({ msg: 'the history is already loaded' })
  })

  it('has the day so far, marked, and hands over its values', async () => {
    const since = `at >= ($1::date + 1)::timestamp AT TIME ZONE 'Asia/Taipei'`
    const [session] = await reader.query<{ symbols: string; real: string; late: string }>(
      `SELECT count(DISTINCT symbol) AS symbols, count(*) FILTER (WHERE NOT simulated) AS real,
         count(*) FILTER (WHERE at > now()) AS late
       FROM market.minute_candles WHERE ${since}`,
      [dates.at(-1)],
    )
    expect(session).toEqual({ symbols: '303', real: '0', late: '0' })
    const [indices] = await reader.query<{ codes: string; days: string; real: string }>(
      `SELECT count(DISTINCT code) AS codes, count(DISTINCT (at AT TIME ZONE 'Asia/Taipei')::date) AS days,
         count(*) FILTER (WHERE NOT simulated) AS real FROM market.index_minutes`,
    )
    expect(indices).toMatchObject({ codes: '4', real: '0' })
    expect(Number(indices!.days)).toBeGreaterThan(10)
    const [last] = await reader.query<{ close: number; reference: number }>(
      `SELECT c.close, i.reference FROM market.minute_candles c JOIN app.instruments i USING (symbol)
       WHERE symbol = '2330' ORDER BY at DESC LIMIT 1`,
    )
    const [state] = await reader.query<{ body: string }>('SELECT body FROM practice.state')
    const { participants } = JSON.parse(state!.body) as {
      participants: { symbols: string[]; values: { logs: number[] } }
    }
    const fair = Math.exp(participants.values.logs[participants.symbols.indexOf('2330')]!)
    expect(Math.abs(last!.close / fair - 1)).toBeLessThan(0.01)
    // The exchange and the ledger know nothing of it.
    expect(await reader.query('SELECT FROM exchange.events')).toEqual([])
    expect(await checkInvariants(reader)).toEqual([])
  })

  it('ends at the reference price of every instrument', async () => {
    const off = await reader.query(
      `SELECT symbol FROM app.instruments i LEFT JOIN market.day_candles d USING (symbol)
       WHERE d.date = $1 AND d.close <> i.reference`,
      [dates.at(-1)],
    )
    expect(off).toEqual([])
  })

  it('has minute candles that add up to the day candles', async () => {
    const off = await reader.query(
      `WITH minutes AS (
         SELECT symbol, (at AT TIME ZONE 'Asia/Taipei')::date AS date, (array_agg(open ORDER BY at))[1] AS open,
           max(high) AS high, min(low) AS low, (array_agg(close ORDER BY at DESC))[1] AS close, sum(volume) AS volume,
           sum(turnover) AS turnover, sum(trades) AS trades
         FROM market.minute_candles GROUP BY 1, 2)
       SELECT m.symbol, m.date FROM minutes m LEFT JOIN market.day_candles d USING (symbol, date)
       WHERE m.date <= $1 AND (m.open, m.high, m.low, m.close, m.volume, m.turnover, m.trades)
         IS DISTINCT FROM (d.open, d.high, d.low, d.close, d.volume::numeric, d.turnover::numeric, d.trades::bigint)`,
      [dates.at(-1)],
    )
    expect(off).toEqual([])
  })
})
