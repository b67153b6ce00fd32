// What a process does while PostgreSQL fails over: a replica, a primary whose standby is away, a server that is silent.
// A real primary and a real standby.

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type ListInstruments, shardOf } from '@fairlot/contract/venue'
import { assertDurable, NotDurable } from '@fairlot/process/durability'
import { testServices } from '@fairlot/testkit'
import { openSql } from '@fairlot/testkit/sql'
import { timeLimit, until } from '@fairlot/testkit/until'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { type RunningExchange, startExchange } from '../../apps/exchange/src/exchange.ts'
import { tryLock } from '../../apps/practice/src/store.ts'
import { systemClock } from '../../apps/server/src/platform/clock.ts'
import { CommitUnconfirmed, type Db, isTransient, openDb } from '../../apps/server/src/platform/db.ts'
import { mapError } from '../../apps/server/src/platform/http/errors.ts'
import { startLoops } from '../../apps/server/src/platform/loops.ts'
import { makeMetrics } from '../../apps/server/src/platform/metrics.ts'
import { unready } from '../../apps/server/src/platform/readiness.ts'
import { openSessionLocks } from '../../apps/server/src/platform/session-lock.ts'
import { confirmWrite } from '../../apps/server/src/roles/confirm-write.ts'
import { captureLog } from './support/captured-log.ts'
import { openReplicatedCluster, type ReplicatedCluster } from './support/replicated-cluster.ts'

vi.setConfig({ testTimeout: 120_000, hookTimeout: 180_000 })

const write = `SELECT pg_logical_emit_message(true, 'test', 'x')`
let folder: string
let cluster: ReplicatedCluster

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'fairlot-failover-'))
  cluster = await openReplicatedCluster(folder)
})
afterAll(async () => {
  await cluster.stop()
  rmSync(folder, { recursive: true, force: true })
})

const metrics = makeMetrics('test')
const open = (url: string, poolSize = 4): Db =>
  openDb({ url, poolSize, applicationName: 'test', observer: metrics.db })

async function withDb<Result>(url: string, run: (db: Db) => Promise<Result>): Promise<Result> {
  const db = open(url)
  try {
    return await run(db)
  } finally {
    await db.close()
  }
}

describe('a replica', () => {
  beforeAll(() => cluster.startStandby())
  afterAll(() => cluster.stopStandby())

  test('refuses a write as busy, and its connection is not used again', async () => {
    await withDb(cluster.standbyUrl('fairlot_api'), async (db) => {
      const refused = await db
        .transaction((tx) => tx.query('DELETE FROM platform.idempotency_keys'))
        .catch((error: unknown) => error)
      expect(refused).toMatchObject({ code: '25006' })
      expect(mapError(refused)).toMatchObject({ msg: 'system.busy' })
      expect(db.load().open).toBe(0)
    })
    expect(await metrics.registry.metrics()).toContain(
      'fairlot_db_failures_total{code="25006",role="test"} 1',
    )
  })

  test('is not ready', async () => {
    await withDb(cluster.standbyUrl('fairlot_api'), async (db) => {
      expect(await unready(db, 1)).toBe('ready.database-is-a-replica')
    })
  })

  test('gives no process a lock', async () => {
    const { log } = captureLog()
    const locks = openSessionLocks(cluster.standbyUrl('fairlot_settlement'), 'test', log)
    expect(await locks.take('shard-0', () => undefined)).toBe(false)
    await locks.close()
    const client = new pg.Client({ connectionString: cluster.standbyUrl('fairlot_practice') })
    await client.connect()
    expect(await tryLock(client)).toBe(undefined)
    await client.end()
  })

  test('runs no loop', async () => {
    const { log } = captureLog()
    let rounds = 0
    await withDb(cluster.standbyUrl('fairlot_worker'), async (db) => {
      const own = makeMetrics('worker')
      const run = () => Promise.resolve(++rounds)
      const loops = startLoops(db, [{ name: 'test', everyMs: 1, run }], log, own, { clock: systemClock })
      await until('failed rounds', async () => {
        const text = await own.registry.metrics()
        return /fairlot_loop_failures_total\{loop="test",role="worker"\} [3-9]/.test(text)
      })
      await loops.stop()
    })
    expect(rounds).toBe(0)
  })
})

