// The worker sends every shard of the exchange its listings and phases, each once, in an order the engine accepts.

import { openTestDatabase, type TestDatabase, type TestClock, fixedClock } from '@fairlot/testkit'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { until } from '@fairlot/testkit/until'
import { shardOf, shards, subjectsOf } from '../../packages/contract/src/venue/index.ts'
import { loadClosures, schedulePhases } from '../../apps/server/src/features/calendar/index.ts'
import { openBeaconClient } from '../../apps/server/src/features/draws/index.ts'
import { quicknet } from '../../packages/proof/src/index.ts'
import { loadSecurities } from '../../apps/server/src/features/instruments/index.ts'
import type { BusMessage } from '../../apps/server/src/platform/bus.ts'
import { type Db, openDb } from './support/open-db.ts'
import { type RunningWorker, startWorker } from '../../apps/server/src/roles/worker.ts'
import { captureLog } from './support/captured-log.ts'
import { testConfig } from './support/test-config.ts'

let database: TestDatabase
let api: Db
let reader: Db
let clock: TestClock
const workers: RunningWorker[] = []

/** Beacons that never answer. */
const silent = {
  openingBeacon: { chain: quicknet, client: openBeaconClient([]) },
  openingFallback: undefined,
} as const

/** A time in Taipei. */
const taipei = (text: string): Date => new Date(`${text.replace(' ', 'T')}+08:00`)

beforeEach(async () => {
  database = await openTestDatabase()
  api = openDb({ url: database.seedUrl, poolSize: 4, applicationName: 'test-api' })
  reader = openDb({ url: database.readerUrl, poolSize: 4, applicationName: 'test-reader' })
  clock = fixedClock(taipei('2026-02-11 10:00'))
})
afterEach(async () => {
  await Promise.all(workers.splice(0).map((worker) => worker.stop()))
  await Promise.all([api.close(), reader.close()])
  await database.close()
})

const seed = () => api.transaction(async (tx) => [await loadSecurities(tx), await loadClosures(tx)])

async function start(calendar: 'twse' | 'practice'): Promise<RunningWorker> {
  const config = testConfig(database, { MARKET_CALENDAR: calendar, DATABASE_URL: database.workerUrl })
  const worker = await startWorker(config, { clock, log: captureLog('worker').log })
  workers.push(worker)
  return worker
}

interface Queued {
  kind: string
  date?: string
  phase?: string
  seed?: string
  until?: number
  instruments?: { symbol: string; reference: number }[]
}

/** The queued commands of a shard, in the order it will read them. */
async function commandsOf(shard: number): Promise<Queued[]> {
  const rows = await reader.query<{ command: string }>(
    'SELECT command FROM exchange.queue WHERE shard = $1 ORDER BY id',
    [shard],
  )
  return rows.map(({ command }) => JSON.parse(command) as Queued)
}
const brief = (commands: readonly Queued[]): string[] =>
  commands.map(({ kind, date, phase }) => (kind === 'phase' ? `${date} ${phase}` : kind))

const briefOf = async (shard: number): Promise<string[]> => brief(await commandsOf(shard))

/** Waits until each shard has this many commands. All shards get the same ones here, so one list is returned. */
async function sentCommands(count: number): Promise<string[]> {
  const found = await until(`${count} commands on every shard`, async () => {
    const all = await Promise.all(shards.map((shard) => briefOf(shard)))
    return all.every((commands) => commands.length >= count) && all
  })
  for (const commands of found) expect(commands).toEqual(found[0])
  return found[0]!
}

test('seeding twice loads securities and closed days once', async () => {
  expect(await seed()).toEqual([302, 37])
  expect(await seed()).toEqual([0, 0])
  const [row] = await reader.query<{ count: bigint }>(
    `SELECT count(*) FROM app.instruments WHERE name_tw <> '' AND limited`,
  )
  expect(row!.count).toBe(293n)
})

test('the first start lists every instrument and opens the day', async () => {
  await seed()
  await start('twse')
  expect(await sentCommands(3)).toEqual(['list', '2026-02-11 opening-call', '2026-02-11 continuous'])
  const listed: string[] = []
  for (const shard of shards) {
    const [list, opening, continuous] = await commandsOf(shard)
    const symbols = list!.instruments!.map(({ symbol }) => symbol)
    expect(symbols.filter((symbol) => shardOf(symbol) !== shard)).toEqual([])
    listed.push(...symbols)
    // No beacon answers here: the time of entry decides.
    expect([opening!.seed, continuous!.seed]).toEqual([undefined, undefined])
    expect(opening!.until).toBe(taipei('2026-02-11 09:00').getTime())
    expect(continuous!.until).toBe(taipei('2026-02-11 13:25').getTime())
  }
  expect(new Set(listed).size).toBe(302)
})

