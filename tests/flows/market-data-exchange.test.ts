// Quotes behind a real exchange: orders go in, and the tables and the API are compared with its events.

import { testServices } from '@fairlot/testkit'
import { afterEach, expect, test } from 'vitest'
import { until } from '@fairlot/testkit/until'
import {
  type ExchangeOptions,
  type RunningExchange,
  startExchange,
} from '../../apps/exchange/src/exchange.ts'
import { type Command, shards } from '../../packages/contract/src/venue/index.ts'
import { submitAll } from '../faults/support/load.ts'
import { createOrderFlow, type SentCommand, symbolsOf } from '../faults/support/order-flow.ts'
import { openTestMarket, type TestMarket } from './support/market.ts'

const closing: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const end of closing.splice(0).toReversed()) await end()
})

interface Venue {
  readonly market: TestMarket
  readonly exchange: RunningExchange
  /** Submits and waits until the exchange has applied all of it. */
  send(commands: readonly SentCommand[]): Promise<void>
}

async function openVenue(options: Partial<ExchangeOptions> = {}): Promise<Venue> {
  const market = await openTestMarket()
  closing.push(() => market.stop())
  const exchange = await startExchange({
    databaseUrl: market.database.exchangeUrl,
    natsUrl: testServices().natsUrl,
    namespace: market.database.name,
    shards,
    mode: 'test',
    logLevel: 'silent',
    ...options,
  })
  closing.push(() => exchange.stop())
  await until('the exchange', () => exchange.isReady())
  return {
    market,
    exchange,
    async send(commands) {
      await submitAll(market.database.ownerUrl, commands)
      await until('the queue to empty', async () => {
        const rows = await market.tape.sql.query('SELECT FROM exchange.queue LIMIT 1')
        return rows.length === 0
      })
    },
  }
}

const toAll = (command: Command): SentCommand[] =>
  shards.map((shard) => ({ shard, text: JSON.stringify(command) }))

test('market data matches the exchange events over two trading days', async () => {
  let now = new Date('2026-11-15T21:00:00Z').getTime()
  const { market, send } = await openVenue({ now: () => now })
  const flow = createOrderFlow({ seed: 21 })
  let quotes = await market.startQuotes()
  await send(flow.opening('2026-11-16'))
  const orders = (count: number): SentCommand[] => Array.from({ length: count }, () => flow.next())
  for (let minute = 0; minute < 10; minute += 1) {
    now += 61_000
    await send(orders(60))
    if (minute === 5) {
      await quotes.stop()
      quotes = await market.startQuotes()
    }
  }
  const [symbol] = symbolsOf(0, 1)
  await send([{ shard: 0, text: JSON.stringify({ kind: 'halt', symbol: symbol!, reason: 'news' }) }])
  await market.settle()
  expect(await market.breaches()).toEqual([])
  const halted = await market.tape.sql.query<{ state: string; reason: string }>(
    'SELECT state, reason FROM market.quotes WHERE symbol = $1',
    [symbol],
  )
  expect(halted).toEqual([{ state: 'halted', reason: 'news' }])
  await send([{ shard: 0, text: JSON.stringify({ kind: 'resume', symbol: symbol! }) }])

  now += 60_000
  await send(toAll({ kind: 'phase', date: '2026-11-16', phase: 'closing-call' }))
  now += 300_000
  await send(toAll({ kind: 'phase', date: '2026-11-16', phase: 'closed' }))
  await send(toAll({ kind: 'phase', date: '2026-11-17', phase: 'opening-call', seed: 'next' }))
  now += 300_000
  await send(toAll({ kind: 'phase', date: '2026-11-17', phase: 'continuous' }))
  await send(orders(200))
  await market.settle()
  expect(await market.breaches()).toEqual([])
  const days = await market.tape.sql.query<{ date: string; closed: string; count: string }>(
    `SELECT date::text AS date, count(close)::text AS closed, count(*)::text AS count FROM market.days
     GROUP BY 1 ORDER BY 1`,
  )
  expect(days).toEqual([
    { date: '2026-11-16', closed: '20', count: '20' },
    { date: '2026-11-17', closed: '0', count: '20' },
  ])
  await until('depth', async () => {
    // The exchange publishes its books at most ten times a second by its own clock.
    now += 50
    const rows = await market.tape.sql.query<{ bids: number[][] }>(
      'SELECT bids FROM market.quotes WHERE jsonb_array_length(bids) > 0',
    )
    return rows.length > 10 && rows.every(({ bids }) => bids.length <= 5)
  })
})

test('quotes started after the exchange pruned its log lose no trade', async () => {
  const { market, send } = await openVenue({
    snapshotCommands: 100,
    snapshotsKept: 2,
    snapshotMs: 200,
    pruneMs: 200,
  })
  const flow = createOrderFlow({ seed: 22, quotes: 70 })
  await send(flow.opening('2026-11-16'))
  await until('pruned quotes', async () => {
    await send(Array.from({ length: 100 }, () => flow.next()))
    const rows = await market.tape.sql.query('SELECT FROM exchange.pruned WHERE commands > 100')
    return rows.length === shards.length
  })
  await market.startQuotes()
  await market.settle()
  expect(await market.breaches()).toEqual([])
  const [row] = await market.tape.sql.query<{ trades: string }>(
    'SELECT sum(trades)::text AS trades FROM market.quotes',
  )
  expect(Number(row!.trades)).toBeGreaterThan(20)
})
