// The services around a request: ids, rate limits, overload, shutdown, and unavailable servers.

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openTestDatabase, testServices, type TestDatabase } from '@fairlot/testkit'
import { connect as connectNats } from '@nats-io/transport-node'
import { Redis } from 'ioredis'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { until } from '@fairlot/testkit/until'
import { defineRoute } from '../../packages/contract/src/route.ts'
import { startRedis } from '../../packages/testkit/src/services/redis.ts'
import { onFreePorts } from '../../packages/testkit/src/services/process.ts'
import { openBus, publishAfterCommit, requestIdHeader } from '../../apps/server/src/platform/bus.ts'
import { afterCommit, openDb, Rollback } from './support/open-db.ts'
import { bindRoutes } from '../../apps/server/src/platform/http/routes.ts'
import { newId } from '../../apps/server/src/platform/ids.ts'
import { makeMetrics } from '../../apps/server/src/platform/metrics.ts'
import { done } from '../../apps/server/src/platform/outcome.ts'
import { makeRateLimiter, networkOf, rateLimits } from '../../apps/server/src/platform/rate-limits.ts'
import { openSharedCounts } from '../../apps/server/src/platform/rate-limits/shared-counts.ts'
import { closeRedis, openRedis } from '../../apps/server/src/platform/redis.ts'
import { withRequestId } from '../../apps/server/src/platform/request-scope.ts'
import { captureLog } from './support/captured-log.ts'
import { startPlatformHttp, type PlatformHttp } from './support/platform-http.ts'
import { seedMarket } from './support/seed-market.ts'
import { serveMetrics } from '@fairlot/process/metrics'
import { unready } from '../../apps/server/src/platform/readiness.ts'
import { startTestApi } from './support/start-test-api.ts'

const route = (name: string, rateLimit: 'read' | 'write' | 'credential' | 'register') =>
  defineRoute({
    path: `/test/${name}`,
    feature: 'test',
    summary: name,
    capability: 'public',
    rateLimit,
    body: z.object({}),
    data: z.object({ seen: z.string() }),
    refusals: [],
  })
const routes = {
  read: route('read', 'read'),
  register: route('register', 'register'),
  setting: route('setting', 'read'),
  slow: route('slow', 'read'),
  lost: route('lost', 'read'),
} as const

let database: TestDatabase
let release: () => void = () => undefined
let atWork = 0
let finished = 0

const start = (environment = {}): Promise<PlatformHttp> =>
  startPlatformHttp(
    database,
    (db) =>
      bindRoutes(routes, {
        read: async () => done({ seen: '' }),
        register: async () => done({ seen: '' }),
        setting: async () => {
          const rows = await db.transaction((tx) =>
            tx.query<{ id: string }>(`SELECT current_setting('fairlot.request_id') AS id`),
          )
          return done({ seen: rows[0]!.id })
        },
        slow: async () => {
          atWork++
          await new Promise<void>((resolve) => (release = resolve))
          await db.query('SELECT 1')
          finished++
          return done({ seen: 'finished' })
        },
        lost: async () => {
          await db.query('SELECT pg_terminate_backend(pg_backend_pid())')
          return done({ seen: '' })
        },
      }),
    { environment },
  )

beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.close())

describe('request ids', () => {
  test('one id is in the answer, the database session and the log', async () => {
    const http = await start()
    const reply = await http.client().call('/test/setting')
    const id = reply.headers.get('x-request-id')
    expect(reply.body.data.seen).toBe(id)
    await until('the log line', () => http.logLines.some((line) => line.includes(id!)))
    await http.stop()
  })

  test('an id from a trusted proxy is kept unless it is malformed', async () => {
    const http = await start()
    const kept = await http
      .client()
      .call('/test/setting', {}, { headers: { 'x-request-id': 'edge-0123456789' } })
    expect(kept.body.data.seen).toBe('edge-0123456789')
    const strange = await http
      .client()
      .call('/test/setting', {}, { headers: { 'x-request-id': `a'; DROP TABLE x; --` } })
    expect(strange.body.data.seen).toMatch(/^[0-9a-f-]{36}$/)
    await http.stop()
  })

  test('an id from the client is ignored when no proxy is trusted', async () => {
    const http = await start({ TRUST_PROXY: 'no' })
    const reply = await http
      .client()
      .call('/test/setting', {}, { headers: { 'x-request-id': 'edge-0123456789' } })
    expect(reply.body.data.seen).not.toBe('edge-0123456789')
    await http.stop()
  })

  test('ids are UUIDv7 and sort by time', () => {
    const ids = Array.from({ length: 100 }, (_, index) => newId(1_800_000_000_000 + index))
    expect(ids).toEqual([...ids].sort())
    for (const id of ids)
      expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
  })
})

