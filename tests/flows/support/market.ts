// A database with the venue's securities, an api and a tape on it, and quotes that the test starts and stops.

import type { TestDatabase } from '@fairlot/testkit'
import { openTestDatabase, testServices } from '@fairlot/testkit'
import { candleBreaches, isQuotesThrough } from '@fairlot/testkit/candle-breaches'
import { until } from '@fairlot/testkit/until'
import { loadSecurities } from '../../../apps/server/src/features/instruments/index.ts'
import type { Clock } from '../../../apps/server/src/platform/clock.ts'
import { type RunningQuotesRole, startQuotes } from '../../../apps/server/src/roles/quotes.ts'
import { captureLog } from './captured-log.ts'
import { startTestApi, type TestApi } from './start-test-api.ts'
import { openTape, type Tape } from './tape.ts'
import { testConfig } from './test-config.ts'

export interface TestMarket {
  readonly database: TestDatabase
  readonly api: TestApi
  readonly tape: Tape
  readonly quotesLog: readonly string[]
  startQuotes(): Promise<RunningQuotesRole>
  /** Waits until quotes has written everything that is committed. */
  settle(): Promise<void>
  breaches(): Promise<string[]>
  call(path: string, body: unknown): Promise<any>
  stop(): Promise<void>
}

export interface MarketOptions {
  readonly clock?: Clock
  readonly natsUrl?: string
  readonly calendar?: 'twse' | 'practice'
}

export async function openTestMarket(options: MarketOptions = {}): Promise<TestMarket> {
  const database = await openTestDatabase()
  const natsUrl = options.natsUrl ?? testServices().natsUrl
  const environment = { NATS_URL: natsUrl, MARKET_CALENDAR: options.calendar ?? 'practice' }
  const api = await startTestApi({
    database,
    environment,
    ...(options.clock ? { clock: options.clock } : {}),
  })
  await api.db.transaction((tx) => loadSecurities(tx))
  const tape = await openTape(database, natsUrl)
  const { log, lines } = captureLog('quotes')
  const running: RunningQuotesRole[] = []
  return {
    database,
    api,
    tape,
    quotesLog: lines,
    async startQuotes() {
      const config = testConfig(database, { ...environment, DATABASE_URL: database.quotesUrl })
      const quotes = await startQuotes(config, { log })
      running.push(quotes)
      return quotes
    },
    settle: async () => void (await until('quotes to be through', () => isQuotesThrough(tape.sql))),
    breaches: () => candleBreaches(database),
    async call(path, body) {
      const reply = await api.client().call(path, body)
      if (reply.http !== 200) throw new Error(`${path}: ${JSON.stringify(reply.body)}`)
      return reply.body.data
    },
    async stop() {
      await Promise.all(running.map((quotes) => quotes.stop()))
      await api.stop()
      await tape.close()
      await database.close()
    },
  }
}
