// How a process reports that it can work, what it refuses to start on, and how it returns after PostgreSQL was away.

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { serveMetrics } from '@fairlot/process/metrics'
import { openNats } from '@fairlot/process/nats'
import { BehindPooler } from '@fairlot/process/pooler'
import { openTestDatabase, type TestDatabase, testServices } from '@fairlot/testkit'
import { startNats } from '@fairlot/testkit/services/nats'
import { onFreePorts } from '@fairlot/testkit/services/process'
import { openSql } from '@fairlot/testkit/sql'
import { until } from '@fairlot/testkit/until'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { openSession } from '../../apps/exchange/src/store.ts'
import { startPractice } from '../../apps/practice/src/run.ts'
import { readSettings } from '../../apps/practice/src/settings.ts'
import { isTransient, openDb } from '../../apps/server/src/platform/db.ts'
import { makeMetrics, watchCertificate, watchLocks } from '../../apps/server/src/platform/metrics.ts'
import { unready } from '../../apps/server/src/platform/readiness.ts'
import { openSessionLocks } from '../../apps/server/src/platform/session-lock.ts'
import { ensureCertificate } from '../../scripts/stack/certificate.ts'
import { captureLog } from './support/captured-log.ts'
import { childEnvironment } from './support/child-environment.ts'
import { openPooler } from './support/pooler.ts'
import { startTestApi } from './support/start-test-api.ts'

vi.setConfig({ testTimeout: 120_000 })

const main = fileURLToPath(new URL('../../apps/server/src/main.ts', import.meta.url))
let database: TestDatabase
let folder: string

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'fairlot-health-'))
  database = await openTestDatabase()
})
afterAll(async () => {
  await database.close()
  rmSync(folder, { recursive: true, force: true })
})

const healthcheck = async (port: number): Promise<{ code: number | null; text: string }> => {
  const env = { ...childEnvironment(), METRICS_HOST: '0.0.0.0', METRICS_PORT: String(port) }
  const child = spawn(process.execPath, [main, 'healthcheck'], { env })
  let text = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => (text += chunk.toString()))
  const [code] = (await once(child, 'close')) as [number | null]
  return { code, text: text.trim() }
}

describe('healthcheck', () => {
  test('exits with 0 when ready, with 1 and the reason otherwise', async () => {
    let problem: string | undefined = 'ready.starting'
    const metrics = await serveMetrics(makeMetrics('test').registry, {
      host: '127.0.0.1',
      port: 0,
      unready: () => problem,
    })
    expect(await healthcheck(metrics.port)).toEqual({ code: 1, text: 'ready.starting' })
    problem = undefined
    expect(await healthcheck(metrics.port)).toEqual({ code: 0, text: 'ready' })
    await metrics.close()
    expect(await healthcheck(metrics.port)).toEqual({
      code: 1,
      text: `nothing answers on the metrics port ${metrics.port}`,
    })
  })
})

describe('/readyz', () => {
  test('reports NATS and the process is ready after its first write', async () => {
    const api = await startTestApi()
    const address = `http://127.0.0.1:${api.api.metricsPort}/readyz`
    await until('NATS', async () => (await (await fetch(address)).text()).includes('"nats":"connected"'))
    expect(await (await fetch(address)).json()).toMatchObject({ status: 1, data: { ready: true } })
    const text = await (await fetch(`http://127.0.0.1:${api.api.metricsPort}/metrics`)).text()
    expect(text).toMatch(/^fairlot_build_info\{version="[\d.]+",node="[\d.]+",role="api"\} 1$/m)
    expect(text).toMatch(/^fairlot_redis_up\{role="api"\} 1$/m)
    expect(text).toMatch(/^fairlot_http_in_flight\{role="api"\} \d+$/m)
    expect(text).toMatch(/^fairlot_nats_away_seconds\{role="api"\} 0$/m)
    await api.stop()
  })

  test('turns red when NATS is away for longer than the limit', async () => {
    const db = openDb({ url: database.apiUrl, poolSize: 2, applicationName: 'test' })
    await onFreePorts(2, async ([port, monitorPort]) => {
      const options = { folder: join(folder, 'nats'), port: port!, monitorPort: monitorPort! }
      let server = await startNats(options)
      const nats = openNats({ address: { url: server.url }, name: 'test', log: captureLog().log })
      const ready = (natsLimitMs: number) => unready(db, 1, { nats, natsLimitMs })
      await until('NATS', () => nats.isConnected())
      expect(await ready(1)).toBe(undefined)
      await server.stop()
      await until('NATS to be away', () => nats.awayMs() > 1)
      expect(await ready(600_000)).toBe(undefined)
      expect(await ready(0)).toBe(undefined)
      expect(await ready(1)).toBe('ready.nats-away')
      server = await startNats(options)
      await until('NATS to be back', async () => (await ready(1)) === undefined)
      await nats.close()
      await server.stop()
    })
    await db.close()
  })

  test('turns red when no write was committed lately', async () => {
    const db = openDb({ url: database.apiUrl, poolSize: 2, applicationName: 'test' })
    await until('a moment', () => db.commits.probedAgoMs() > 1)
    expect(await unready(db, 1, { maxWriteAgeMs: 1 })).toBe('ready.no-recent-write')
    await db.probe('SELECT 1')
    expect(await unready(db, 1, { maxWriteAgeMs: 60_000 })).toBe(undefined)
    await db.close()
  })
})

