// The live participants: real PostgreSQL, NATS and exchange, at ten o'clock in Taipei on the test's clock.

import {
  type ChangePhase,
  type ListInstruments,
  shardOf,
  shards,
  type VenueEvent,
} from '@fairlot/contract/venue'
import { addDays, taipeiDate, taipeiMidnight } from '@fairlot/rules/calendar'
import { practiceSeats, seatInventory } from '@fairlot/rules/members'
import { openTestDatabase, type TestDatabase, testServices } from '@fairlot/testkit'
import { openSql, type Sql } from '@fairlot/testkit/sql'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { until } from '@fairlot/testkit/until'
import { type RunningExchange, startExchange } from '../../apps/exchange/src/exchange.ts'
import { type RunningPractice, startPractice } from '../../apps/practice/src/run.ts'
import { readSettings } from '../../apps/practice/src/settings.ts'
import { seed } from '../../apps/server/src/roles/seed.ts'
import { captureLog } from './support/captured-log.ts'
import { testConfig } from './support/test-config.ts'

const today = taipeiDate(Date.now())
const offset = taipeiMidnight(today) + 10 * 3_600_000 - Date.now()
const clock = (): number => Date.now() + offset
const { log } = captureLog('practice')

let database: TestDatabase
let worker: Sql
let reader: Sql
let exchange: RunningExchange
let practice: RunningPractice | undefined

const settings = (more: Record<string, string> = {}) =>
  readSettings({
    DATABASE_URL: database.practiceUrl,
    NATS_URL: testServices().natsUrl,
    NATS_NAMESPACE: database.name,
    MARKET_CALENDAR: 'practice',
    PRACTICE_INTENSITY: '20',
    PRACTICE_SEED: 'flows',
    ...more,
  })

interface Instrument {
  readonly symbol: string
  readonly kind: 'stock' | 'etf'
  readonly reference: number
  readonly limited: boolean
}

async function openTheMarket(instruments: readonly Instrument[]): Promise<void> {
  for (const shard of shards) {
    const list: ListInstruments = {
      kind: 'list',
      instruments: instruments
        .filter(({ symbol }) => shardOf(symbol) === shard)
        .map(({ symbol, kind, reference, limited }) => ({ symbol, instrument: kind, reference, limited })),
    }
    await worker.query('SELECT exchange.submit($1, $2)', [shard, JSON.stringify(list)])
    for (const phase of ['opening-call', 'continuous'] as const) {
      const change: ChangePhase = {
        kind: 'phase',
        date: today,
        phase,
        ...(phase === 'opening-call' && { odd: true }),
      }
      await worker.query('SELECT exchange.submit_phase($1, $2, $3, $4)', [
        shard,
        today,
        phase,
        JSON.stringify(change),
      ])
    }
  }
}

async function tradesSoFar(): Promise<number> {
  const [row] = await reader.query<{ count: string }>(
    `SELECT count(*) FROM exchange.events WHERE kind = 'traded'`,
  )
  return Number(row!.count)
}

async function queueIsEmpty(): Promise<boolean> {
  const [row] = await reader.query<{ count: string }>('SELECT count(*) FROM exchange.queue')
  return row!.count === '0'
}

async function eventsOf(kind: string): Promise<VenueEvent[]> {
  const rows = await reader.query<{ body: string }>(
    `SELECT body FROM exchange.events WHERE kind = $1 ORDER BY shard, event`,
    [kind],
  )
  return rows.map(({ body }) => JSON.parse(body) as VenueEvent)
}

beforeAll(async () => {
  database = await openTestDatabase()
  worker = openSql(database.workerUrl)
  reader = openSql(database.readerUrl)
  await seed(testConfig(database, { DATABASE_URL: database.seedUrl }), () => undefined)
  exchange = await startExchange({
    databaseUrl: database.exchangeUrl,
    natsUrl: testServices().natsUrl,
    namespace: database.name,
    shards,
    mode: 'test',
    logLevel: 'silent',
    now: clock,
  })
  const instruments = await reader.query<Instrument>(
    'SELECT symbol, kind, reference, limited FROM app.instruments ORDER BY symbol',
  )
  await openTheMarket(instruments)
})
afterAll(async () => {
  await practice?.stop()
  await exchange.stop()
  await worker.close()
  await reader.close()
  await database.close()
})

