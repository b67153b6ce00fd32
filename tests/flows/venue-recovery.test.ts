// A shard recovers its state from any snapshot, and reports it when it cannot.

import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { openTestDatabase, type TestDatabase, testServices } from '@fairlot/testkit'
import { createEngine } from '@fairlot/engine'
import { until } from '@fairlot/testkit/until'
import { applyCommands } from '../../apps/exchange/src/batch.ts'
import { beginningOf } from '../../apps/exchange/src/chain.ts'
import {
  type ExchangeOptions,
  type RunningExchange,
  startExchange,
} from '../../apps/exchange/src/exchange.ts'
import { verify } from '../../apps/exchange/src/verify.ts'
import { submitAll } from '../faults/support/load.ts'
import { createOrderFlow, type OrderFlow, type SentCommand } from '../faults/support/order-flow.ts'
import { compareLog, logFaults, openVenueLog, type VenueLog } from '../faults/support/venue-log.ts'

// Real processes on a machine that may be busy.
vi.setConfig({ testTimeout: 180_000 })

let database: TestDatabase
let log: VenueLog
let exchange: RunningExchange | undefined
let flow: OrderFlow
let sent: string[]

beforeEach(async () => {
  database = await openTestDatabase()
  log = openVenueLog(database.ownerUrl)
  flow = createOrderFlow({ seed: 31, shards: [3], quotes: 30 })
  sent = []
})
afterEach(async () => {
  await exchange?.stop()
  exchange = undefined
  await log.close()
  await database.close()
})

const start = async (options: Partial<ExchangeOptions> = {}): Promise<RunningExchange> => {
  exchange = await startExchange({
    databaseUrl: database.exchangeUrl,
    natsUrl: testServices().natsUrl,
    namespace: database.name,
    shards: [3],
    mode: 'test',
    logLevel: 'silent',
    ...options,
  })
  return exchange
}
const ready = async (options: Partial<ExchangeOptions> = {}): Promise<RunningExchange> => {
  const started = await start(options)
  await until('the shard', started.isReady)
  return started
}
const trade = async (count: number): Promise<void> => {
  const commands: readonly SentCommand[] = [
    ...(sent.length === 0 ? flow.opening() : []),
    ...Array.from({ length: count }, () => flow.next()),
  ]
  await submitAll(database.ownerUrl, commands)
  sent.push(...commands.map(({ text }) => text))
  await log.untilApplied()
}
const snapshotPlaces = async (): Promise<number[]> => {
  const rows = await log.sql.query<{ sequence: string }>(
    'SELECT sequence FROM exchange.snapshots ORDER BY sequence',
    [],
  )
  return rows.map(({ sequence }) => Number(sequence))
}
/** The engine on the bare commands and times, without the exchange's own replay. */
const bareReplay = async (): Promise<string> => {
  const rows = await log.sql.query<{ command: string; at: number }>(
    `SELECT command, (extract(epoch FROM at) * 1000)::float8 AS at FROM exchange.log WHERE shard = 3 ORDER BY sequence`,
    [],
  )
  const engine = createEngine()
  for (const { command, at } of rows) applyCommands(engine, beginningOf(3), [command], at)
  return engine.stateHash()
}
const stateHash = async (): Promise<string | undefined> => (await verify(database.exchangeUrl))[0]!.stateHash

