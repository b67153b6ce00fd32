// kill -9 of the exchange just before and just after it sets a command aside: the command is in the queue or set aside,
// never both, never neither, and all other commands of the shard continue.

import { testServices } from '@fairlot/testkit'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { until } from '@fairlot/testkit/until'
import { type RunningExchange, startExchange } from '../../apps/exchange/src/exchange.ts'
import { shardOf, shards } from '../../packages/contract/src/venue/index.ts'
import { faultyEngines } from '../flows/support/faulty-engines.ts'
import { testEnvironment } from '../flows/support/test-config.ts'
import { openTradingFloor, type TradingFloor } from '../flows/support/trading-floor.ts'
import { spawnChild } from './support/spawn-child.ts'
import { logFaults } from './support/venue-log.ts'

const symbol = '2330'
let floor: TradingFloor
let exchange: RunningExchange | undefined
beforeEach(async () => {
  floor = await openTradingFloor()
  await floor.begin('2026-11-16')
  floor.startSettler()
})
afterEach(async () => {
  await exchange?.stop()
  await floor.stop()
})

test.each(['before', 'after'] as const)(
  'kill -9 %s a command is set aside loses nothing',
  { timeout: 120_000 },
  async (side) => {
    await floor.exchange.stop()
    const [member, other] = [await floor.member(), await floor.member()]
    const faulty = await floor.open(member, { symbol, price: 9_500, lots: 1 })
    await floor.seat('maker-1', symbol, 'sell', 10_000, 1)
    const order = await floor.open(other, { symbol, price: 10_000, lots: 1 })
    const child = spawnChild(
      'exchange',
      testEnvironment(floor.database, {
        DATABASE_URL: floor.database.exchangeUrl,
        CHILD_NOW: String(floor.now),
        CHILD_FAULT: faulty,
        FAIRLOT_CRASH_AT: `exchange.set-aside.${side}`,
      }),
    )
    expect(await child.endedByItself(), child.said()).toBe('SIGKILL')
    const places = async () =>
      (
        await floor.sql.query<{ place: string }>(
          `SELECT 'queue' AS place FROM exchange.queue WHERE command LIKE $1
           UNION ALL SELECT 'aside' FROM exchange.commands_set_aside WHERE command LIKE $1
           UNION ALL SELECT 'log' FROM exchange.log WHERE command LIKE $1`,
          [`%${faulty}%`],
        )
      ).map(({ place }) => place)
    expect(await places()).toEqual([side === 'before' ? 'queue' : 'aside'])

    exchange = await startExchange({
      databaseUrl: floor.database.exchangeUrl,
      natsUrl: testServices().natsUrl,
      namespace: floor.database.name,
      shards,
      mode: 'test',
      logLevel: 'silent',
      now: () => floor.now,
      engines: faultyEngines((command) => 'order' in command && command.order === faulty),
    })
    await until('the other order', async () => (await floor.order(order)).state === 'filled')
    await until('the command set aside', async () => (await places()).join() === 'aside')
    await floor.settled()
    const running = exchange.shards.find(({ shard }) => shard === shardOf(symbol))!
    await until('the shard', () => running.state() === 'running')
    expect((await floor.order(faulty)).state).toBe('entrusted')
    expect(await floor.breaches()).toEqual([])
    expect(await logFaults(floor.database.exchangeUrl)).toEqual([])
  },
)