describe('DATABASE_HA=sync', () => {
  const start = async (): Promise<readonly string[]> =>
    withDb(cluster.primaryUrl('fairlot_api'), async (db) => {
      try {
        await assertDurable({
          db,
          mode: 'production',
          ha: 'sync',
          confirmWrite: () => confirmWrite(db, 2_000),
          log: captureLog().log,
        })
        return []
      } catch (error) {
        if (!(error instanceof NotDurable)) throw error
        return error.faults.map(({ setting, found }) => `${setting}: ${found}`)
      }
    })
  const ready = (): Promise<string | undefined> =>
    withDb(cluster.primaryUrl('fairlot_api'), (db) => unready(db, 1, { ha: 'sync' }))

  test('refuses to start without a standby, and starts with one', async () => {
    expect(await start()).toEqual(['synchronous standby: not configured (synchronous_standby_names)'])
    expect(await ready()).toBe('ready.no-synchronous-standby')
    await cluster.waitFor('*')
    expect(await start()).toEqual(['synchronous standby: away'])
    await cluster.startStandby()
    expect(await start()).toEqual([])
    expect(await ready()).toBe(undefined)
    await cluster.waitFor('')
    await cluster.stopStandby()
  })
})

describe('a primary whose standby is away', () => {
  test('answers a commit as unconfirmed, further writes as busy, and reads', async () => {
    const db = open(cluster.primaryUrl('fairlot_api'))
    await db.probe(write)
    await cluster.waitFor('*')
    const hung = await db.transaction((tx) => tx.query(write)).catch((error: unknown) => error)
    expect(hung).toBeInstanceOf(CommitUnconfirmed)
    expect(mapError(hung)).toMatchObject({ msg: 'system.unconfirmed' })
    expect(isTransient(hung)).toBe(true)

    const probing = db.probe(write)
    const from = performance.now()
    for (let i = 0; i < 50; i++) {
      const refused = await db.transaction((tx) => tx.query(write)).catch((error: unknown) => error)
      expect(mapError(refused)).toMatchObject({ msg: 'system.busy' })
      expect(await db.query('SELECT 1 AS one')).toEqual([{ one: 1 }])
    }
    expect(performance.now() - from).toBeLessThan(timeLimit(500))
    expect(await unready(db, 1)).toBe('ready.commits-unanswered')
    // The abandoned commit and the probe: refused writes leave no session behind.
    await until('the probe to hang', async () => (await cluster.hanging()) === 2)

    await cluster.waitFor('')
    await probing
    expect(await unready(db, 1)).toBe(undefined)
    await db.transaction((tx) => tx.query(write))
    expect(await cluster.hanging()).toBe(0)
    await db.close()
  })

  test('answers reads while writes hang on all their connections', async () => {
    const places = 4
    const db = open(cluster.primaryUrl('fairlot_api'), places + 1)
    await db.probe(write)
    await cluster.waitFor('*')
    const hung = Array.from({ length: 3 * places }, () =>
      db.transaction((tx) => tx.query(write)).catch((error: unknown) => error),
    )
    await until('the writes to hang', async () => (await cluster.hanging()) === places)
    const from = performance.now()
    for (let i = 0; i < 20; i++) expect(await db.query('SELECT 1 AS one')).toEqual([{ one: 1 }])
    expect(performance.now() - from).toBeLessThan(timeLimit(500))
    // Those that got no place were never sent.
    const answers = (await Promise.all(hung)).map((error) => mapError(error)?.msg)
    expect(answers.filter((msg) => msg === 'system.unconfirmed')).toHaveLength(places)
    expect(answers.filter((msg) => msg === 'system.busy')).toHaveLength(2 * places)
    await cluster.waitFor('')
    await db.close()
  })

  test('sends no further commit once one has waited for a second', async () => {
    const db = open(cluster.primaryUrl('fairlot_api'))
    await db.probe(write)
    await cluster.waitFor('*')
    const hung = db.transaction((tx) => tx.query(write)).catch((error: unknown) => error)
    const begunBefore = db
      .transaction(async (tx) => {
        await tx.query(write)
        await until('the first commit to have waited', () => db.commits.waitingMs() > 1_000)
      })
      .catch((error: unknown) => error)
    expect(mapError(await begunBefore)).toMatchObject({ msg: 'system.busy' })
    const begunAfter = await db.transaction((tx) => tx.query(write)).catch((error: unknown) => error)
    expect(mapError(begunAfter)).toMatchObject({ msg: 'system.busy' })
    // Nothing of them is left in PostgreSQL, and reading goes on.
    expect(db.commits.isStalled()).toBe(false)
    expect(await cluster.hanging()).toBe(1)
    expect(await db.transaction((tx) => tx.query('SELECT 1 AS one'), 'read')).toEqual([{ one: 1 }])
    await cluster.waitFor('')
    await hung
    await db.transaction((tx) => tx.query(write))
    await db.close()
  })

  test('keeps one probe waiting instead of one more each time', async () => {
    const db = open(cluster.primaryUrl('fairlot_api'))
    await cluster.waitFor('*')
    let isAnswered = false
    const probing = db.probe(write).then(() => (isAnswered = true))
    await until('readiness to end', () => unready(db, 1, { maxCommitMs: 1_000 }))
    // Before the commit's own limit.
    expect(db.commits.isStalled()).toBe(false)
    await until('two limits to pass', () => db.commits.probedAgoMs() > 11_000)
    expect(isAnswered).toBe(false)
    expect(db.commits.isStalled()).toBe(true)
    expect(await cluster.hanging()).toBe(1)
    expect(await unready(db, 1, { maxWriteAgeMs: 10_000 })).toBe('ready.commits-unanswered')
    await cluster.waitFor('')
    await probing
    expect(db.commits.isStalled()).toBe(false)
    await db.close()
  })

  test('does not hold up the end of a process', async () => {
    const db = open(cluster.primaryUrl('fairlot_api'))
    await cluster.waitFor('*')
    const probing = db.probe(write).catch((error: unknown) => error)
    await until('the probe to hang', async () => (await cluster.hanging()) === 1)
    await db.close()
    expect(isTransient(await probing)).toBe(true)
    await cluster.waitFor('')
  })
})

