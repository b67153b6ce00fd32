// One key, one effect, one response: on a real PostgreSQL, through the real HTTP layer, with a test route.

import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestDatabase, openTestDatabase } from '@fairlot/testkit'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test, onTestFinished } from 'vitest'
import * as z from 'zod/mini'
import { until } from '@fairlot/testkit/until'
import { defineRoute } from '../../packages/contract/src/route.ts'
import { bindRoutes } from '../../apps/server/src/platform/http/routes.ts'
import { pruneKeys } from '../../apps/server/src/platform/http/idempotency.ts'
import { done, refuse } from '../../apps/server/src/platform/outcome.ts'
import { makeSecretsFile } from '../../apps/server/src/platform/secrets.ts'
import { type PlatformHttp, startPlatformHttp } from './support/platform-http.ts'

const routes = {
  deposit: defineRoute({
    path: '/test/deposit',
    feature: 'test',
    summary: 'Adds a row',
    capability: 'edit-own',
    rateLimit: 'write',
    idempotent: true,
    body: z.object({
      amount: z.int(),
      behave: z.optional(z.enum(['refuse', 'busy', 'throw', 'hang', 'cookie', 'die'])),
    }),
    data: z.object({ id: z.string(), amount: z.int() }),
    refusals: ['balance.insufficient'],
  }),
  open: defineRoute({
    path: '/test/open',
    feature: 'test',
    summary: 'Adds a row without a session',
    capability: 'public',
    rateLimit: 'write',
    idempotent: true,
    body: z.object({ amount: z.int() }),
    data: z.object({ id: z.string() }),
    refusals: [],
  }),
} as const

// One file for every start, as on a real machine: the stored hash of a body is keyed.
const folder = mkdtempSync(join(tmpdir(), 'fairlot-idempotency-'))
const secretsFile = join(folder, 'secrets.json')
writeFileSync(secretsFile, JSON.stringify(makeSecretsFile()))
afterAll(() => rmSync(folder, { recursive: true }))

let database: TestDatabase
let owner: pg.Client
let http: PlatformHttp
let release: () => void = () => undefined
let atWork = 0

const start = (environment = {}): Promise<PlatformHttp> =>
  startPlatformHttp(
    database,
    () =>
      bindRoutes(routes, {
        async deposit({ amount, behave }, { tx, caller, setCookie }) {
          const id = randomUUID()
          await tx.query('INSERT INTO app.test_effects (id, member, amount) VALUES ($1, $2, $3)', [
            id,
            caller.memberId,
            amount,
          ])
          if (behave === 'refuse') return refuse('balance.insufficient')
          if (behave === 'busy') return refuse('system.busy')
          if (behave === 'throw') throw new Error('an invariant broke')
          if (behave === 'cookie') setCookie('bind', 'x')
          if (behave === 'hang') {
            atWork++
            await new Promise<void>((resolve) => (release = resolve))
          }
          if (behave === 'die') await tx.query('SELECT pg_terminate_backend(pg_backend_pid())')
          return done({ id, amount })
        },
        async open({ amount }, { tx }) {
          const id = randomUUID()
          await tx.query(`INSERT INTO app.test_effects (id, member, amount) VALUES ($1, 'public', $2)`, [
            id,
            amount,
          ])
          return done({ id })
        },
      }),
    { environment: { RATE_LIMIT_FACTOR: '1000', SECRETS_FILE: secretsFile, ...environment } },
  )

const effects = async (member: string): Promise<number> => {
  const { rows } = await owner.query(
    'SELECT count(*)::int AS count FROM app.test_effects WHERE member = $1',
    [member],
  )
  return rows[0].count
}
const keys = async (key: string): Promise<number> => {
  const { rows } = await owner.query(
    'SELECT count(*)::int AS count FROM platform.idempotency_keys WHERE key = $1',
    [key],
  )
  return rows[0].count
}

beforeAll(async () => {
  database = await openTestDatabase()
  owner = new pg.Client({ connectionString: database.ownerUrl })
  await owner.connect()
  await owner.query(`CREATE TABLE app.test_effects (id uuid PRIMARY KEY, member text, amount integer);
                     GRANT SELECT, INSERT ON app.test_effects TO fairlot_api`)
  http = await start()
})
afterAll(async () => {
  await http.stop()
  await owner.end()
  await database.close()
})