describe('messages', () => {
  test('are published after the commit and never after a rollback', async () => {
    const { log } = captureLog()
    const metrics = makeMetrics('test')
    const bus = openBus(testServices().natsUrl, 'test', log, metrics)
    await until('NATS', () => bus.isConnected())
    const listener = await connectNats({ servers: testServices().natsUrl })
    const heard: { data: unknown; id: string | undefined }[] = []
    listener.subscribe('test.wake', {
      callback: (_error, message) =>
        void heard.push({ data: message.json(), id: message.headers?.get(requestIdHeader) }),
    })
    await listener.flush()
    const db = openDb({ url: database.apiUrl, poolSize: 2, applicationName: 'test' })
    const undone = await withRequestId('request-0001', () =>
      db.transaction(async (tx) => {
        publishAfterCommit(tx, bus, 'test.wake', { n: 1 })
        throw new Rollback('refused')
      }),
    )
    expect(undone).toBe('refused')
    await withRequestId('request-0002', () =>
      db.transaction(async (tx) => {
        publishAfterCommit(tx, bus, 'test.wake', { n: 2 })
        expect(heard).toEqual([])
      }),
    )
    await until('the message', () => heard.length > 0)
    expect(heard).toEqual([{ data: { n: 2 }, id: 'request-0002' }])
    expect(() => afterCommit(db, () => undefined)).toThrow('running transaction')
    await Promise.all([bus.close(), listener.close(), db.close()])
  })

  test('a subscriber runs with the id of the request that sent it', async () => {
    const { log, lines } = captureLog()
    const bus = openBus(testServices().natsUrl, 'test', log, makeMetrics('test'))
    const heard: unknown[] = []
    bus.subscribe('test.scope', (message) => {
      heard.push(message.requestId)
      log.info('heard it')
    })
    await until('NATS', () => bus.isConnected())
    await until('delivery', () => {
      withRequestId('request-0003', () => bus.publish('test.scope', {}))
      return heard.length > 0
    })
    expect(heard[0]).toBe('request-0003')
    expect(lines.find((line) => line.includes('heard it'))).toContain('request-0003')
    await bus.close()
  })
})

describe('without NATS', () => {
  test('the api serves members and counts dropped messages', async () => {
    const api = await startTestApi({
      environment: { NATS_URL: 'nats://127.0.0.1:1', NATS_MONITOR_URL: 'http://127.0.0.1:1' },
    })
    const member = await api.member()
    const profile = await member.client.call('/members/profile')
    expect(profile.body.data.memberId).toBe(member.memberId)
    api.api.runtime.bus.publish('test.dropped', {})
    const text = await (await fetch(`http://127.0.0.1:${api.api.metricsPort}/metrics`)).text()
    expect(text).toMatch(/fairlot_nats_connected\{role="api"\} 0/)
    expect(text).toMatch(/fairlot_nats_messages_total\{result="dropped",role="api"\} [1-9]/)
    await api.stop()
  })
})