describe('the exchange', () => {
  const start = (): Promise<RunningExchange> =>
    startExchange({
      databaseUrl: cluster.primaryUrl('fairlot_exchange'),
      natsUrl: testServices().natsUrl,
      namespace: 'failover',
      shards: [0],
      mode: 'production',
      ha: 'sync',
      logLevel: 'silent',
    })

  test('does not start without a standby', async () => {
    const exchange = await start()
    await exchange.ended
    expect(exchange.shards[0]!.state()).toBe('halted')
    await exchange.stop()
  })

  test('applies an unanswered batch once when the standby is back', async () => {
    await cluster.startStandby()
    await cluster.waitFor('*')
    const exchange = await start()
    const [shard] = exchange.shards
    await until('the shard to run', () => shard!.state() === 'running')
    const epochOf = async (): Promise<number> =>
      (
        await cluster.owner.query<{ epoch: number }>(
          'SELECT epoch::integer FROM exchange.shards WHERE shard = 0',
        )
      )[0]!.epoch
    const epoch = await epochOf()

    await cluster.stopStandby()
    // The command itself must not wait for the standby: only the exchange is tried here.
    const sender = openSql(cluster.primaryUrl())
    await sender.query('SET synchronous_commit = local')
    const symbol = ['1101', '1102', '1103', '1104', '1108', '1109'].find((each) => shardOf(each) === 0)!
    const command: ListInstruments = {
      kind: 'list',
      instruments: [{ symbol, instrument: 'stock', reference: 4_000, limited: false }],
    }
    await sender.query('SELECT exchange.submit(0, $1)', [JSON.stringify(command)])
    await until('the shard to give up its session', () => shard!.state() !== 'running')
    expect(exchange.isReady()).toBe(false)

    await cluster.startStandby()
    await until('the shard to run again', () => shard!.state() === 'running')
    await until('the command', () => (shard!.place()?.sequence ?? 0) >= 1)
    const logged = await cluster.owner.query('SELECT FROM exchange.log WHERE shard = 0')
    expect(logged).toHaveLength(1)
    expect(await epochOf()).toBeGreaterThan(epoch)
    await sender.close()
    await exchange.stop()
    await cluster.waitFor('')
    await cluster.stopStandby()
  })
})