test('phases follow the clock, and a new instrument is listed once', async () => {
  await seed()
  await start('twse')
  const morning = ['list', '2026-02-11 opening-call', '2026-02-11 continuous']
  expect(await sentCommands(3)).toEqual(morning)
  clock.set(taipei('2026-02-11 13:25'))
  expect(await sentCommands(4)).toEqual([...morning, '2026-02-11 closing-call'])
  clock.set(taipei('2026-02-11 13:30'))
  const day = [...morning, '2026-02-11 closing-call', '2026-02-11 closed']
  expect(await sentCommands(5)).toEqual(day)

  await api.query(
    `INSERT INTO app.instruments (symbol, name_tw, name_en, board, kind, industry_tw, industry_en, reference)
     VALUES ('9999', '測試', 'Test', 'listed', 'stock', '其他', 'Other', 5000)`,
  )
  const shard = shardOf('9999')
  await until('the listing', async () => (await briefOf(shard)).join() === [...day, 'list'].join())
  clock.set(taipei('2026-02-23 08:30'))
  await until('the next day', async () => (await briefOf(shard)).at(-1) === '2026-02-23 opening-call')
  expect((await briefOf(shard)).filter((kind) => kind === 'list')).toHaveLength(2)
})

test('the practice market closes and reopens at 05:00', async () => {
  await seed()
  clock.set(taipei('2026-02-14 04:56'))
  await start('practice')
  const yesterday = ['opening-call', 'continuous', 'closing-call'].map((phase) => `2026-02-13 ${phase}`)
  expect(await sentCommands(4)).toEqual(['list', ...yesterday])
  clock.set(taipei('2026-02-14 05:00'))
  expect(await sentCommands(6)).toEqual([
    'list',
    ...yesterday,
    '2026-02-13 closed',
    '2026-02-14 opening-call',
  ])
})

test('after downtime the old day closes before the current one opens', async () => {
  await seed()
  clock.set(taipei('2026-02-11 10:00'))
  const first = await start('practice')
  const begun = ['list', '2026-02-11 opening-call', '2026-02-11 continuous']
  expect(await sentCommands(3)).toEqual(begun)
  await first.stop()
  clock.set(taipei('2026-02-15 12:00'))
  await start('practice')
  expect(await sentCommands(7)).toEqual([
    ...begun,
    '2026-02-11 closing-call',
    '2026-02-11 closed',
    '2026-02-15 opening-call',
    '2026-02-15 continuous',
  ])
})

test('concurrent schedulers send each shard its commands once, in order', async () => {
  await seed()
  const config = testConfig(database)
  const dbs = Array.from({ length: 8 }, () =>
    openDb({ url: database.workerUrl, poolSize: 3, applicationName: 'test-scheduler' }),
  )
  const { runtime } = await start('twse')
  const listNew = () => Promise.resolve(0)
  const deps = {
    bus: runtime.bus,
    subjects: subjectsOf(config.natsNamespace),
    calendar: 'twse',
    listNew,
    passExDates: () => Promise.resolve(true),
    ...silent,
  } as const
  const now = clock.now()
  await Promise.all(dbs.map((db) => schedulePhases({ ...deps, db }, now)))
  expect(await sentCommands(3)).toEqual(['list', '2026-02-11 opening-call', '2026-02-11 continuous'])
  await Promise.all(dbs.map((db) => schedulePhases({ ...deps, db }, taipei('2026-02-11 13:31'))))
  expect(await sentCommands(5)).toEqual([
    'list',
    '2026-02-11 opening-call',
    '2026-02-11 continuous',
    '2026-02-11 closing-call',
    '2026-02-11 closed',
  ])
  await Promise.all(dbs.map((db) => db.close()))
})

test('the market opens although new shares cannot be listed', async () => {
  await seed()
  const { runtime } = await start('twse')
  await sentCommands(3)
  const deps = {
    db: runtime.db,
    bus: runtime.bus,
    subjects: subjectsOf('x'),
    calendar: 'twse',
    listNew: () => Promise.reject(new Error('refused')),
    passExDates: () => Promise.resolve(true),
    ...silent,
  } as const
  await expect(schedulePhases(deps, taipei('2026-02-11 13:26'))).rejects.toThrow('refused')
  expect((await sentCommands(4)).at(-1)).toBe('2026-02-11 closing-call')
})

test('a market without instruments has no day', async () => {
  const { runtime } = await start('twse')
  const deps = {
    db: runtime.db,
    bus: runtime.bus,
    subjects: subjectsOf('x'),
    calendar: 'twse',
    listNew: () => Promise.resolve(0),
    passExDates: () => Promise.resolve(true),
    ...silent,
  } as const
  expect((await schedulePhases(deps, clock.now())).submitted).toBe(0)
  for (const shard of shards) expect(await briefOf(shard)).toEqual([])
})

test('every shard of the exchange is woken for a phase', async () => {
  await seed()
  clock.set(taipei('2026-02-11 08:00'))
  const { runtime } = await start('twse')
  await until('the first phases', async () => (await briefOf(0)).length > 0)
  await until('the bus', () => runtime.bus.isConnected())
  const heard: BusMessage[] = []
  for (const shard of shards) {
    runtime.bus.subscribe(
      subjectsOf(database.name).wakeExchange(shard),
      (message) => void heard.push(message),
    )
  }
  clock.set(taipei('2026-02-11 08:30'))
  await until('a wake for each shard', () => heard.length >= shards.length)
  expect(new Set(heard.map(({ subject }) => subject)).size).toBe(shards.length)
})