describe('the practice market', () => {
  it(
    'quotes every instrument on both sides and trades, without one refusal',
    { timeout: 60_000 },
    async () => {
      practice = await startPractice(settings(), log, clock)
      await until('300 trades', async () => (await tradesSoFar()) >= 300)
      expect(await eventsOf('refused')).toEqual([])
      const traded = (await eventsOf('traded')).filter((event) => event.kind === 'traded')
      const full = traded.filter(({ bids, asks }) => bids.length === 5 && asks.length === 5)
      expect(full.length / traded.length).toBeGreaterThan(0.95)
      expect(practice.figures.quotes).toBeGreaterThanOrEqual(3 * 302)
      const metrics = await fetch(`http://127.0.0.1:${practice.metricsPort}/metrics`)
      expect(await metrics.text()).toMatch(/^fairlot_practice_ticks_total [1-9]/m)
      expect((await fetch(`http://127.0.0.1:${practice.metricsPort}/readyz`)).status).toBe(200)
    },
  )

  it('resumes after a stop with the holdings its trades add up to', { timeout: 60_000 }, async () => {
    await practice!.stop()
    const before = await tradesSoFar()
    practice = await startPractice(settings({ PRACTICE_INTENSITY: '5' }), log, clock)
    await until('more trades', async () => (await tradesSoFar()) > before + 20)
    await practice.stop()
    practice = undefined
    await until('an empty queue', queueIsEmpty)
    const counted = new Map<string, number>()
    const add = (account: string, symbol: string, shares: number): void =>
      void counted.set(`${account} ${symbol}`, (counted.get(`${account} ${symbol}`) ?? 0) + shares)
    const instruments = await reader.query<{ symbol: string; reference: number }>(
      'SELECT symbol, reference FROM app.instruments ORDER BY symbol COLLATE "C"',
    )
    for (const { code, kind } of practiceSeats)
      for (const { symbol, reference } of instruments)
        add(`seat:${code}`, symbol, seatInventory(kind, reference))
    for (const event of [...(await eventsOf('traded')), ...(await eventsOf('odd-traded'))]) {
      if (event.kind !== 'traded' && event.kind !== 'odd-traded') continue
      add(event.buyAccount, event.symbol, event.quantity)
      add(event.sellAccount, event.symbol, -event.quantity)
    }
    // A start reads the events its predecessor missed; it has not traded itself yet.
    const last = await startPractice(settings({ PRACTICE_INTENSITY: '0.01' }), log, clock)
    const owned = new Map<string, number>(
      last.participants
        .holdings()
        .flatMap(({ code, shares }) =>
          instruments.map(({ symbol }, index) => [`seat:${code} ${symbol}`, shares[index]!] as const),
        ),
    )
    await last.stop()
    const off = [...counted].filter(([key, shares]) => owned.get(key) !== shares)
    expect(off).toEqual([])
    expect(Math.min(...counted.values())).toBeGreaterThan(0)
  })

  it('keeps trading while NATS is down', { timeout: 60_000 }, async () => {
    const before = await tradesSoFar()
    practice = await startPractice(settings({ NATS_URL: 'nats://127.0.0.1:9' }), log, clock)
    await until('50 trades without NATS', async () => (await tradesSoFar()) > before + 50)
    expect(practice.figures.natsConnected).toBe(0)
    await practice.stop()
    practice = undefined
  })

  it('waits while another process runs', { timeout: 60_000 }, async () => {
    const first = await startPractice(settings(), log, clock)
    const second = startPractice(settings(), log, clock)
    expect(
      await Promise.race([
        second.then(() => 'started'),
        until('four seconds of the first', () => first.figures.ticks >= 4),
      ]),
    ).toBe(true)
    await first.stop()
    practice = await second
    await until('its first second', () => practice!.figures.ticks > 0)
  })

  it('returns after its connections to PostgreSQL are cut', { timeout: 60_000 }, async () => {
    const owner = openSql(database.ownerUrl)
    const holder = `SELECT l.pid FROM pg_locks l JOIN pg_stat_activity a ON a.pid = l.pid
      WHERE l.locktype = 'advisory' AND l.granted AND a.datname = current_database()
        AND l.objid::bigint = hashtext('fairlot practice run')::bigint & 4294967295`
    for (let time = 0; time < 3; time++) {
      const [before] = await owner.query<{ pid: number }>(holder)
      expect(before).toBeDefined()
      await owner.query(
        `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
         WHERE datname = current_database() AND usename = 'fairlot_practice'`,
      )
      await until('the lock to be taken again', async () => {
        const [now] = await owner.query<{ pid: number }>(holder)
        return now !== undefined && now.pid !== before!.pid
      })
      const { ticks } = practice!.figures
      const trades = await tradesSoFar()
      await until('ticks', () => practice!.figures.ticks > ticks + 2)
      await until('trades', async () => (await tradesSoFar()) > trades)
    }
    await owner.close()
  })

  it('pauses while the exchange is down and resumes with it', { timeout: 60_000 }, async () => {
    await exchange.stop()
    await until('four silent shards', () => practice!.figures.silentShards === 4)
    const { orders, quotes, ticks } = practice!.figures
    await until('more seconds', () => practice!.figures.ticks > ticks + 2)
    expect(practice!.figures).toMatchObject({ orders, quotes })
    const before = await tradesSoFar()
    exchange = await startExchange({
      databaseUrl: database.exchangeUrl,
      natsUrl: testServices().natsUrl,
      namespace: database.name,
      shards,
      mode: 'test',
      logLevel: 'silent',
      now: clock,
    })
    await until('an answer from every shard', () => practice!.figures.silentShards === 0)
    await until('trades again', async () => (await tradesSoFar()) > before + 50)
  })

  // On two shards, one after the other: the market that has joined one hears of the next.
  it.each(['79990', '79991'])('quotes %s, listed while it runs', { timeout: 60_000 }, async (symbol) => {
    const seeder = openSql(database.seedUrl)
    await seeder.query(
      `INSERT INTO app.instruments (symbol, name_tw, name_en, board, kind, industry_tw, industry_en, reference, limited)
       VALUES ($1, '禾光精密', 'Heguang', 'listed', 'stock', '光學元件', 'Optics', 8600, false)`,
      [symbol],
    )
    await seeder.close()
    const list: ListInstruments = {
      kind: 'list',
      instruments: [{ symbol, instrument: 'stock', reference: 8_600, limited: false }],
    }
    await worker.query('SELECT exchange.submit($1, $2)', [shardOf(symbol), JSON.stringify(list)])
    const tomorrow = addDays(today, 1)
    for (const [date, phase] of [
      [today, 'closing-call'],
      [today, 'closed'],
      [tomorrow, 'opening-call'],
      [tomorrow, 'continuous'],
    ] as const) {
      const change: ChangePhase = {
        kind: 'phase',
        date,
        phase,
        ...(phase === 'opening-call' && { odd: true }),
      }
      await worker.query('SELECT exchange.submit_phase($1, $2, $3, $4)', [
        shardOf(symbol),
        date,
        phase,
        JSON.stringify(change),
      ])
    }
    await until('a trade of the new security', async () => {
      const traded = await eventsOf('traded')
      return traded.some((event) => event.kind === 'traded' && event.symbol === symbol)
    })
    expect(
      (await eventsOf('refused')).filter((event) => 'symbol' in event && event.symbol === symbol),
    ).toEqual([])
  })
})