test('a repeated request returns the first answer and has one effect', async () => {
  const client = http.client('a')
  const key = randomUUID()
  const first = await client.call('/test/deposit', { amount: 5 }, { key })
  const second = await client.call('/test/deposit', { amount: 5 }, { key })
  expect(first.http).toBe(200)
  expect(second.http).toBe(200)
  expect(second.body).toEqual(first.body)
  expect(await effects('a')).toBe(1)
})

test('the order of fields in the body does not matter', async () => {
  const client = http.client('order')
  const key = randomUUID()
  const first = await client.call('/test/deposit', {}, { key, raw: '{"amount":1,"behave":"refuse"}' })
  const second = await client.call('/test/deposit', {}, { key, raw: '{"behave":"refuse","amount":1}' })
  expect(second.body).toEqual(first.body)
})

test('another body under the same key is refused with request.key-reused', async () => {
  const client = http.client('b')
  const key = randomUUID()
  await client.call('/test/deposit', { amount: 5 }, { key })
  const other = await client.call('/test/deposit', { amount: 6 }, { key })
  expect(other.http).toBe(409)
  expect(other.body.msg).toBe('request.key-reused')
  expect(await effects('b')).toBe(1)
})

test.each([undefined, 'short', 'has space in it', 'x'.repeat(129), '"quoted-key"'])(
  'an invalid key (%j) is refused with request.key-required',
  async (key) => {
    const client = http.client('nokey')
    const reply = await client.call('/test/deposit', { amount: 5 }, key === undefined ? {} : { key })
    expect(reply.http).toBe(400)
    expect(reply.body.msg).toBe('request.key-required')
    expect(await effects('nokey')).toBe(0)
  },
)

test('the same key of another member is another request', async () => {
  const key = randomUUID()
  const a = await http.client('c1').call('/test/deposit', { amount: 1 }, { key })
  const b = await http.client('c2').call('/test/deposit', { amount: 2 }, { key })
  expect([a.http, b.http]).toEqual([200, 200])
  expect(a.body.data.id).not.toBe(b.body.data.id)
})

test('a public route stores its answer for the caller `public`', async () => {
  const key = randomUUID()
  const first = await http.client().call('/test/open', { amount: 1 }, { key })
  const second = await http.client().call('/test/open', { amount: 1 }, { key })
  expect(second.body).toEqual(first.body)
  const { rows } = await owner.query('SELECT caller FROM platform.idempotency_keys WHERE key = $1', [key])
  expect(rows).toEqual([{ caller: 'public' }])
})

test('a refusal is stored and rolls back what the handler wrote', async () => {
  const client = http.client('refused')
  const key = randomUUID()
  const first = await client.call('/test/deposit', { amount: 5, behave: 'refuse' }, { key })
  expect(first.http).toBe(409)
  expect(first.body.msg).toBe('balance.insufficient')
  expect(await effects('refused')).toBe(0)
  const second = await client.call('/test/deposit', { amount: 5, behave: 'refuse' }, { key })
  expect(second.body).toEqual(first.body)
})

test.each(['busy', 'throw'] as const)('a %s answer is not stored and has no effect', async (behave) => {
  const client = http.client(behave)
  const key = randomUUID()
  const first = await client.call('/test/deposit', { amount: 5, behave }, { key })
  expect(first.http).toBe(behave === 'busy' ? 503 : 500)
  expect(await keys(key)).toBe(0)
  expect(await effects(behave)).toBe(0)
})

test('200 parallel identical requests have one effect and one answer', async () => {
  const client = http.client('parallel')
  const key = randomUUID()
  const replies = await Promise.all(
    Array.from({ length: 200 }, () => client.call('/test/deposit', { amount: 7 }, { key })),
  )
  expect(new Set(replies.map((reply) => reply.http))).toEqual(new Set([200]))
  expect(new Set(replies.map((reply) => reply.body.data.id)).size).toBe(1)
  expect(await effects('parallel')).toBe(1)
})

test('a duplicate waits for the first and gets its answer', async () => {
  const client = http.client('waits')
  const key = randomUUID()
  const before = atWork
  const first = client.call('/test/deposit', { amount: 7, behave: 'hang' }, { key })
  await until('the first to be at work', () => atWork > before)
  const second = client.call('/test/deposit', { amount: 7, behave: 'hang' }, { key })
  await until('the second to wait on the row', async () => {
    const { rows } = await owner.query(
      `SELECT FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = $1`,
      [database.name],
    )
    return rows.length > 0
  })
  release()
  expect((await second).body).toEqual((await first).body)
  expect(await effects('waits')).toBe(1)
})

