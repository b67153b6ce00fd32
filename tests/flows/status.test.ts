// The status page: which processes are alive or lost, what waits, and which drills were run.

import { processNames } from '@fairlot/contract/status'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { until } from '@fairlot/testkit/until'
import { openReview } from '../../apps/server/src/features/operators/index.ts'
import {
  drillFrom,
  recordDrill,
  startCountingAnswers,
  watchSystem,
} from '../../apps/server/src/features/status/index.ts'
import { countWaiting } from '../../apps/server/src/features/status/service-levels.ts'
import { openDb } from './support/open-db.ts'
import { newId } from '../../apps/server/src/platform/ids.ts'
import { makeMetrics } from '../../apps/server/src/platform/metrics.ts'
import { version } from '../../apps/server/src/roles/version.ts'
import { startExchange } from '../../apps/exchange/src/exchange.ts'
import { type ConsoleHarness, startConsoleHarness, type TestOperator } from './support/console-harness.ts'

let harness: ConsoleHarness
let auditor: TestOperator

beforeAll(async () => {
  harness = await startConsoleHarness()
  auditor = await harness.operator('auditor')
})
afterAll(() => harness.stop())

const system = async () => {
  const { http, body } = await auditor.browser.ask('/status/system')
  expect(http, JSON.stringify(body)).toBe(200)
  return body.data
}
const processOf = async (name: string) => (await system()).processes.find((each) => each.name === name)

/** Sends the heartbeat of that process from its own database role. */
const sendHeartbeatAs = async (role: string, process: string, instance: string, isLast = false) => {
  const db = openDb({
    url: harness.database.ownerUrl.replace(/\/\/\w+@/, `//${role}@`),
    poolSize: 1,
    applicationName: 't',
  })
  try {
    await db.query(
      `SELECT status.write_heartbeat($1, $2, 'elsewhere', 7, '9.9.9', now(), '{"p99Ms": 12}', $3)`,
      [instance, process, isLast],
    )
  } finally {
    await db.close()
  }
}

test('every process sends heartbeats, and only for itself', async () => {
  const console_ = await until('a heartbeat of the console', () => processOf('console'))
  expect(console_).toMatchObject({ versions: [version], copies: [{ isHeard: true, pid: process.pid }] })
  expect((await processOf('worker'))?.state).toBe('missing')
  // The practice market is listed only where it is enabled.
  expect(await processOf('practice')).toBeUndefined()

  const worker = await harness.startWorker()
  await until('a heartbeat of the worker', async () => ((await processOf('worker'))?.copies.length ?? 0) > 0)
  const exchange = await startExchange({
    databaseUrl: harness.database.exchangeUrl,
    natsUrl: harness.config.natsUrl,
    namespace: harness.config.natsNamespace,
    shards: [0],
    logLevel: 'silent',
  })
  await until('a heartbeat of the exchange', async () => (await processOf('exchange'))?.copies[0]?.isHeard)
  await exchange.stop()
  expect((await processOf('exchange'))?.state).toBe('missing')

  await expect(sendHeartbeatAs('fairlot_console', 'worker', newId())).rejects.toThrow(/is not worker/)
  await worker.stop()
  // It signed off: no process is lost, and none is listed.
  expect(await processOf('worker')).toMatchObject({ state: 'missing', copies: [] })
})

test('a silent process counts as lost until another replaces it', async () => {
  const instance = newId()
  await sendHeartbeatAs('fairlot_quotes', 'quotes', instance)
  const from = Date.now()
  expect(await processOf('quotes')).toMatchObject({ state: 'well', versions: ['9.9.9'], p99Ms: 12 })
  await until('it is lost', async () => (await processOf('quotes'))?.state === 'lost')
  expect(Date.now() - from).toBeGreaterThan(9_000)
  await sendHeartbeatAs('fairlot_quotes', 'quotes', newId())
  expect(await processOf('quotes')).toMatchObject({ state: 'well', copies: [{ isHeard: true }] })
  // A heartbeat from the one considered lost: both are listed.
  await sendHeartbeatAs('fairlot_quotes', 'quotes', instance)
  expect((await processOf('quotes'))?.copies).toHaveLength(2)
  await sendHeartbeatAs('fairlot_quotes', 'quotes', instance, true)
  expect((await processOf('quotes'))?.copies).toHaveLength(1)
})