describe('rate limits', () => {
  test('an address over the limit gets 429 with the seconds to wait', async () => {
    const http = await start({ RATE_LIMIT_FACTOR: '1' })
    const client = http.client()
    const max = rateLimits.register.network.points
    for (let index = 0; index < max; index++) expect((await client.call('/test/register')).http).toBe(200)
    const over = await client.call('/test/register')
    expect([over.http, over.body.msg]).toEqual([429, 'request.too-frequent'])
    expect(over.body.params.seconds).toBeGreaterThan(0)
    expect(over.headers.get('retry-after')).toBe(String(over.body.params.seconds))
    expect((await http.client().call('/test/register')).http).toBe(200)
    await http.stop()
  })

  test('two api processes share the count', async () => {
    const [one, two] = await Promise.all([
      start({ RATE_LIMIT_FACTOR: '1' }),
      start({ RATE_LIMIT_FACTOR: '1' }),
    ])
    const [a, b] = [one.client(), two.client()]
    b.ip = a.ip
    const max = rateLimits.register.network.points
    for (let index = 0; index < max; index++) await (index % 2 ? a : b).call('/test/register')
    expect((await a.call('/test/register')).http).toBe(429)
    expect((await b.call('/test/register')).http).toBe(429)
    await Promise.all([one.stop(), two.stop()])
  })

  test('order limits over two processes are exceeded by one interval at most', async () => {
    const { log } = captureLog()
    const open = () => {
      const redis = openRedis({ redisUrl: testServices().redisUrl }, log)
      return { redis, limiter: makeRateLimiter({ redis, metrics: makeMetrics('test'), factor: 1 }) }
    }
    const [one, two] = [open(), open()]
    await until('Redis', () => one.redis.status === 'ready' && two.redis.status === 'ready')
    const who = newId()
    const take = ({ limiter }: typeof one) => limiter.take('order', 'caller', who)
    const max = rateLimits.order.caller.points
    for (let index = 0; index < max; index++) expect(await take(one)).toBeUndefined()
    expect(await take(one)).toBeGreaterThan(0)
    await one.limiter.share()
    // The second process hears of the first with its own next share.
    expect(await take(two)).toBeUndefined()
    await two.limiter.share()
    expect(await take(two)).toBeGreaterThan(0)
    expect(await one.redis.get(`rate-limit:order:caller:${who}`)).toBe(String(max + 1))

    const other = newId()
    await one.limiter.take('close', 'caller', other, max)
    await until('a process to hear of the other without a call', async () => {
      const seconds = await two.limiter.take('close', 'caller', other)
      return seconds !== undefined
    })
    await Promise.all([closeRedis(one.redis), closeRedis(two.redis)])
  })

  test('a shared count begins again when its time is over', async () => {
    const { log } = captureLog()
    const redis = openRedis({ redisUrl: testServices().redisUrl }, log)
    await until('Redis', () => redis.status === 'ready')
    const counts = openSharedCounts(redis, makeMetrics('test'))
    const [key, limit] = [`test:${newId()}`, { points: 2, seconds: 0.3 }]
    expect([counts.take(key, limit, 1), counts.take(key, limit, 1)]).toEqual([undefined, undefined])
    await counts.share()
    expect(counts.take(key, limit, 1)).toBeGreaterThan(0)
    await until('the next window', () => counts.take(key, limit, 2) === undefined)
    await counts.share()
    expect(await redis.get(key)).toBe('2')
    await closeRedis(redis)
  })

  test('without Redis each process keeps the limits', async () => {
    const http = await start({ RATE_LIMIT_FACTOR: '1', REDIS_URL: 'redis://127.0.0.1:1' })
    const client = http.client()
    const max = rateLimits.register.network.points
    for (let index = 0; index < max; index++) expect((await client.call('/test/register')).http).toBe(200)
    expect((await client.call('/test/register')).http).toBe(429)
    expect((await client.call('/test/read')).http).toBe(200)
    const { points } = rateLimits.order.caller
    expect(await http.rateLimiter.take('order', 'caller', 'x', points)).toBeUndefined()
    await http.rateLimiter.share()
    expect(await http.rateLimiter.take('order', 'caller', 'x')).toBeGreaterThan(0)
    const text = await http.metrics.registry.metrics()
    expect(text).toMatch(/fairlot_rate_limit_fallbacks_total\{role="test"\} [1-9]/)
    await http.stop()
  })

  test('calls are counted in the process while Redis is down', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'fairlot-redis-'))
    await onFreePorts(1, async ([port]) => {
      let server = await startRedis({ folder, port: port! })
      const { log } = captureLog()
      const redis = openRedis({ redisUrl: server.url }, log)
      await new Promise((resolve) => redis.once('ready', resolve))
      const rateLimiter = makeRateLimiter({ redis, metrics: makeMetrics('test'), factor: 1 })
      const max = rateLimits.credential.network.points
      for (let index = 0; index < max; index++) {
        if (index === 10) await server.stop()
        expect(await rateLimiter.take('credential', 'network', 'x')).toBeUndefined()
      }
      // The process started counting from zero when Redis stopped: the limit is reached within one more full round.
      let refused = false
      for (let index = 0; index <= max && !refused; index++) {
        refused = (await rateLimiter.take('credential', 'network', 'x')) !== undefined
      }
      expect(refused).toBe(true)
      server = await startRedis({ folder, port: port! })
      await until('Redis to be back', () => redis.status === 'ready')
      expect(await rateLimiter.take('credential', 'network', 'y')).toBeUndefined()
      await closeRedis(redis)
      await server.stop()
    }).finally(() => rmSync(folder, { recursive: true, force: true }))
  })

  test('all addresses of an IPv6 /64 count as one network', () => {
    expect(networkOf('2001:db8:1:2:3:4:5:6')).toBe(networkOf('2001:db8:1:2::9'))
    expect(networkOf('2001:db8:1:2::1')).not.toBe(networkOf('2001:db8:1:3::1'))
    expect(networkOf('::1')).toBe('0:0:0:0::/64')
    expect(networkOf('::ffff:10.0.0.1')).toBe('10.0.0.1')
    expect(networkOf('10.0.0.1')).toBe('10.0.0.1')
  })
})

