// kill -9 of the exchange just before and just after it sets a command aside: the command is in the queue or set aside,
// never both, never neither, and all other commands of the shard continue.

import { testServices } from '@fairlot/testkit'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { until } from '@fairlot/testkit/until'
import { type RunningExchange, startExchange } from '../../apps/exchange/src/exchange.ts'
import { shardOf, shards } from '../../packages/contract/src/venue/index.ts'
import { faultyEngines } from '../flows/support/faulty-engines.ts'
import { testEnvironment } from '../flows/support/test-config.ts'
import { openTestVenue, type TestVenue } from '../flows/support/test-venue.ts'
import { spawnChild } from './support/spawn-child.ts'
import { logFaults } from './support/venue-log.ts'

const symbol = '2330'
let venue: TestVenue
let exchange: RunningExchange | undefined
beforeEach(async () => {
  venue = await openTestVenue()
  await venue.begin('2026-11-16')
  venue.startSettler()
})
afterEach(async () => {
  await exchange?.stop()
  await venue.stop()
})

test.each(['before', 'after'] as const)(
  'kill -9 %s a command is set aside loses nothing',
  { timeout: 120_000 },
  async (side) => {
    await venue.exchange.stop()
    const [member, other] = [await venue.member(), await venue.member()]
    const faulty = await venue.open(member, { symbol, price: 9_500, lots: 1 })
    await venue.seat('maker-1', symbol, 'sell', 10_000, 1)
    const order = await venue.open(other, { symbol, price: 10_000, lots: 1 })
    const child = spawnChild(
      'exchange',
      testEnvironment(venue.database, {
        DATABASE_URL: venue.database.exchangeUrl,
        CHILD_NOW: String(venue.now),
        CHILD_FAULT: faulty,
        FAIRLOT_CRASH_AT: `exchange.set-aside.${side}`,
      }),
    )
    expect(await child.endedByItself(), child.said()).toBe('SIGKILL')
    const places = async () =>
      (
        await venue.sql.query<{ place: string }>(
          `SELECT 'queue' AS place FROM exchange.queue WHERE command LIKE $1
           UNION ALL SELECT 'aside' FROM exchange.commands_set_aside WHERE command LIKE $1
           UNION ALL SELECT 'log' FROM exchange.log WHERE command LIKE $1`,
          [`%${faulty}%`],
        )
      ).map(({ place }) => place)
    expect(await places()).toEqual([side === 'before' ? 'queue' : 'aside'])

    exchange = await startExchange({
      databaseUrl: venue.database.exchangeUrl,
      natsUrl: testServices().natsUrl,
      namespace: venue.database.name,
      shards,
      mode: 'test',
      logLevel: 'silent',
      now: () => venue.now,
      engines: faultyEngines((command) => 'order' in command && command.order === faulty),
    })
    await until('the other order', async () => (await venue.order(order)).state === 'filled')
    await until('the command set aside', async () => (await places()).join() === 'aside')
    await venue.settled()
    const running = exchange.shards.find(({ shard }) => shard === shardOf(symbol))!
    await until('the shard', () => running.state() === 'running')
    expect((await venue.order(faulty)).state).toBe('entrusted')
    expect(await venue.breaches()).toEqual([])
    expect(await logFaults(venue.database.exchangeUrl)).toEqual([])
  },
)
