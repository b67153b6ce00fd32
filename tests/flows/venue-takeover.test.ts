// One writer per shard: the lock names it, the epoch enforces it.

import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { openTestDatabase, type TestDatabase, testServices } from '@fairlot/testkit'
import pg from 'pg'
import { until } from '@fairlot/testkit/until'
import { type ExchangeProcess, spawnExchange } from '../faults/support/exchange-process.ts'
import { type Load, startLoad, submitAll } from '../faults/support/load.ts'
import { createOrderFlow } from '../faults/support/order-flow.ts'
import { compareLog, logFaults, openVenueLog, type VenueLog } from '../faults/support/venue-log.ts'

// Real processes on a machine that may be busy.
vi.setConfig({ testTimeout: 180_000 })

let database: TestDatabase
let log: VenueLog
const flow = createOrderFlow({ seed: 23, shards: [2] })
const sent: string[] = []
const running: ExchangeProcess[] = []
let load: Load | undefined

beforeAll(async () => {
  database = await openTestDatabase()
  log = openVenueLog(database.ownerUrl)
  const opening = flow.opening()
  await submitAll(database.ownerUrl, opening)
  sent.push(...opening.map(({ text }) => text))
})
afterEach(async () => {
  await load?.stop()
  load = undefined
  for (const process of running.splice(0)) {
    process.signal('SIGCONT')
    await process.kill()
  }
})
afterAll(async () => {
  await log.close()
  await database.close()
})

const start = async (env: Record<string, string> = {}): Promise<ExchangeProcess> => {
  const process = await spawnExchange({
    databaseUrl: database.exchangeUrl,
    natsUrl: testServices().natsUrl,
    namespace: database.name,
    shards: '2',
    env,
  })
  running.push(process)
  return process
}
const trade = (): Load =>
  (load = startLoad({
    databaseUrl: database.ownerUrl,
    flow,
    perSecond: 100,
    nats: { url: testServices().natsUrl, namespace: database.name },
  }))
const expectNothingLost = async (): Promise<void> => {
  await load!.stop()
  sent.push(...load!.committed)
  expect(load!.unknown).toEqual([])
  await log.untilApplied()
  expect(await compareLog(log, sent)).toEqual({ lost: [], repeated: [], strange: [] })
  expect(await logFaults(database.exchangeUrl)).toEqual([])
}
const appliedMore = async (than: number): Promise<boolean> => (await log.place(2)).sequence > than

describe('two exchanges of one shard', () => {
  it('the standby takes over when the first is killed', async () => {
    const first = await start()
    await first.untilReady()
    const second = await start()
    trade()
    await until('some batches', () => appliedMore(30))
    await until('the standby to say so', () => second.lines.some((line) => line.includes('standing by')))
    expect(await second.isReady()).toBe(false)
    const { epoch } = await log.place(2)
    await first.kill()
    await second.untilReady()
    const { epoch: next, sequence } = await log.place(2)
    expect(next).toBe(epoch + 1)
    await until('batches of the second', () => appliedMore(sequence + 20))
    await expectNothingLost()
  })

  it('the second exits at once with STANDBY=exit', async () => {
    const first = await start()
    await first.untilReady()
    const second = await start({ STANDBY: 'exit' })
    expect(await second.exited).toBe(1)
    expect(second.lines.join('\n')).toContain('belongs to another process')
    expect(await first.isReady()).toBe(true)
  })

  it('a hanging process loses the shard and writes nothing after waking', async () => {
    const first = await start({ IDLE_SESSION_SECONDS: '1' })
    await first.untilReady()
    trade()
    const begin = (await log.place(2)).sequence
    await until('some batches', () => appliedMore(begin + 30))
    const second = await start({ IDLE_SESSION_SECONDS: '1' })
    const { epoch } = await log.place(2)
    first.signal('SIGSTOP')
    await second.untilReady()
    expect((await log.place(2)).epoch).toBe(epoch + 1)
    const { sequence } = await log.place(2)
    await until('batches of the second', () => appliedMore(sequence + 30))
    first.signal('SIGCONT')
    await until('the first to notice', () => first.lines.some((line) => line.includes('dropping the engine')))
    await until('the first to stand by', () => first.lines.some((line) => line.includes('standing by')))
    expect(await first.isReady()).toBe(false)
    expect((await log.place(2)).epoch).toBe(epoch + 1)
    await expectNothingLost()
  })
})

describe('the fence', () => {
  it('stops a process of an old epoch, which then recovers', async () => {
    const only = await start()
    await only.untilReady()
    trade()
    const begin = (await log.place(2)).sequence
    await until('some batches', () => appliedMore(begin + 30))
    const [raised] = await log.sql.query<{ epoch: string }>(
      'UPDATE exchange.shards SET epoch = epoch + 1 WHERE shard = 2 RETURNING epoch',
      [],
    )
    await until('a new epoch', async () => (await log.place(2)).epoch > Number(raised!.epoch))
    expect(only.lines.some((line) => line.includes('"isFence":true'))).toBe(true)
    const { sequence } = await log.place(2)
    await until('more batches', () => appliedMore(sequence + 30))
    await expectNothingLost()
  })

  it('refuses a batch with another epoch, sequence, hash or earlier time', async () => {
    const client = new pg.Client({ connectionString: database.exchangeUrl })
    await client.connect()
    const { epoch, sequence, hash } = await log.place(2)
    const text = `SELECT exchange.commit_batch(2, $1, $2, $3, $4, repeat('a', 64), repeat('b', 64), NULL, NULL, $5,
      $6, '{}', '{}', '{}', '', '', '', 10)`
    const now = Date.now() + 60_000
    for (const values of [
      [epoch - 1, sequence, hash, now, true, '{}'],
      [epoch + 1, sequence, hash, now, true, '{}'],
      [epoch, sequence - 1, hash, now, true, '{}'],
      [epoch, sequence + 1, hash, now, true, '{}'],
      [epoch, sequence, hash.replace(/^./, (digit) => (digit === '0' ? '1' : '0')), now, true, '{}'],
      [epoch, sequence, hash, 1_000, true, '{}'],
      [epoch, sequence, hash, now, false, '{}'],
      [epoch, sequence, hash, now, false, '{999999999}'],
    ])
      await expect(client.query(text, values)).rejects.toMatchObject({ code: 'FX001' })
    await expect(
      client.query(`SELECT exchange.keep_snapshot(2, $1, $2, $3, 'x', 'x', 3)`, [epoch - 1, sequence, hash]),
    ).rejects.toMatchObject({ code: 'FX001' })
    await client.end()
    expect(await log.place(2)).toEqual({ epoch, sequence, hash, event: (await log.place(2)).event })
    expect(await logFaults(database.exchangeUrl)).toEqual([])
  })
})
