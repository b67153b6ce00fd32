// Blocks through the real exchange: its queue, log and snapshots.

import { randomUUID } from 'node:crypto'
import {
  type BlockLine,
  type Command,
  copyPoolAccount,
  type PlaceBlock,
  type VenueEvent,
} from '@fairlot/contract/venue'
import { copyPoolSeat } from '@fairlot/rules/members'
import { openTestDatabase, type TestDatabase, testServices } from '@fairlot/testkit'
import { openSql } from '@fairlot/testkit/sql'
import { until } from '@fairlot/testkit/until'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { type RunningExchange, startExchange } from '../../apps/exchange/src/exchange.ts'
import { submitAll } from '../faults/support/load.ts'
import { symbolsOf } from '../faults/support/order-flow.ts'
import { logFaults, openVenueLog, type VenueLog } from '../faults/support/venue-log.ts'

vi.setConfig({ testTimeout: 60_000 })

const shard = 1
const symbol = symbolsOf(shard, 1)[0]!
const date = '2026-11-16'

let database: TestDatabase
let log: VenueLog
let exchange: RunningExchange

const start = async (): Promise<void> => {
  exchange = await startExchange({
    databaseUrl: database.exchangeUrl,
    natsUrl: testServices().natsUrl,
    namespace: database.name,
    shards: [shard],
    mode: 'test',
    logLevel: 'silent',
  })
  await until('the shard', exchange.isReady)
}
const send = async (...commands: readonly Command[]): Promise<void> => {
  await submitAll(
    database.ownerUrl,
    commands.map((command) => ({ shard, text: JSON.stringify(command) })),
  )
  await log.untilApplied()
}
const events = async (): Promise<VenueEvent[]> =>
  (await log.events()).map(({ body }) => JSON.parse(body) as VenueEvent)

const lineOf = (n: number): BlockLine => ({ order: `x${n}`, account: `member:${n}`, quantity: 1 + (n % 9) })
const chunksOf = (count: number): PlaceBlock[] =>
  Array.from({ length: Math.ceil(count / 500) }, (_, chunk) => ({
    kind: 'block',
    block: 'k',
    account: copyPoolAccount,
    symbol,
    side: 'buy',
    price: 10_000,
    date,
    from: chunk * 500,
    lines: Array.from({ length: Math.min(500, count - chunk * 500) }, (_line, n) => lineOf(chunk * 500 + n)),
    ...((chunk + 1) * 500 >= count && { last: true as const }),
  }))
const sells = (order: string, price: number, quantity: number): Command => ({
  kind: 'place',
  order,
  account: 'seat:maker-1',
  symbol,
  side: 'sell',
  price,
  quantity,
  validity: 'ROD',
})

beforeAll(async () => {
  database = await openTestDatabase()
  log = openVenueLog(database.ownerUrl)
  await start()
  await send(
    { kind: 'list', instruments: [{ symbol, instrument: 'stock', reference: 10_000, limited: true }] },
    { kind: 'phase', date, phase: 'opening-call', seed: 'blocks', odd: true },
    { kind: 'phase', date, phase: 'continuous' },
  )
})
afterAll(async () => {
  await exchange.stop()
  await log.close()
  await database.close()
})

it('divides a block over several commands and restarts', async () => {
  const [first, ...others] = chunksOf(2_600)
  await send(sells('s1', 9_990, 3_000), first!)
  // The chunks that came are in the snapshot of the stop.
  await exchange.stop()
  await start()
  await send(...others)
  await exchange.stop()
  await start()
  await send({ kind: 'cancel', order: 'x0', account: 'member:0', symbol })
  await exchange.stop()
  await start()
  const answered = await until('every line', async () => {
    const all = await events()
    const ends = all.filter(
      (event) =>
        (event.kind === 'allocated' && event.buyLeft === 0) ||
        (event.kind === 'cancelled' && event.order.startsWith('x')),
    )
    return ends.length === 2_600 ? all : undefined
  })
  const given = answered.filter((event) => event.kind === 'allocated')
  expect(given.reduce((sum, event) => sum + event.quantity, 0)).toBe(3_000)
  const [done] = answered.filter((event) => event.kind === 'block-done')
  expect(done).toMatchObject({ block: 'k', filled: 3_000, value: 3_000 * 9_990, price: 9_990, lines: 2_600 })
  const [written] = await log.sql.query<{ commands: number; max: number }>(
    `SELECT count(*)::int AS commands, max(n)::int AS max FROM (SELECT count(*) AS n FROM exchange.events
       WHERE kind IN ('allocated', 'cancelled') GROUP BY sequence) AS s`,
    [],
  )
  expect(written!.commands).toBeGreaterThan(4)
  expect(written!.max).toBeLessThan(510)
  await exchange.stop()
  expect(await logFaults(database.exchangeUrl)).toEqual([])
  await start()
})

it('keeps all events of a block and of its parent', async () => {
  const rows = await log.sql.query<{ kind: string; practice: boolean }>(
    `SELECT DISTINCT kind, practice FROM exchange.events WHERE body LIKE '%"k"%' OR body LIKE '%"k/odd"%' ORDER BY kind`,
    [],
  )
  const kinds = ['accepted', 'allocated', 'block-done', 'cancelled', 'traded']
  expect(rows).toEqual(kinds.map((kind) => ({ kind, practice: false })))
  await expect(
    log.sql.query(
      `INSERT INTO exchange.events (shard, practice, event, sequence, at, kind, body)
       VALUES (1, true, 1000000, 1, now(), 'allocated', '{}')`,
      [],
    ),
  ).rejects.toThrow('events_practice_has_no_trades')
})

it('a text that is no block is logged without effect', async () => {
  const before = (await events()).length
  const [chunk] = chunksOf(1)
  for (const wrong of [{ lines: 'x' }, { lines: [{ order: 'x' }] }, { from: '0' }, { price: 1.5 }])
    await send({ ...chunk!, block: 'l', ...wrong } as unknown as Command)
  expect((await events()).length).toBe(before)
})

it('neither practice market nor worker trades for the pool', async () => {
  const [pool] = await log.sql.query<{ id: string; kind: string }>(
    'SELECT ledger_id::text AS id, kind FROM app.seats WHERE code = $1',
    [copyPoolSeat.code],
  )
  expect(pool).toEqual({ id: copyPoolSeat.ledgerId, kind: 'pool' })
  const practice = openSql(database.practiceUrl)
  const worker = openSql(database.workerUrl)
  const refused = async (sql: typeof practice, command: object): Promise<void> => {
    const asked = sql.query('SELECT exchange.submit($1, $2)', [shard, JSON.stringify(command)])
    await expect(asked).rejects.toThrow('may not ask the venue')
  }
  await refused(practice, { ...sells('p1', 10_000, 1_000), account: copyPoolAccount })
  await refused(practice, { kind: 'cancel-all', account: copyPoolAccount })
  await refused(practice, chunksOf(1)[0]!)
  await refused(worker, { ...chunksOf(1)[0]!, block: randomUUID() })
  await practice.close()
  await worker.close()
})