test('flushing Redis loses no member data', async () => {
  const api = await startTestApi()
  await seedMarket(api.db)
  const member = await api.member()
  await member.client.call('/favourites/addFavourite', { symbol: '2330' })
  const redis = new Redis(testServices().redisUrl)
  await redis.flushall()
  await redis.quit()
  expect((await member.client.call('/user/Optionallist', { type: 'twd' })).body.data).toEqual([
    { symbol: '2330' },
  ])
  expect((await member.client.call('/positions/account')).http).toBe(200)
  await api.stop()
})

describe('PostgreSQL', () => {
  test('a lost connection answers system.busy and the next call works', async () => {
    const http = await start()
    const lost = await http.client().call('/test/lost')
    expect([lost.http, lost.body.msg]).toEqual([503, 'system.busy'])
    expect((await http.client().call('/test/setting')).http).toBe(200)
    await http.stop()
  })

  test('while PostgreSQL is down calls and /readyz answer 503', async () => {
    const http = await start({ DATABASE_URL: 'postgres://unknown@127.0.0.1:1/none' })
    const reply = await http.client().call('/test/setting')
    expect([reply.http, reply.body.msg]).toEqual([503, 'system.busy'])
    const metrics = await serveMetrics(http.metrics.registry, {
      host: '127.0.0.1',
      port: 0,
      unready: () => unready(http.db, 1),
    })
    expect((await fetch(`http://127.0.0.1:${metrics.port}/readyz`)).status).toBe(503)
    expect((await fetch(`http://127.0.0.1:${metrics.port}/healthz`)).status).toBe(200)
    expect((await fetch(`${http.base}/healthz`)).status).toBe(200)
    await metrics.close()
    await http.stop()
  })

  test('every role that serves /readyz can read the migrations', async () => {
    for (const role of ['api', 'worker', 'console', 'quotes', 'live'] as const) {
      const db = openDb({ url: database[`${role}Url`], poolSize: 1, applicationName: 'test' })
      expect([role, await unready(db, 1)]).toEqual([role, undefined])
      await db.close()
    }
  })

  test('/readyz is not ready while migrations are missing', async () => {
    const own = await openTestDatabase()
    const owner = new pg.Client({ connectionString: own.ownerUrl })
    await owner.connect()
    await owner.query('DELETE FROM platform.migrations WHERE number > 1')
    await owner.end()
    const api = await startTestApi({ database: own })
    const response = await fetch(`http://127.0.0.1:${api.api.metricsPort}/readyz`)
    expect(response.status).toBe(503)
    expect(await response.json()).toMatchObject({
      msg: 'system.busy',
      rule: expect.stringMatching(/^ready.migrations-1-of-/),
    })
    await api.stop()
    await own.close()
  })
})

describe('stopping and overload', () => {
  test('a stop finishes running requests and takes no new ones', async () => {
    const http = await start()
    const before = finished
    const atWorkBefore = atWork
    const running = http.client().call('/test/slow')
    await until('it to be at work', () => atWork > atWorkBefore)
    const stopping = http.stop()
    await until('new requests to be refused', async () => {
      const late = await http
        .client()
        .call('/test/read')
        .catch(() => 'refused' as const)
      return late === 'refused' || late.http === 503
    })
    release()
    const reply = await running
    expect(reply.body).toEqual({ status: 1, msg: '', data: { seen: 'finished' } })
    expect(finished).toBe(before + 1)
    await stopping
  })

  test('requests above MAX_IN_FLIGHT get system.busy at once', async () => {
    const http = await start({ MAX_IN_FLIGHT: '1' })
    const atWorkBefore = atWork
    const running = http.client().call('/test/slow')
    await until('it to be at work', () => atWork > atWorkBefore)
    const over = await http.client().call('/test/read')
    expect([over.http, over.body.msg]).toEqual([503, 'system.busy'])
    release()
    expect((await running).http).toBe(200)
    expect((await http.client().call('/test/read')).http).toBe(200)
    await http.stop()
  })
})

describe('metrics', () => {
  test('are on their own port and not on the public one', async () => {
    const api = await startTestApi()
    await api.client().call('/common/config', { type: 'all' })
    expect((await fetch(`${api.base}/metrics`)).status).toBe(404)
    const own = `http://127.0.0.1:${api.api.metricsPort}`
    const text = await (await fetch(`${own}/metrics`)).text()
    expect(text).toMatch(
      /fairlot_http_requests_total\{route="\/api\/vue\/common\/config",status="200",role="api"\} 1/,
    )
    expect(text).toMatch(/fairlot_db_connections\{state="idle",role="api"\}/)
    expect((await fetch(`${own}/`)).status).toBe(404)
    await api.stop()
  })
})