test('a duplicate of a slow request is refused with request.in-progress', async () => {
  // The duplicate waits for a lock as long as production does, not ten times as long.
  const server = await start({ DATABASE_PATIENCE: '1' })
  onTestFinished(() => server.stop())
  const client = server.client('slow')
  const key = randomUUID()
  const before = atWork
  const first = client.call('/test/deposit', { amount: 7, behave: 'hang' }, { key })
  await until('the first to be at work', () => atWork > before)
  const second = await client.call('/test/deposit', { amount: 7, behave: 'hang' }, { key })
  expect(second.http).toBe(409)
  expect(second.body.msg).toBe('request.in-progress')
  release()
  expect((await first).http).toBe(200)
  expect(await effects('slow')).toBe(1)
})

test('the stored body hash is keyed with a server secret', async () => {
  const key = randomUUID()
  await http.client('keyed').call('/test/deposit', { amount: 9 }, { key })
  const { rows } = await owner.query(
    `SELECT count(*)::int AS count FROM platform.idempotency_keys
     WHERE key = $1 AND request_hash = sha256('{"amount":9}')`,
    [key],
  )
  expect(rows[0].count).toBe(0)
})

test('the answer survives a restart of the server', async () => {
  const key = randomUUID()
  const first = await http.client('restart').call('/test/deposit', { amount: 9 }, { key })
  await http.stop()
  http = await start()
  const second = await http.client('restart').call('/test/deposit', { amount: 9 }, { key })
  expect(second.body).toEqual(first.body)
  expect(await effects('restart')).toBe(1)
})

describe('a crash between effect and answer', () => {
  test('a connection lost before the commit leaves no effect and no key', async () => {
    const client = http.client('die')
    const key = randomUUID()
    const first = await client.call('/test/deposit', { amount: 3, behave: 'die' }, { key })
    expect(first.http).toBe(503)
    expect(first.body.msg).toBe('system.busy')
    expect(await effects('die')).toBe(0)
    expect(await keys(key)).toBe(0)
    const retry = await client.call('/test/deposit', { amount: 3 }, { key })
    expect(retry.http).toBe(200)
    expect(await effects('die')).toBe(1)
  })

  test('killed backends leave as many effects as stored answers', async () => {
    const client = http.client('kills')
    const all = Array.from({ length: 60 }, () => randomUUID())
    let stopped = false
    const killer = (async () => {
      while (!stopped) {
        await owner.query(
          `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
           WHERE datname = $1 AND usename = 'fairlot_api' AND state <> 'idle' LIMIT 1`,
          [database.name],
        )
      }
    })()
    const replies = await Promise.all(all.map((key) => client.call('/test/deposit', { amount: 1 }, { key })))
    stopped = true
    await killer
    const { rows } = await owner.query(
      `SELECT count(*)::int AS count FROM platform.idempotency_keys WHERE key = ANY($1) AND http_status = 200`,
      [all],
    )
    expect(await effects('kills')).toBe(rows[0].count)
    // A backend that is killed during its commit leaves an answer that is unknown.
    const isKnown = ({ http: status, body }: (typeof replies)[number]): boolean =>
      [200, 503].includes(status) || body.msg === 'system.unconfirmed'
    expect(replies.filter((reply) => !isKnown(reply))).toEqual([])
    // Every retry ends in exactly one effect.
    const retries = await Promise.all(all.map((key) => client.call('/test/deposit', { amount: 1 }, { key })))
    expect(new Set(retries.map((reply) => reply.http))).toEqual(new Set([200]))
    expect(await effects('kills')).toBe(60)
  })
})

test('a stored answer must not carry cookies', async () => {
  const reply = await http
    .client('cookie')
    .call('/test/deposit', { amount: 1, behave: 'cookie' }, { key: true })
  expect(reply.http).toBe(500)
  expect(reply.headers.getSetCookie()).toEqual([])
})

test('keys are deleted after 7 days and not before', async () => {
  const young = randomUUID()
  const old = randomUUID()
  await http.client('prune').call('/test/deposit', { amount: 1 }, { key: young })
  await http.client('prune').call('/test/deposit', { amount: 1 }, { key: old })
  await owner.query(
    `UPDATE platform.idempotency_keys SET created_at = now() - interval '7 days 1 minute' WHERE key = $1`,
    [old],
  )
  await owner.query(
    `UPDATE platform.idempotency_keys SET created_at = now() - interval '6 days 23 hours' WHERE key = $1`,
    [young],
  )
  expect(await pruneKeys(http.db)).toBe(1)
  expect([await keys(young), await keys(old)]).toEqual([1, 0])
})