describe('recovery', () => {
  it('gives the same state hash from any snapshot', async () => {
    await ready({ snapshotCommands: 100 })
    await trade(350)
    await exchange!.stop()
    const places = await snapshotPlaces()
    expect(places).toHaveLength(3)
    const whole = await bareReplay()
    expect(await stateHash()).toBe(whole)
    const [newest] = await log.sql.query<{ state_hash: string }>(
      'SELECT state_hash FROM exchange.snapshots ORDER BY sequence DESC LIMIT 1',
      [],
    )
    expect(newest!.state_hash).toBe(whole)

    // Continues from the newest snapshot, or from an older one to the same state when that is gone.
    await ready({ snapshotCommands: 1_000_000 })
    await trade(50)
    await exchange!.stop()
    await log.sql.query('DELETE FROM exchange.snapshots WHERE sequence > $1', [places[0]])
    await ready({ snapshotCommands: 1_000_000 })
    await trade(50)
    await exchange!.stop()
    await log.sql.query('DELETE FROM exchange.snapshots')
    await ready()
    await trade(20)
    expect(await stateHash()).toBe(await bareReplay())
    expect(await compareLog(log, sent)).toEqual({ lost: [], repeated: [], strange: [] })
    expect(await logFaults(database.exchangeUrl)).toEqual([])
  })

  it('the exchange keeps a snapshot at the end of a day', async () => {
    await ready()
    await trade(20)
    const [shard] = flow.opening('2026-11-16').map(({ shard }) => shard)
    const closing = ['closing-call', 'closed'].map((phase) => ({
      shard: shard!,
      text: JSON.stringify({ kind: 'phase', date: '2026-11-16', phase }),
    }))
    await submitAll(database.ownerUrl, closing)
    await until('the snapshot', async () => (await snapshotPlaces()).length === 1)
    const { sequence } = await log.place(3)
    expect(await snapshotPlaces()).toEqual([sequence])
  })

  it('skips a damaged snapshot for an older one', async () => {
    await ready({ snapshotCommands: 100 })
    await trade(300)
    await exchange!.stop()
    const places = await snapshotPlaces()
    await log.sql.query(
      `UPDATE exchange.snapshots SET state = replace(state, '3000', '3005') WHERE sequence = $1`,
      [places.at(-1)],
    )
    expect((await logFaults(database.exchangeUrl)).join()).toContain(`the snapshot at ${places.at(-1)}`)
    await ready()
    await trade(30)
    await log.sql.query('DELETE FROM exchange.snapshots WHERE sequence = $1', [places.at(-1)])
    expect(await logFaults(database.exchangeUrl)).toEqual([])
  })

  it('halts when a logged command was changed', async () => {
    await ready()
    await trade(60)
    await exchange!.stop()
    await log.sql.query('DELETE FROM exchange.snapshots')
    await log.sql.query(
      `UPDATE exchange.log SET command = replace(command, '"quantity":', '"quantity":1') WHERE sequence =
         (SELECT max(sequence) FROM exchange.log WHERE command LIKE '%"kind":"place"%')`,
    )
    const lines: string[] = []
    const halted = await start({ logLevel: 'error', logTo: { write: (line) => void lines.push(line) } })
    await halted.ended
    expect(halted.shards[0]!.state()).toBe('halted')
    expect(halted.isReady()).toBe(false)
    expect(lines.join()).toContain('comes out differently')
    expect(await logFaults(database.exchangeUrl)).not.toEqual([])
  })
})