test('the page counts commands and events that were set aside', async () => {
  const of = async (name: string) => (await system()).waiting.find((each) => each.name === name)
  expect(await of('commands-set-aside')).toMatchObject({ amount: 0, waitedMs: 0, isLate: false })
  expect(await of('events-set-aside')).toMatchObject({ amount: 0, waitedMs: 0, isLate: false })
  await harness.owner.query(
    `INSERT INTO exchange.commands_set_aside (shard, id, command, submitted_at, reason, set_aside_at, state, ended_at, queued_as)
     VALUES (0, 1, '{}', now(), 'fault', now() - interval '20 seconds', 'waiting', NULL, NULL),
       (0, 2, '{}', now(), 'fault', now() - interval '10 seconds', 'waiting', NULL, NULL),
       (0, 3, '{}', now(), 'fault', now() - interval '1 hour', 'retried', now(), 9)`,
  )
  await harness.owner.transaction(async (tx) => {
    // Without the trigger that looks for the event in the log.
    await tx.query('SET LOCAL session_replication_role = replica')
    await tx.query(
      `INSERT INTO settlement.set_aside (shard, event, at, kind, orders, reason, waits, set_aside_at, tried_at)
       VALUES (0, 1, now(), 'fill', '{}', 'fault', false, now() - interval '30 seconds', now())`,
    )
  })
  const [commands, events] = [await of('commands-set-aside'), await of('events-set-aside')]
  expect([commands, events]).toMatchObject([
    { amount: 2, isLate: true },
    { amount: 1, isLate: true },
  ])
  expect(commands!.waitedMs).toBeGreaterThanOrEqual(20_000)
  expect(commands!.waitedMs).toBeLessThan(3_600_000)
  expect(events!.waitedMs).toBeGreaterThanOrEqual(30_000)
})

test('the page shows failed reviews, lag and drills', async () => {
  const memberId = await harness.member()
  const opened = await harness.owner.transaction((tx) =>
    openReview(tx, {
      kind: 'bank-account',
      memberId,
      subject: newId(),
      payload: {},
      now: harness.clock.now(),
      requestId: newId(),
    }),
  )
  if (!opened.ok) throw new Error('not opened')
  await harness.owner.query(
    `UPDATE app.reviews SET state = 'decided', decision = 'reject', decided_at = now(), trouble = 'no such row', tries = 3
     WHERE id = $1`,
    [opened.reviewId],
  )
  await harness.owner.query(
    `INSERT INTO exchange.queue (shard, command, submitted_at) VALUES (0, '{}', now() - interval '9 seconds')`,
  )
  const { stuck, waiting, drills } = await system()
  expect(stuck).toEqual([
    expect.objectContaining({
      number: opened.number,
      kind: 'bank-account',
      trouble: 'no such row',
      tries: 3,
    }),
  ])
  const of = (name: string) => waiting.find((each) => each.name === name)
  expect(of('reviews-stuck')).toMatchObject({ amount: 1, isLate: true })
  expect(of('exchange-queue')).toMatchObject({ amount: 1, isLate: true })
  expect(of('exchange-queue')!.waitedMs).toBeGreaterThan(8_000)
  expect(of('settlement')).toMatchObject({ amount: 0, isLate: false })
  expect(drills.every(({ last, isDue }) => last === null && isDue)).toBe(true)

  expect(drillFrom(['backup', 'perhaps', '1'])).toBeUndefined()
  await recordDrill(
    harness.owner,
    drillFrom(['backup', 'ok', '660', 'to', 'the', 'vault'])!,
    harness.clock.now(),
  )
  await recordDrill(harness.owner, drillFrom(['restore', 'failed', '12'])!, harness.clock.now())
  const after = (await system()).drills
  expect(after.find(({ kind }) => kind === 'backup')).toMatchObject({
    isDue: false,
    last: { ok: true, seconds: 660, note: 'to the vault' },
  })
  expect(after.find(({ kind }) => kind === 'restore')).toMatchObject({ isDue: true, last: { ok: false } })
})