describe('a connection pooler', () => {
  test('is refused by name, by server, exchange and practice market', async () => {
    for (const kind of ['renumbers', 'refuses'] as const) {
      const pooler = await openPooler(testServices().postgresPort, kind)
      const db = openDb({ url: pooler.url(database.apiUrl), poolSize: 1, applicationName: 'test' })
      await expect(db.assertDirect()).rejects.toThrow(BehindPooler)
      await db.close()
      const starting = (async () => {
        const session = await openSession({
          databaseUrl: pooler.url(database.exchangeUrl),
          shard: 0,
          idleSessionMs: 10_000,
          onLost: () => undefined,
        })
        try {
          await session.assertDurable('test', 'single', captureLog().log)
        } finally {
          await session.close()
        }
      })()
      await expect(starting).rejects.toThrow('a connection pooler such as PgBouncer')
      const practice = readSettings({
        DATABASE_URL: pooler.url(database.practiceUrl),
        NATS_URL: testServices().natsUrl,
        NATS_NAMESPACE: database.name,
      })
      await expect(startPractice(practice, captureLog().log)).rejects.toThrow(BehindPooler)
      await pooler.close()
    }
    const direct = openDb({ url: database.apiUrl, poolSize: 1, applicationName: 'test' })
    await direct.assertDirect()
    await direct.close()
  })
})

describe('a server that falls silent', () => {
  test('gives the caller busy, and the connection is closed', async () => {
    // Accepts and never answers, like a host that died without a word.
    const silent = createServer((socket) => socket.on('error', () => undefined))
    await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve))
    const { port } = silent.address() as AddressInfo
    const away = openDb({
      url: `postgres://x@127.0.0.1:${port}/x`,
      poolSize: 1,
      applicationName: 'test',
      connectTimeoutMs: 200,
    })
    expect(isTransient(await away.query('SELECT 1').catch((error: unknown) => error))).toBe(true)
    await away.close()
    silent.close()

    // A statement longer than the client waits; PostgreSQL itself has no limit here.
    const db = openDb({ url: database.apiUrl, poolSize: 1, applicationName: 'test', statementTimeoutMs: 100 })
    const unanswered = await db
      .transaction(async (tx) => {
        await tx.query('SET LOCAL statement_timeout = 0')
        await tx.query('SELECT pg_sleep(30)')
      })
      .catch((error: unknown) => error)
    expect(unanswered).toMatchObject({ message: 'Query read timeout' })
    expect(isTransient(unanswered)).toBe(true)
    expect(db.load().open).toBe(0)
    await db.close()
  })
})

describe('session locks', () => {
  test('warn once per outage and count what is held', async () => {
    const { log, lines } = captureLog()
    const metrics = makeMetrics('test')
    // A role of its own: other tests share the cluster.
    const role = `locks_${database.name.slice(5, 15)}`
    const owner = openSql(database.ownerUrl)
    await owner.query(`CREATE ROLE ${role} LOGIN`)
    const url = database.ownerUrl.replace('fairlot_owner', role)
    const locks = openSessionLocks(url, role, log)
    watchLocks(metrics, locks)
    let isLost = false
    expect(await locks.take('one', () => (isLost = true))).toBe(true)
    expect(await metrics.registry.metrics()).toContain('fairlot_lock_held{lock="one",role="test"} 1')
    await owner.query(`ALTER ROLE ${role} NOLOGIN`)
    await owner.query(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = '${role}'`)
    await until('the loss', () => isLost)
    for (let i = 0; i < 5; i++) expect(await locks.take('one', () => undefined)).toBe(false)
    await owner.query(`ALTER ROLE ${role} LOGIN`)
    expect(lines.filter((line) => line.includes('was lost'))).toHaveLength(1)
    expect(await locks.take('one', () => undefined)).toBe(true)
    await locks.close()
    await owner.query(`DROP ROLE ${role}`)
    await owner.close()
  })
})

test('the end of the certificate is a metric', async () => {
  const metrics = makeMetrics('test')
  watchCertificate(metrics, readFileSync(ensureCertificate(folder).certFile, 'utf8'))
  const text = await metrics.registry.metrics()
  const [, seconds] = /fairlot_certificate_expires_timestamp_seconds\{role="test"\} (\d+)/.exec(text)!
  expect(Number(seconds) * 1_000).toBeGreaterThan(Date.now())
})