describe('verify', () => {
  const changes: readonly (readonly [what: string, sql: string])[] = [
    [
      'a changed event',
      `UPDATE exchange.events SET body = replace(body, '"price":', '"price":1') WHERE event =
       (SELECT max(event) FROM exchange.events WHERE kind = 'traded')`,
    ],
    [
      'a removed trade',
      `DELETE FROM exchange.events WHERE event =
       (SELECT min(event) FROM exchange.events WHERE kind = 'traded')`,
    ],
    [
      'a removed quote',
      `DELETE FROM exchange.log WHERE sequence =
       (SELECT max(sequence) FROM exchange.log WHERE practice)`,
    ],
    [
      'a command moved to another time',
      `UPDATE exchange.batches SET at = at + interval '1 millisecond'
       WHERE last = (SELECT max(last) FROM exchange.batches)`,
    ],
    [
      'a removed batch',
      `DELETE FROM exchange.batches WHERE last =
       (SELECT min(last) FROM exchange.batches WHERE last > 10)`,
    ],
    ['another head', `UPDATE exchange.shards SET hash = repeat('5', 64)`],
    [
      'a cut end',
      `WITH cut AS (SELECT max(last) AS last FROM exchange.batches)
       DELETE FROM exchange.batches USING cut WHERE batches.last = cut.last`,
    ],
  ]
  const forgedPruning = `WITH gone AS (
      DELETE FROM exchange.batches WHERE last = (
        SELECT min(b.last) FROM exchange.batches b
        JOIN exchange.events e ON e.sequence BETWEEN b.first AND b.last AND e.kind = 'traded')
      RETURNING first, last, first_event, last_event
    ), commands AS (DELETE FROM exchange.log USING gone WHERE sequence BETWEEN gone.first AND gone.last)
    DELETE FROM exchange.events USING gone WHERE event BETWEEN gone.first_event AND gone.last_event`

  it('finds each change, before and after pruning', async () => {
    await ready({ snapshotCommands: 80, snapshotsKept: 2 })
    await trade(300)
    await exchange!.stop()
    expect(await logFaults(database.exchangeUrl)).toEqual([])
    const found = async (what: string, sql: string): Promise<void> => {
      // Restoring the saved tables undoes the change, so that each one is checked alone.
      for (const table of ['log', 'events', 'batches', 'shards'])
        await log.sql.query(`CREATE TABLE public.saved_${table} AS SELECT * FROM exchange.${table}`)
      await log.sql.query(sql)
      expect(await logFaults(database.ownerUrl), what).not.toEqual([])
      for (const table of ['log', 'events', 'batches', 'shards']) {
        await log.sql.query(`DELETE FROM exchange.${table}`)
        await log.sql.query(`INSERT INTO exchange.${table} SELECT * FROM public.saved_${table}`)
        await log.sql.query(`DROP TABLE public.saved_${table}`)
      }
      expect(await logFaults(database.ownerUrl), `after ${what}`).toEqual([])
    }
    for (const [what, sql] of changes) await found(what, sql)
    while (
      (await log.sql.query<{ upto: string | null }>('SELECT exchange.prune(3, 50) AS upto'))[0]!.upto !== null
    );
    expect(await logFaults(database.exchangeUrl)).toEqual([])
    for (const [what, sql] of changes) await found(`${what} after pruning`, sql)
    await found('a trade gone with all of its batch, as if it had been pruned', forgedPruning)
  })
})

describe('pruning', () => {
  it('removes old quotes, keeps trades, and the log still verifies', async () => {
    await ready({ snapshotCommands: 100, snapshotsKept: 2, pruneMs: 100 })
    await trade(500)
    const before = await log.events()
    const trades = before.filter(({ kind }) => kind === 'traded').length
    await until('pruning up to the oldest snapshot', async () => {
      const [row] = await log.sql.query<{ last: string | null }>(
        'SELECT max(last) AS last FROM exchange.pruned',
      )
      return Number(row!.last) === (await snapshotPlaces())[0]
    })
    const oldest = (await snapshotPlaces())[0]!
    const left = await log.commands()
    const isQuote = (command: string): boolean => command.includes('"kind":"quote"')
    expect(left.filter(({ command, sequence }) => isQuote(command) && sequence <= oldest)).toEqual([])
    expect(left.some(({ command, sequence }) => isQuote(command) && sequence > oldest)).toBe(true)
    const members = sent.filter((text) => !isQuote(text))
    expect(left.filter(({ command }) => !isQuote(command)).map(({ command }) => command)).toEqual(members)
    const events = await log.events()
    expect(events.filter(({ kind }) => kind === 'traded')).toHaveLength(trades)
    expect(events.filter(({ body }) => body.includes('member:'))).toEqual(
      before.filter(({ body }) => body.includes('member:')),
    )
    const [report] = await verify(database.exchangeUrl)
    expect(report).toMatchObject({ faults: [], pruned: oldest, replayedFrom: oldest })
    const [gone] = await log.sql.query<{ commands: string; batches: string }>(
      'SELECT sum(commands) AS commands, sum(batches) AS batches FROM exchange.pruned',
    )
    expect(Number(gone!.commands)).toBe(
      sent.filter(isQuote).length - left.filter(({ command }) => isQuote(command)).length,
    )

    await exchange!.stop()
    await ready()
    await trade(20)
    expect(await logFaults(database.exchangeUrl)).toEqual([])
  })
})
