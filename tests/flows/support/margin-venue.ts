// The test venue with an api and quotes, a margin watch the test runs by hand, and prices moved by two seats.

import { isQuotesThrough } from '@fairlot/testkit/candle-breaches'
import { type OddAuctionHours, subjectsOf } from '@fairlot/contract/venue'
import { taipeiDate } from '@fairlot/rules/calendar'
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
import { type VenueOptions, openTestVenue, type Settler, type TestVenue } from './test-venue.ts'

export interface MarginVenue {
  readonly venue: TestVenue
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
  closeDay(oddAuction?: OddAuctionHours): Promise<void>
  openCall(): Promise<void>
  continuous(): Promise<void>
  /** As many days as a move to this price takes within the daily limit, with one trade each. */
  moveTo(symbol: string, price: number): Promise<void>
  /** Waits until settlement and quotes have everything and the api's caches have expired. */
  untilIdle(): Promise<void>
  /** One run of the margin watch. */
  runMarginWatch(): Promise<number>
  writeWealth(): Promise<number>
  /** The daily interest, up to the current day. */
  accrue(): Promise<number>
  call(member: TestMember, path: string, body?: unknown, key?: boolean): Promise<any>
  stop(): Promise<void>
}

const dayMs = 86_400_000
/** Longer than the api caches an instrument's day. */
const cacheMs = 2_000

export async function openMarginVenue(options: VenueOptions = {}): Promise<MarginVenue> {
  const venue = await openTestVenue(options)
  // `untilIdle` expires every cache, so that the api next answers from the settled and quoted state.
  let skippedMs = 0
  const clock: Clock = {
    now: () => new Date(venue.now),
    monotonic: () => (options.holdCaches ? 0 : performance.now()) + skippedMs,
  }
  const environment = { MARKET_CALENDAR: 'practice', RATE_LIMIT_FACTOR: '1000' }
  const api = await startTestApi({ database: venue.database, clock, environment })
  const { log, lines } = captureLog('quotes')
  const quotes = await startQuotes(
    testConfig(venue.database, { ...environment, DATABASE_URL: venue.database.quotesUrl }),
    // Every step of these tests waits for the quotes to be written.
    { log, clock, flushMs: 50 },
  )
  const bus = openBus(api.config.natsUrl, 'margin', log, makeMetrics('worker'))
  const facts = { calendar: 'practice', money: 'practice' } as const
  const subjects = subjectsOf(venue.database.name)
  const watch = openMarginWatch({ ...facts, db: venue.db, bus, subjects })
  const writer = openWealthWriter(venue.db, facts)
  const settler = venue.startSettler()
  let date = taipeiDate(venue.now)
  await venue.begin(date)

  const untilIdle = async (): Promise<void> => {
    await venue.settled()
    await until('quotes to be through', () => isQuotesThrough(venue.sql)).catch((error: unknown) => {
      throw new Error(`${String(error)}\n${lines.join('')}`)
    })
    skippedMs += cacheMs
  }
  const match = async (symbol: string, price: number): Promise<void> => {
    await venue.seat('maker-1', symbol, 'sell', price, 1)
    await venue.seat('maker-2', symbol, 'buy', price, 1)
  }
  const closeDay = async (oddAuction?: OddAuctionHours): Promise<void> => {
    await venue.phase(date, 'closing-call')
    await venue.phase(date, 'closed', oddAuction)
    await untilIdle()
  }
  const openCall = async (): Promise<void> => {
    date = new Date(Date.parse(date) + dayMs).toISOString().slice(0, 10)
    venue.now += dayMs
    await venue.phase(date, 'opening-call')
    await untilIdle()
  }
  const continuous = async (): Promise<void> => {
    await venue.phase(date, 'continuous')
    await untilIdle()
  }
  const nextDay = async (prices: Readonly<Record<string, number>> = {}): Promise<void> => {
    await closeDay()
    await openCall()
    for (const [symbol, price] of Object.entries(prices)) await match(symbol, price)
    await continuous()
  }
  return {
    venue,
    api,
    settler,
    date: () => date,
    member: () => api.member(),
    async trade(symbol, price) {
      await match(symbol, price)
      await untilIdle()
    },
    nextDay,
    closeDay,
    openCall,
    continuous,
    async moveTo(symbol, price) {
      for (let days = 0; days < 20; days += 1) {
        const [{ reference }] = (await venue.sql.query<{ reference: number }>(
          'SELECT coalesce(last, reference) AS reference FROM settlement.prices WHERE symbol = $1',
          [symbol],
        )) as [{ reference: number }]
        const { upper, lower } = limitsOf('stock', reference, true)!
        await nextDay({ [symbol]: Math.min(upper, Math.max(lower, price)) })
        if (price >= lower && price <= upper) return
      }
      throw new Error(`${symbol} does not get to ${price}`)
    },
    untilIdle,
    runMarginWatch: () => watch.run(new Date(venue.now)),
    writeWealth: () => writer.run(new Date(venue.now)),
    accrue: () => accrueInterest(venue.settlement.db, 'practice', new Date(venue.now)),
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
      await venue.stop()
    },
  }
}