test('the console exports what waits and the last drills as metrics', async () => {
  const { registry } = makeMetrics('console')
  const db = openDb({ url: harness.database.consoleUrl, poolSize: 2, applicationName: 'test' })
  watchSystem(registry, db)
  const text = await registry.metrics()
  expect(text).toMatch(/^fairlot_waiting\{what="settlement",role="console"\} 0$/m)
  expect(text).toMatch(/^fairlot_waiting_oldest_seconds\{what="exchange-queue",role="console"\} \d/m)
  expect(text).toMatch(/^fairlot_drill_ok\{kind="backup",role="console"\} 1$/m)
  expect(text).toMatch(/^fairlot_drill_ok\{kind="restore",role="console"\} 0$/m)
  expect(text).toMatch(/^fairlot_drill_timestamp_seconds\{kind="backup",role="console"\} \d+/m)
  await db.close()
  // Without PostgreSQL the figures are absent and the rest is readable.
  const away = openDb({ url: 'postgres://x@127.0.0.1:1/x', poolSize: 1, applicationName: 'test' })
  const other = makeMetrics('console').registry
  watchSystem(other, away)
  expect(await other.metrics()).not.toMatch(/^fairlot_waiting\{/m)
  await away.close()
})

test('every process can store its heartbeat with its own role', async () => {
  for (const name of processNames) {
    const role = `fairlot_${name.replace('-', '_')}`
    await expect(sendHeartbeatAs(role, name, newId(), true), name).resolves.toBeUndefined()
  }
})

test('api and worker count service levels, each its own', async () => {
  const levelOf = async (name: string) => (await system()).levels.find((level) => level.name === name)!
  const open = (role: string) =>
    openDb({
      url: harness.database.ownerUrl.replace(/\/\/\w+@/, `//${role}@`),
      poolSize: 1,
      applicationName: 't',
    })
  const api = open('fairlot_api')
  const metrics = makeMetrics('api')
  const stop = startCountingAnswers(api, metrics.registry)
  metrics.httpRequests.inc({ route: '/x', status: '200' }, 1_990)
  metrics.httpRequests.inc({ route: '/x', status: '503' }, 10)
  for (const seconds of [0.1, 0.4, 0.9]) metrics.httpSeconds.observe({ route: '/orders/placeOrder' }, seconds)
  metrics.httpSeconds.observe({ route: '/other' }, 5)
  await stop()
  expect(await levelOf('api-answers')).toEqual({ name: 'api-answers', good: 1_990, bad: 10, left: -1 })
  expect(await levelOf('orders-answered')).toMatchObject({ good: 2, bad: 1 })

  await harness.owner.query('DELETE FROM exchange.queue')
  const worker = open('fairlot_worker')
  const before = await levelOf('orders-at-venue')
  await countWaiting(worker, 30)
  expect((await levelOf('orders-at-venue')).good).toBe(before.good + 30)
  await harness.owner.query(
    `INSERT INTO exchange.queue (shard, command, submitted_at) VALUES (0, '{}', now() - interval '1 minute')`,
  )
  await countWaiting(worker, 30)
  expect((await levelOf('orders-at-venue')).bad).toBe(before.bad + 30)
  await harness.owner.query('DELETE FROM exchange.queue')

  const count = (db: typeof api, level: string, good: number) =>
    db.query('SELECT status.count_level($1, $2, 0)', [level, good])
  await expect(count(api, 'orders-at-venue', 1)).rejects.toThrow(/does not count/)
  await expect(count(worker, 'api-answers', 1)).rejects.toThrow(/does not count/)
  await expect(count(api, 'api-answers', -1)).rejects.toThrow(/only grows/)
  await api.close()
  await worker.close()
})
