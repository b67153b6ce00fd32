// The trading floor with an api and quotes, a margin watch the test runs by hand, and prices moved by two seats.

import { isQuotesThrough } from '@fairlot/testkit/candle-breaches'
import { subjectsOf } from '@fairlot/contract/venue'
import { limitsOf } from '@fairlot/rules/instruments'
import { until } from '@fairlot/testkit/until'
import { openMarginWatch, openWealthWriter } from '../../../apps/server/src/features/positions/index.ts'
import { accrueInterest } from '../../../apps/server/src/features/settlement/jobs/accrue-interest.ts'
import { openBus } from '../../../apps/server/src/platform/bus.ts'
import type { Clock } from '../../../apps/server/src/platform/clock.ts'
import { makeMetrics } from '../../../apps/server/src/platform/metrics.ts'
import { startQuotes } from '../../../apps/server/src/roles/quotes.ts'
import { captureLog } from './captured-log.ts'
import { signInAgain, startTestApi, type TestApi, type TestMember } from './start-test-api.ts'
import { testConfig } from './test-config.ts'
import { type FloorOptions, openTradingFloor, type Settler, type TradingFloor } from './trading-floor.ts'

export interface MarginFloor {
  readonly floor: TradingFloor
  readonly api: TestApi
  /** Settles from the start. */
  readonly settler: Settler
  /** The current trading day. */
  date(): string
  member(): Promise<TestMember>
  /** A trade of one lot between two seats, close enough to the last price not to pause the instrument. */
  trade(symbol: string, price: number): Promise<void>
  /** The next trading day, in continuous trading; it opens with a trade at these prices. */
  nextDay(prices?: Readonly<Record<string, number>>): Promise<void>
  /** The same in three steps: the close, the next day's opening call, its continuous trading. */
  closeDay(): Promise<void>
  openCall(): Promise<void>
  continuous(): Promise<void>
  /** As many days as a move to this price takes within the daily limit, with one trade each. */
  moveTo(symbol: string, price: number): Promise<void>
  /** Waits until settlement and quotes have everything and the api's caches have expired. */
  rest(): Promise<void>
  /** One run of the margin watch. */
  look(): Promise<number>
  writeWealth(): Promise<number>
  /** The daily interest, up to the current day. */
  accrue(): Promise<number>
  call(member: TestMember, path: string, body?: unknown, key?: boolean): Promise<any>
  stop(): Promise<void>
}

const dayMs = 86_400_000
/** Longer than the api caches an instrument's day. */
const cacheMs = 2_000

export async function openMarginFloor(options: FloorOptions = {}): Promise<MarginFloor> {
  const floor = await openTradingFloor(options)
  // `rest` expires every cache, so that the api next answers from the settled and quoted state.
  let skippedMs = 0
  const clock: Clock = {
    now: () => new Date(floor.now),
    monotonic: () => (options.holdCaches ? 0 : performance.now()) + skippedMs,
  }
  const environment = { MARKET_CALENDAR: 'practice', PACE_FACTOR: '1000' }
  const api = await startTestApi({ database: floor.database, clock, environment })
  const { log, lines } = captureLog('quotes')
  const quotes = await startQuotes(
    testConfig(floor.database, { ...environment, DATABASE_URL: floor.database.quotesUrl }),
    // Every step of these tests waits for the quotes to be written.
    { log, clock, flushMs: 50 },
  )
  const bus = openBus(api.config.natsUrl, 'margin', log, makeMetrics('worker'))
  const facts = { calendar: 'practice', money: 'practice' } as const
  const subjects = subjectsOf(floor.database.name)
  const watch = openMarginWatch({ ...facts, db: floor.db, bus, subjects })
  const writer = openWealthWriter(floor.db, facts)
  const settler = floor.startSettler()
  let date = '2026-11-16'
  await floor.begin(date)

  const rest = async (): Promise<void> => {
    await floor.settled()
    await until('quotes to be through', () => isQuotesThrough(floor.sql)).catch((error: unknown) => {
      throw new Error(`${String(error)}\n${lines.join('')}`)
    })
    skippedMs += cacheMs
  }
  const match = async (symbol: string, price: number): Promise<void> => {
    await floor.seat('maker-1', symbol, 'sell', price, 1)
    await floor.seat('maker-2', symbol, 'buy', price, 1)
  }
  const closeDay = async (): Promise<void> => {
    await floor.phase(date, 'closing-call')
    await floor.phase(date, 'closed')
    await rest()
  }
  const openCall = async (): Promise<void> => {
    date = new Date(Date.parse(date) + dayMs).toISOString().slice(0, 10)
    floor.now += dayMs
    await floor.phase(date, 'opening-call')
    await rest()
  }
  const continuous = async (): Promise<void> => {
    await floor.phase(date, 'continuous')
    await rest()
  }
  const nextDay = async (prices: Readonly<Record<string, number>> = {}): Promise<void> => {
    await closeDay()
    await openCall()
    for (const [symbol, price] of Object.entries(prices)) await match(symbol, price)
    await continuous()
  }
  return {
    floor,
    api,
    settler,
    date: () => date,
    member: () => api.member(),
    async trade(symbol, price) {
      await match(symbol, price)
      await rest()
    },
    nextDay,
    closeDay,
    openCall,
    continuous,
    async moveTo(symbol, price) {
      for (let days = 0; days < 20; days += 1) {
        const [{ reference }] = (await floor.sql.query<{ reference: number }>(
          'SELECT coalesce(last, reference) AS reference FROM settlement.prices WHERE symbol = $1',
          [symbol],
        )) as [{ reference: number }]
        const { upper, lower } = limitsOf('stock', reference, true)!
        await nextDay({ [symbol]: Math.min(upper, Math.max(lower, price)) })
        if (price >= lower && price <= upper) return
      }
      throw new Error(`${symbol} does not get to ${price}`)
    },
    rest,
    look: () => watch.run(new Date(floor.now)),
    writeWealth: () => writer.run(new Date(floor.now)),
    accrue: () => accrueInterest(floor.db, 'practice', new Date(floor.now)),
    async call(member, path, body = {}, key = false) {
      const ask = () => member.client.call(path, body, key ? { key: true } : {})
      let reply = await ask()
      // Days pass in these tests, and a session does not last that long.
      if (reply.http === 401) {
        await signInAgain(member)
        reply = await ask()
      }
      return reply.http === 200 ? reply.body.data : reply.body
    },
    async stop() {
      await bus.close()
      await quotes.stop()
      await api.stop()
      await floor.stop()
    },
  }
}
