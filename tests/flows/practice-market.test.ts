// The practice market on real PostgreSQL: what seats own, what the generated past looks like in the tables.

import { balanceOf, seat, stock } from '@fairlot/ledger'
import { practiceSeats, seatCash, seatInventory } from '@fairlot/rules/members'
import { openTestDatabase, type TestDatabase } from '@fairlot/testkit'
import { checkInvariants } from '@fairlot/testkit/invariants'
import { openSql, type Sql } from '@fairlot/testkit/sql'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { loadHistory } from '../../apps/practice/src/history/load.ts'
import { seed } from '../../apps/server/src/roles/seed.ts'
import { testConfig } from './support/test-config.ts'

const owner = (code: string) => seat(practiceSeats.find((candidate) => candidate.code === code)!.ledgerId)

let database: TestDatabase
let api: Sql
let reader: Sql

beforeAll(async () => {
  database = await openTestDatabase()
  api = openSql(database.apiUrl)
  reader = openSql(database.readerUrl)
  await seed(testConfig(database), () => undefined)
})
afterAll(async () => {
  await api.close()
  await reader.close()
  await database.close()
})

describe('seats', () => {
  it('are there with their shares and paper money, and the ledger balances', async () => {
    const seats = await reader.query<{ code: string }>('SELECT code FROM app.seats')
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

  it('get nothing from a second seed, and the inventory of a new security from a later one', async () => {
    const said: string[] = []
    await seed(testConfig(database), (line) => said.push(line))
    expect(said.filter((line) => line.startsWith('practice market'))).toEqual([])
    // A changed reference price makes no second inventory either.
    await api.query(`UPDATE app.instruments SET reference = reference + 5 WHERE symbol = '1101'`)
    await api.query(
      `INSERT INTO app.instruments (symbol, name_tw, name_en, board, kind, industry_tw, industry_en, reference)
       VALUES ('9999', '測試', 'Test', 'listed', 'stock', '其他', 'Other', 10000)`,
    )
    await seed(testConfig(database), (line) => said.push(line))
    expect(said.filter((line) => line.startsWith('practice market'))).toEqual([
      `practice market             ${practiceSeats.length} seats with inventory of 1 securities`,
    ])
    expect(await balanceOf(api, owner('maker-1').available(stock('9999')))).toBe(30_000_000n)
    expect(await checkInvariants(reader)).toEqual([])
    await api.query(`UPDATE app.instruments SET reference = reference - 5 WHERE symbol = '1101'`)
  })
})

describe('the generated past', () => {
  // Sunday noon in Taipei: the practice day of this date is on, the last twse day was Friday.
  const now = new Date('2026-11-15T12:00:00+08:00').getTime()
  const settings = { calendar: 'practice', seed: 'flows' } as const

  it(
    'is two years of days and ten days of minutes, marked as simulated, and loads once',
    { timeout: 120_000 },
    async () => {
      const loaded = await loadHistory({ ...settings, databaseUrl: database.practiceUrl }, now)
      const [days] = await reader.query<{
        count: string
        first: string
        last: string
        dates: string
        real: string
      }>(
        `SELECT count(*), min(date)::text AS first, max(date)::text AS last, count(DISTINCT date) AS dates,
         count(*) FILTER (WHERE NOT simulated) AS real FROM market.day_candles`,
      )
      expect(days).toMatchObject({ first: '2024-11-14', last: '2026-11-13', real: '0' })
      expect(Number(days!.count)).toBe(loaded!.dayCandles)
      expect(loaded!.dayCandles).toBe(Number(days!.dates) * loaded!.instruments)
      const [minutes] = await reader.query<{ dates: string; first: string; last: string; real: string }>(
        `SELECT count(DISTINCT (at AT TIME ZONE 'Asia/Taipei')::date) AS dates,
         min((at AT TIME ZONE 'Asia/Taipei')::time)::text AS first,
         max((at AT TIME ZONE 'Asia/Taipei')::time)::text AS last,
         count(*) FILTER (WHERE NOT simulated) AS real FROM market.minute_candles`,
      )
      expect(minutes).toEqual({ dates: '10', first: '09:00:00', last: '13:30:00', real: '0' })
      expect(await loadHistory({ ...settings, databaseUrl: database.practiceUrl }, now)).toBeUndefined()
    },
  )

  it('ends at the reference price of every instrument', async () => {
    const off = await reader.query(
      `SELECT symbol FROM app.instruments i LEFT JOIN market.day_candles d USING (symbol)
       WHERE d.date = '2026-11-13' AND d.close <> i.reference`,
    )
    expect(off).toEqual([])
  })

  it('has minutes that make up their days exactly', async () => {
    const off = await reader.query(
      `WITH minutes AS (
         SELECT symbol, (at AT TIME ZONE 'Asia/Taipei')::date AS date, (array_agg(open ORDER BY at))[1] AS open,
           max(high) AS high, min(low) AS low, (array_agg(close ORDER BY at DESC))[1] AS close, sum(volume) AS volume,
           sum(turnover) AS turnover, sum(trades) AS trades
         FROM market.minute_candles GROUP BY 1, 2)
       SELECT m.symbol, m.date FROM minutes m LEFT JOIN market.day_candles d USING (symbol, date)
       WHERE (m.open, m.high, m.low, m.close, m.volume, m.turnover, m.trades)
         IS DISTINCT FROM (d.open, d.high, d.low, d.close, d.volume::numeric, d.turnover::numeric, d.trades::bigint)`,
    )
    expect(off).toEqual([])
  })
})
